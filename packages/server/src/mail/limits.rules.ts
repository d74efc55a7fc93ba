// Whether a mail goes out now: judged when it is about to be sent, never when it is written, so that whoever
// caused it is answered the same in the same time whatever becomes of it.
import { DAY_MS } from '../kernel/instants.ts'

export const PER_ADDRESS = 3
const UNASKED_PER_CREATOR = 1
const TO_STRANGERS_PER_OWNER = 50
/** After this, a notice that nobody needs to answer is no news any more. */
const STALE_MS = 3 * DAY_MS

/** What is known of a mail itself. */
export interface Judged {
  /** What it brings where the receiver did nothing for it; null where they play already. */
  readonly unasked: 'invitation' | 'membership' | null
  readonly createdAt: number
  readonly answerBy: number | null
  /** It has been tried before, and so counted before. */
  readonly isCounted: boolean
  readonly hasAddress: boolean
  readonly hasStopped: boolean
  /** The receiver has never answered the owner who caused it. */
  readonly isToStranger: boolean
}

/** What went out in the last day before it. */
export interface Before {
  /** When the first of those went out that fill a day of this address; null where it is not full. */
  readonly fullSince: number | null
  /** Those of its kind from this creator to this address. */
  readonly fromCreator: number
  /** Those of this owner to people who have never answered it. */
  readonly toStrangers: number
}

export type DropReason = 'no_address' | 'stopped' | 'stale' | 'limited'

export type Verdict =
  | { readonly kind: 'send' }
  | { readonly kind: 'drop'; readonly reason: DropReason }
  | { readonly kind: 'wait'; readonly until: number }

/** A mail with what went out in the last day, as it was counted for it alone. */
export interface Candidate extends Judged {
  readonly personId: string
  readonly ownerId: string
  readonly creatorId: string
  readonly kind: string
  /** When mails went to this address, newest first; more than fill a day need not be here. */
  readonly wentAt: readonly number[]
  readonly fromCreator: number
  readonly toStrangers: number
}

/** One after another: each is judged after those before it that go out now have been counted. */
export const judgeInTurn = (mails: readonly Candidate[], now: number): readonly Verdict[] => {
  const counted: Candidate[] = []
  return mails.map((mail) => {
    const verdict = judgeMail(mail, beforeIt(mail, counted, now), now)
    if (verdict.kind === 'send' && !mail.isCounted) counted.push(mail)
    return verdict
  })
}

const beforeIt = (mail: Candidate, counted: readonly Candidate[], now: number): Before => {
  const toPerson = counted.filter(({ personId }) => personId === mail.personId)
  const alike = toPerson.filter(({ creatorId, kind }) => creatorId === mail.creatorId && kind === mail.kind)
  const strange = counted.filter(({ ownerId, isToStranger }) => ownerId === mail.ownerId && isToStranger)
  return {
    fullSince: [...toPerson.map(() => now), ...mail.wentAt][PER_ADDRESS - 1] ?? null,
    fromCreator: mail.fromCreator + alike.length,
    toStrangers: mail.toStrangers + strange.length,
  }
}

const drop = (reason: DropReason): Verdict => ({ kind: 'drop', reason })

export const judgeMail = (mail: Judged, before: Before, now: number): Verdict => {
  if (!mail.hasAddress) return drop('no_address')
  if (mail.hasStopped) return drop('stopped')
  if (now >= (mail.answerBy ?? mail.createdAt + STALE_MS)) return drop('stale')
  if (mail.isCounted) return { kind: 'send' }
  if (mail.unasked && before.fromCreator >= UNASKED_PER_CREATOR) return drop('limited')
  if (mail.isToStranger && before.toStrangers >= TO_STRANGERS_PER_OWNER) return drop('limited')
  return before.fullSince === null ? { kind: 'send' } : overLimit(mail, before.fullSince + DAY_MS)
}

/**
 * Silence settles a proposal, and a new member is to know how to leave: they are told later rather than not at
 * all.
 */
const overLimit = ({ unasked, answerBy }: Judged, freeAt: number): Verdict =>
  unasked !== 'invitation' && answerBy !== null && freeAt < answerBy
    ? { kind: 'wait', until: freeAt }
    : drop('limited')
