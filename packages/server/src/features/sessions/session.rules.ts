// How long a session lasts, and how long it counts as proved who sits there.
import { DAY_MS, MINUTE_MS } from '../../kernel/instants.ts'

const IDLE_MS = 30 * DAY_MS
const WHOLE_MS = 180 * DAY_MS
const PROOF_MS = 15 * MINUTE_MS
/** How often the time of its last use is written down. */
const NOTED_EVERY_MS = MINUTE_MS
export const SESSIONS_AT_MOST = 50

export interface SessionTimes {
  readonly createdAt: number
  readonly usedAt: number
  /** When the person last proved who they are: by a mail, a passkey, or the operator's link. */
  readonly provedAt: number
}

export const hasEnded = ({ createdAt, usedAt }: SessionTimes, now: number): boolean =>
  now >= usedAt + IDLE_MS || now >= createdAt + WHOLE_MS

/** Whether sensitive operations are allowed without re-authentication. */
export const isFresh = ({ provedAt }: Pick<SessionTimes, 'provedAt'>, now: number): boolean =>
  now < provedAt + PROOF_MS

export const isToBeNoted = ({ usedAt }: SessionTimes, now: number): boolean => now >= usedAt + NOTED_EVERY_MS

/** Every session that was used or made no later than these has ended. */
export const endedBefore = (now: number): { readonly usedAt: number; readonly createdAt: number } => ({
  usedAt: now - IDLE_MS,
  createdAt: now - WHOLE_MS,
})
