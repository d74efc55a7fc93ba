// Signing in by mail: how long a mail is good for, how many go to an address, and who is sent one.
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../kernel/instants.ts'
import type { SignUp } from '../../kernel/sign-up.ts'

/** From the hand-over of the mail to the mail server. */
export const LINK_MS = 15 * MINUTE_MS
/** Of each code. */
export const CODE_TRIES = 5

const IN_AN_HOUR = 5
const IN_A_DAY = 10
const ERASED_IN_A_DAY = 1

/** What is known of an address when a mail is about to be made for it. */
export interface KnownAddress {
  readonly hasAccount: boolean
  /** They were challenged, or added to a group. */
  readonly isInvited: boolean
  /** When their account or their address was erased at their wish; null where it was not. */
  readonly erasedAt: number | null
}

/** When mails of one inbox were sent that count together, the newest last. */
export type SentAt = readonly number[]

/** Whether an address may sign in, or open an account first. */
export const mayEnter = ({ hasAccount, isInvited, erasedAt }: KnownAddress, signUp: SignUp): boolean =>
  hasAccount || (signUp === 'open' ? true : signUp === 'invited' && (isInvited || erasedAt !== null))

/** Whether a mail goes out now. */
export const maySendMail = (known: KnownAddress, sentAt: SentAt, signUp: SignUp, now: number): boolean => {
  if (!mayEnter(known, signUp)) return false
  const inADay = sentAt.filter((at) => at > now - DAY_MS)
  const inAnHour = inADay.filter((at) => at > now - HOUR_MS)
  const most = known.erasedAt !== null && !known.hasAccount ? ERASED_IN_A_DAY : IN_A_DAY
  return inADay.length < most && inAnHour.length < IN_AN_HOUR
}

/** A sign-in as it is kept. */
export interface SignInState {
  readonly state: 'waiting' | 'sending' | 'sent' | 'dropped' | 'failed' | 'used' | 'ended'
  readonly lapsesAt: number | null
}

/** Good: it signs in. Lapsed: it once did, and a new mail can be asked for. */
export type LinkStanding = 'good' | 'lapsed'

export const judgeLink = ({ state, lapsesAt }: SignInState, now: number): LinkStanding =>
  (state === 'sending' || state === 'sent') && lapsesAt !== null && now < lapsesAt ? 'good' : 'lapsed'
