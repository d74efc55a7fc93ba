// One try at handing an event to a receiver: what is sent, and what came of it. Whoever keeps the queue knows
// these words and nothing of sockets.
import type { AttemptOutcome } from '@challenge-service/contract'

export interface Attempt {
  readonly url: string
  /** Name, value, name, value, …, the names in lower case; `host`, `content-length` and `connection` are made here. */
  readonly headers: string[]
  readonly body: Buffer
}

export interface AttemptResult {
  /** `delivered`, `gone`, `redirected` and `refused_status` have a status, the others have none. */
  readonly outcome: AttemptOutcome
  /** The status of the answer, if one came. */
  readonly status: number | null
  /** What `Retry-After` asks for, from now on; null without one that can be read. */
  readonly retryAfterMs: number | null
  /** How long the attempt took, in whole milliseconds. */
  readonly ms: number
  /** The beginning of the answer: at most 1 KiB, valid text without control characters; null if there is none. */
  readonly excerpt: string | null
  /** One short sentence for the owner when the attempt failed without a status; holds nothing of ours. */
  readonly error: string | null
}

/** Whether an attempt may still be made: asked in the moment before its first byte leaves. */
export interface Permit {
  isGiven(): boolean
  /** Called in place of `done`, where nothing was sent for want of it. */
  onWithheld(): void
}

export interface Sender {
  /** Calls `done` once, in the very moment of the answer: what is sent then takes over the connection at once. */
  send(attempt: Attempt, done: (result: AttemptResult) => void, permit?: Permit): void
  /** Waits for what is under way (at most the timeout), then closes every connection. */
  close(): Promise<void>
}
