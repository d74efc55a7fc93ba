// Who calls: the token or the session (caller), what it is bound to (owner), and the person it acts for (actor).
import type { MemberRole, Plan, Scope } from '@challenge-service/contract'
import type { AccountId, GroupId, MemberId, OwnerId, PersonId, SessionId, TokenId } from '../../kernel/ids.ts'
import type { TokenKind } from '../../kernel/token.ts'

export interface Caller {
  /** Of the token, or of the session of the site. */
  readonly credentialId: TokenId | SessionId
  readonly tokenName: string | null
  /** The connected app that holds the token; null for a token that was made by hand, and for a session. */
  readonly client: { readonly id: string; readonly name: string } | null
  readonly kind: TokenKind
  readonly scopes: readonly Scope[]
  readonly expiresAt: number | null
  /** The account or group that the token is bound to: whose quota, keys, feed and cursors these are. */
  readonly ownerId: OwnerId
  /** The account behind an account token; null for a group's. */
  readonly account: {
    readonly id: AccountId
    readonly personId: PersonId
    readonly firstName: string
    readonly email: string
    readonly plan: Plan
    /** They are on the Club plan, or were once. */
    readonly hadClub: boolean
  } | null
  /** The group of a group token; null for an account's. */
  readonly group: { readonly id: GroupId; readonly name: string } | null
  /** What the operator set for this owner alone; null where the general setting holds. */
  readonly ownQuota: number | null
  readonly quotaUsed: number
}

/** Someone who calls with a token. */
export type TokenCaller = Caller & { readonly credentialId: TokenId }

interface ActingPerson {
  readonly caller: Caller
  readonly personId: PersonId
  /** Of the account or of the membership, whichever acts. */
  readonly firstName: string
  /** Their own address: for comparing, never for showing to others. */
  readonly email: string
  readonly byOwnHand: boolean
}

interface ActingAccount extends ActingPerson {
  readonly id: AccountId
  readonly groupId: null
  readonly groupName: null
  readonly role: null
}

/** In the group of a group token, or in one that they chose on the site. */
interface ActingMember extends ActingPerson {
  readonly id: MemberId
  readonly groupId: GroupId
  readonly groupName: string
  readonly role: MemberRole
}

/** The acting person: an account, or a membership, which is all that a group token knows of anyone. */
export type Actor = ActingAccount | ActingMember

/** As much of the acting person as a challenge needs: an actor, or someone who followed a link in a mail. */
export interface Viewer {
  readonly personId: PersonId
  /** Null where they may see whatever they are a party of. */
  readonly groupId: GroupId | null
  /** Null where nobody knows it. */
  readonly firstName: string | null
  /** With a token of their own account, in a session, or on a page behind a mail; never by the token of a group. */
  readonly byOwnHand: boolean
}
