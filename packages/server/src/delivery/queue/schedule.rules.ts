// What follows from an attempt: it is over, it is tried again at a certain time, or the subscription is switched
// off. The intervals are the operator's; to each comes up to a tenth by chance, so that what failed together does
// not come back together.
import type { AttemptOutcome, DisabledReason } from '@challenge-service/contract'

export interface Attempted {
  /** Which attempt it was, from 1. */
  readonly attempt: number
  readonly outcome: AttemptOutcome
  readonly status: number | null
  readonly retryAfterMs: number | null
}

/** Why a receiver switches its subscription off. */
export type Failure = Exclude<DisabledReason, 'plan'>

/** One of the endings in states.rules.ts. */
export type AttemptDecision =
  { readonly kind: 'delivered' | 'failed_once' | Failure } | { readonly kind: 'retry'; readonly at: number }

const CHANCE_SHARE = 0.1

/** `chance` is from 0 up to 1. */
export const decideNext = (
  attempted: Attempted,
  retrySeconds: readonly number[],
  chance: number,
  now: number,
): AttemptDecision => {
  if (attempted.outcome === 'delivered') return { kind: 'delivered' }
  // The receiver's unsubscription, and no failure.
  if (attempted.outcome === 'gone') return { kind: 'gone' }
  const seconds = retrySeconds[attempted.attempt - 1]
  if (seconds === undefined) return { kind: 'failures' }
  const intervalMs = seconds * 1000 * (1 + CHANCE_SHARE * chance)
  return {
    kind: 'retry',
    at: now + Math.round(Math.max(intervalMs, boundRetryAfter(attempted, retrySeconds))),
  }
}

/** Where there is no second attempt, and nothing follows from the first. */
export const decideOnce = (outcome: AttemptOutcome): AttemptDecision => ({
  kind: outcome === 'delivered' ? 'delivered' : 'failed_once',
})

/** Retry-After can only lengthen an interval, and no further than to the longest there is. */
const boundRetryAfter = ({ status, retryAfterMs }: Attempted, retrySeconds: readonly number[]): number =>
  status === 429 || status === 503 ? Math.min(retryAfterMs ?? 0, (retrySeconds.at(-1) ?? 0) * 1000) : 0
