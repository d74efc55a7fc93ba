// A notice: what one person is to be told, of a challenge, a group or a webhook. It is plain data, kept in the outbox
// until it is put into words; its makers know challenges and groups, the sender does not.
import type { Outcome, Party, Settlement } from '@challenge-service/contract'
import type { CauserId, ChallengeId, GroupId, MemberId, PersonId, WebhookId } from '../kernel/ids.ts'

export const challengeNoticeKinds = [
  'invited',
  'invited_again',
  'accepted',
  'declined',
  'due_soon',
  'due',
  'proposed',
  'proposal_ends',
  'proposal_lapsed',
  'disputed',
  'dispute_ends',
  'resolved',
  'cancelled',
  'withdrawn',
  'cancel_requested',
  'expired',
  'link_renewed',
] as const

export type ChallengeNoticeKind = (typeof challengeNoticeKinds)[number]

export const noticeKinds = [
  ...challengeNoticeKinds,
  'member_added',
  'webhook_disabled',
  'mails_stopped',
  'token_made',
  'token_expiring',
  'passkey_added',
  'passkey_removed',
] as const
export type NoticeKind = (typeof noticeKinds)[number]

const known: ReadonlySet<string> = new Set(noticeKinds)

/** A newer release, which serves the same database or did so before, may have written other kinds. */
export const isKnownKind = (kind: string): boolean => known.has(kind)

/**
 * How a notice is treated. An invitation brings something new to someone; a deadline runs against them; news is all
 * else in a challenge; what concerns an account or its mails is told whatever they have stopped.
 */
export const noticeClasses = ['invitation', 'deadline', 'news', 'account'] as const
export type NoticeClass = (typeof noticeClasses)[number]

/** What a person is asked for. */
export const stages = ['invited', 'settle', 'proposed', 'disputed', 'cancel'] as const
export type DeadlineStage = (typeof stages)[number]

/** All that the words of a mail are made of. */
export interface Facts {
  /** What the receiver is to the challenge. */
  readonly party: Party
  readonly creatorName: string
  readonly opponentName: string | null
  readonly groupName: string | null
  readonly claim: string
  readonly stake: string
  readonly dueAt: number
  readonly isAccepted: boolean
  readonly by: Party | 'system'
  readonly outcome: Outcome | null
  readonly settledBy: Settlement | null
  readonly reason: string | null
}

interface ToPerson {
  readonly class: NoticeClass
  /** To whom. */
  readonly personId: PersonId
  /** The account's person or the group behind it: whose limit an unasked one counts against. */
  readonly ownerId: PersonId | GroupId
  /** The person who acted, or the group where it was nobody of it. */
  readonly causerId: CauserId
  /** The group whose token made or accepted the challenge for the receiver; null where their own hand did. */
  readonly throughId: GroupId | null
}

export interface ChallengeNotice extends ToPerson {
  readonly kind: ChallengeNoticeKind
  readonly challengeId: ChallengeId
  /** What the receiver may answer, and until when; null where there is nothing to answer. */
  readonly deadline: { readonly stage: DeadlineStage; readonly by: number } | null
  readonly facts: Facts
}

/** What the words to a new member are made of. */
export interface MemberFacts {
  readonly memberId: MemberId
  /** The link to leave belongs to this joining, not to another before or after it. */
  readonly joinedAt: number
  readonly groupName: string
  /** The first name of the admin who added them; null where it was the operator. */
  readonly byName: string | null
  /** False for someone who was a member of this group before. */
  readonly isFirst: boolean
  /** They were told of the membership before: all that is new is the link, since the earlier ones have ended. */
  readonly isNewLink?: true
}

export interface MemberNotice extends ToPerson {
  readonly kind: 'member_added'
  readonly challengeId: null
  /** Until when the link to leave is good. */
  readonly deadline: { readonly stage: 'leave'; readonly by: number }
  readonly facts: MemberFacts
}

/** What the words to the owner of a subscription are made of: neither its path nor its query, which may be secrets. */
export interface WebhookFacts {
  readonly webhookId: WebhookId
  readonly description: string | null
  readonly host: string
  readonly reason: 'failures' | 'gone'
  /** Null where it is an account's own. */
  readonly groupName: string | null
}

export interface WebhookNotice extends ToPerson {
  readonly kind: 'webhook_disabled'
  readonly challengeId: null
  readonly deadline: null
  readonly facts: WebhookFacts
}

/** The last mail to someone who wants nothing at all: it says so, and leads back. */
export interface StoppedNotice extends ToPerson {
  readonly kind: 'mails_stopped'
  readonly challengeId: null
  readonly deadline: null
  /** How many challenges are running in which silence counts. */
  readonly facts: { readonly running: number }
}

/** What the words about a token are made of: never the token itself. */
export interface TokenFacts {
  readonly name: string
  /** How it begins. */
  readonly start: string | null
  readonly scopes: readonly string[]
  readonly expiresAt: number | null
  /** In which browser it was made; null where the operator did. */
  readonly browser: string | null
}

interface TokenNoticeOf<Kind extends 'token_made' | 'token_expiring'> extends ToPerson {
  readonly kind: Kind
  readonly challengeId: null
  readonly deadline: null
  readonly facts: TokenFacts
}

export type TokenNotice = TokenNoticeOf<'token_made'> | TokenNoticeOf<'token_expiring'>

interface PasskeyNoticeOf<Kind extends 'passkey_added' | 'passkey_removed'> extends ToPerson {
  readonly kind: Kind
  readonly challengeId: null
  readonly deadline: null
  readonly facts: { readonly name: string; readonly browser: string }
}

export type PasskeyNotice = PasskeyNoticeOf<'passkey_added'> | PasskeyNoticeOf<'passkey_removed'>

export type Notice =
  ChallengeNotice | MemberNotice | WebhookNotice | StoppedNotice | TokenNotice | PasskeyNotice
