// A notice: what one person is to be told of a challenge. It is plain data, kept in the outbox until it is put
// into words; whoever makes it knows challenges, the mail room does not.
import type { Outcome, Party, Settlement } from '@challenge-service/contract'

export const noticeKinds = [
  'invited',
  'accepted',
  'declined',
  'due_soon',
  'due',
  'proposed',
  'disputed',
  'resolved',
  'cancelled',
  'cancel_requested',
  'expired',
] as const

export type NoticeKind = (typeof noticeKinds)[number]

/** What a person is asked for; a link belongs to one of these, and is used up with it. */
export const stages = ['invited', 'settle', 'proposed', 'disputed', 'cancel'] as const
export type Stage = (typeof stages)[number]

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

export interface Notice {
  readonly kind: NoticeKind
  /** To whom. */
  readonly personId: string
  readonly challengeId: string
  /** The person or group that caused it: whose limit it counts against. */
  readonly ownerId: string
  readonly creatorId: string
  /** What the receiver may answer, and until when; null where there is nothing to answer. */
  readonly answer: { readonly stage: Stage; readonly by: number } | null
  readonly facts: Facts
}
