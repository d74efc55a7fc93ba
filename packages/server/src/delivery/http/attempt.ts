// One try at handing an event to a receiver: what is sent, and what came of it. The queue knows
// these words and nothing of sockets.
import type { AttemptOutcome } from '@challenge-service/contract'
import type { Target } from './target.ts'

/** What is sent. */
export interface Message {
  /** Name, value, name, value, …, each name once; `host`, `content-length` and `connection` are added. */
  readonly headers: string[]
  readonly body: Buffer
}

export interface Attempt {
  readonly target: Target
  /** Of the headers, those that the owner chose: what is kept of the response repeats none of their values. */
  readonly secretHeaders?: readonly string[]
  /** Asked when it is about to begin, and once more before its first byte leaves. If false, it is not made. */
  isWanted(): boolean
  /** Called when the attempt begins, since the signature holds the time of that moment. */
  compose(): Message
}

export interface AttemptResult {
  /** `delivered`, `gone`, `redirected` and `refused_status` have a status, the others have none. */
  readonly outcome: AttemptOutcome
  /** The status of the response, if one came. */
  readonly status: number | null
  /** What `Retry-After` asks for, from now on; null without one that can be read. */
  readonly retryAfterMs: number | null
  /** How long the attempt took, in whole milliseconds. */
  readonly ms: number
  /** The beginning of the response: at most 1 KiB, valid text without control characters; null if there is none. */
  readonly excerpt: string | null
  /** One short sentence for the owner when the attempt failed without a status; holds nothing of ours. */
  readonly error: string | null
}

/** Called once, at the end of an attempt; with null where nothing was sent. */
export type AttemptEnd = (result: AttemptResult | null) => void
