// Whether a mail goes out now: judged when it is about to be sent, never when it is written, so that whoever
// caused it is answered the same in the same time whatever becomes of it.
import { DAY_MS } from '../kernel/instants.ts'

export const PER_ADDRESS = 3
const UNASKED_PER_CREATOR = 1
const TO_STRANGERS_PER_OWNER = 50
/** After this, a notice that nobody needs to answer is no news any more. */
const STALE_MS = 3 * DAY_MS

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
  /** When the first of those went out that fill a day of this address; null where it is not full. */
  readonly fullSince: number | null
  /** Of an unasked one: those of its kind from this creator to this address in the last day. */
  readonly fromCreator: number
  /** Mails of this owner in the last day to people who have never answered it. */
  readonly toStrangers: number
}

export type DropReason = 'no_address' | 'stopped' | 'stale' | 'limited'

export type Verdict =
  | { readonly kind: 'send' }
  | { readonly kind: 'drop'; readonly reason: DropReason }
  | { readonly kind: 'wait'; readonly until: number }

const drop = (reason: DropReason): Verdict => ({ kind: 'drop', reason })

export const judgeMail = (mail: Judged, now: number): Verdict => {
  if (!mail.hasAddress) return drop('no_address')
  if (mail.hasStopped) return drop('stopped')
  if (now >= (mail.answerBy ?? mail.createdAt + STALE_MS)) return drop('stale')
  if (mail.isCounted) return { kind: 'send' }
  if (mail.unasked && mail.fromCreator >= UNASKED_PER_CREATOR) return drop('limited')
  if (mail.isToStranger && mail.toStrangers >= TO_STRANGERS_PER_OWNER) return drop('limited')
  return mail.fullSince === null ? { kind: 'send' } : overLimit(mail, mail.fullSince + DAY_MS)
}

/**
 * Silence settles a proposal, and a new member is to know how to leave: they are told later rather than not at
 * all.
 */
const overLimit = ({ unasked, answerBy }: Judged, freeAt: number): Verdict =>
  unasked !== 'invitation' && answerBy !== null && freeAt < answerBy
    ? { kind: 'wait', until: freeAt }
    : drop('limited')
