// When a call is sent again, and how long it waits before. Every call may be: GET and DELETE by their nature,
// a POST by its Idempotency-Key, which stays the same.
import { ChallengeServiceError, ConnectionError, UnexpectedAnswerError } from './errors.ts'
import { limits } from './generated/limits.ts'

export interface Patience {
  /** How often a call is sent again. */
  readonly retries: number
  /** What the waiting grows to where nobody says how long. */
  readonly backoffCapMs: number
  /** A Retry-After beyond this is not waited for. */
  readonly longestWaitMs: number
}

/** For an ordinary call: nobody waits longer than the window in which calls are counted. */
export const patienceOf = (retries: number): Patience => ({
  retries,
  backoffCapMs: 8_000,
  longestWaitMs: limits.rateWindowMs,
})

/** For the feed, which goes on until it is told to stop. */
export const endlessPatience: Patience = {
  retries: Infinity,
  backoffCapMs: 30_000,
  longestWaitMs: 24 * 60 * 60 * 1000,
}

const BACKOFF_MS = 500
const TRANSIENT = new Set([500, 502, 503, 504])

/** Milliseconds to wait before the call that failed is sent again; undefined where it is not. */
export const delayAfter = (
  error: unknown,
  attempts: number,
  { retries, backoffCapMs, longestWaitMs }: Patience,
  random: () => number,
): number | undefined => {
  if (attempts > retries || !isTransient(error)) return undefined
  const retryAfter = error instanceof ConnectionError ? undefined : error.retryAfter
  // Full jitter: those who failed together do not come back together.
  if (retryAfter === undefined) return random() * Math.min(backoffCapMs, BACKOFF_MS * 2 ** (attempts - 1))
  const told = retryAfter * 1000
  return told > longestWaitMs ? undefined : told + random() * BACKOFF_MS
}

type CallError = ChallengeServiceError | ConnectionError | UnexpectedAnswerError

const isTransient = (error: unknown): error is CallError => {
  if (error instanceof ConnectionError) return true
  if (error instanceof UnexpectedAnswerError) return TRANSIENT.has(error.status) || error.status === 429
  if (!(error instanceof ChallengeServiceError)) return false
  return TRANSIENT.has(error.status) || error.code === 'rate_limited' || error.reason === 'key_in_use'
}
