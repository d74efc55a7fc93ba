// Who calls: the token (caller), what it is bound to (owner), and the person it acts for (actor).
import type { MemberRole, Plan, Scope } from '@challenge-service/contract'
import type { TokenKind } from '../../kernel/token.ts'

export interface Caller {
  readonly tokenId: string
  readonly tokenName: string | null
  readonly kind: TokenKind
  readonly scopes: readonly Scope[]
  readonly expiresAt: number | null
  /** The account or group that the token is bound to: whose quota, keys, feed and cursors these are. */
  readonly ownerId: string
  /** The account behind an account token; null for a group's. */
  readonly account: {
    readonly id: string
    readonly personId: string
    readonly firstName: string
    readonly email: string
    readonly plan: Plan
  } | null
  /** The group of a group token; null for an account's. */
  readonly group: { readonly id: string; readonly name: string } | null
  /** What the operator set for this owner alone; null where the general setting holds. */
  readonly ownQuota: number | null
  readonly quotaUsed: number
}

/** The acting person: an account, or a membership, which is all that a group token knows of anyone. */
export interface Actor {
  readonly caller: Caller
  /** acc_… or mem_…. */
  readonly id: string
  readonly personId: string
  /** Of the account or of the membership, whichever acts. */
  readonly firstName: string
  /** Their own address: for comparing, never for showing to others. */
  readonly email: string
  readonly groupId: string | null
  readonly groupName: string | null
  /** In the group of a group token; null for an account. */
  readonly role: MemberRole | null
}

/** As much of the acting person as a challenge needs: an actor, or someone who followed a link in a mail. */
export interface Viewer {
  readonly personId: string
  /** Null where they may see whatever they are a party of. */
  readonly groupId: string | null
  /** Null where nobody knows it. */
  readonly firstName: string | null
}
