// One try at handing an event to a receiver: what is sent, and what came of it. Whoever keeps the queue knows
// these words and nothing of sockets.

/**
 * What came of an attempt. The first two are final, all others are failures that a retry may mend.
 * `delivered`: a 2xx in time. `gone`: a 410. `redirected`: a 3xx, never followed. `refused_status`: any other
 * status. `timed_out`: no status in time. `unreachable`: no connection (DNS included).
 * `connection_lost`: a connection that ended before a status came. `tls_failed`: no trust in the receiver's
 * certificate, or no TLS at all. `target_forbidden`: the address is not a public one; nothing was sent.
 * `answer_broken`: what came back is not HTTP.
 * The first four have a status, the others have none.
 */
export type AttemptOutcome =
  | 'delivered'
  | 'gone'
  | 'redirected'
  | 'refused_status'
  | 'timed_out'
  | 'unreachable'
  | 'connection_lost'
  | 'tls_failed'
  | 'target_forbidden'
  | 'answer_broken'

export interface Attempt {
  readonly url: string
  /** Names in lower case; `host`, `content-length` and `connection` are made here. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface AttemptResult {
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

export interface Sender {
  /** Never rejects. */
  send(attempt: Attempt): Promise<AttemptResult>
  /** Waits for what is under way (at most the timeout), then closes every connection. */
  close(): Promise<void>
}
