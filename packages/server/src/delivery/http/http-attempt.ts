// One attempt, from the moment it has a connection to its result: sends, reads what it may of the response, and gives
// the connection back. It ends once, within its time, whatever the receiver does.
import type { IncomingHttpHeaders } from 'node:http'
import { util, type Dispatcher } from 'undici'
import type { Clock } from '../../kernel/clock.ts'
import type { Attempt, AttemptEnd, AttemptResult, Message } from './attempt.ts'
import type { Connection } from './connection.ts'
import { type AttemptFailure, failureToAnswer, outOfTime } from './failure.ts'
import type { ConnectionPool, Waiter } from './pool.ts'
import { EXCERPT_BYTES, decideOutcome, readRetryAfter, toExcerpt, toExcerptWithout } from './response.ts'

/** What is read of a response; a longer one is cut off, and the connection with it. */
const READ_BYTES = 16 * 1024

interface AttemptSurroundings {
  readonly pool: ConnectionPool
  readonly clock: Clock
  readonly timeoutMs: number
}

/**
 * Uses undici's older handler interface. The newer one is a layer above it that makes an object for each attempt and
 * parses the headers of every response. Most of them are never needed, and it costs a twentieth of a delivery.
 */
export class HttpAttempt implements Dispatcher.DispatchHandler, Waiter {
  readonly #attempt: Attempt
  readonly #surroundings: AttemptSurroundings
  readonly #onEnd: AttemptEnd

  #isOver = false
  #message: Message | undefined
  #startedAt = 0
  #timer: NodeJS.Timeout | undefined
  #connection: Connection | undefined
  #wasReused = false
  #isSecondTry = false
  #hasResponseBegun = false
  #status: number | undefined
  #headers: Buffer[] = []
  #readBytes = 0
  readonly #kept: Buffer[] = []

  /** An excerpt alone, unless it must be known what comes after it. */
  readonly #keptBytes: number
  readonly #secretHeaders: readonly string[]

  constructor(attempt: Attempt, surroundings: AttemptSurroundings, onEnd: AttemptEnd) {
    this.#attempt = attempt
    this.#secretHeaders = attempt.secretHeaders ?? []
    this.#keptBytes = this.#secretHeaders.length === 0 ? EXCERPT_BYTES : READ_BYTES
    this.#surroundings = surroundings
    this.#onEnd = onEnd
  }

  isWanted(): boolean {
    return this.#attempt.isWanted()
  }

  giveUp(): void {
    this.#end(null, false)
  }

  take(connection: Connection): void {
    const { clock, timeoutMs } = this.#surroundings
    this.#startedAt = clock.monotonic()
    this.#timer = setTimeout(() => this.#stop(outOfTime()), timeoutMs)
    const message = this.#attempt.compose()
    this.#message = message
    this.#sendOver(connection, message)
  }

  #sendOver(connection: Connection, { headers, body }: Message): void {
    this.#connection = connection
    connection.client.dispatch({ method: 'POST', path: this.#attempt.target.path, headers, body }, this)
  }

  /** There is a connection, and nothing was written to it yet. */
  onConnect(abort: () => void): void {
    this.#wasReused = (this.#connection?.responses ?? 0) > 0
    if (this.isWanted()) return
    this.#end(null, false)
    abort()
  }

  onResponseStarted(): void {
    this.#hasResponseBegun = true
  }

  /** undici goes on reading because of the `true`, here and in `onData`. */
  onHeaders(status: number, headers: Buffer[]): boolean {
    if (status < 200) return true
    this.#status = status
    this.#headers = headers
    return true
  }

  onData(chunk: Buffer): boolean {
    if (this.#readBytes < this.#keptBytes) this.#kept.push(chunk)
    this.#readBytes += chunk.length
    if (this.#readBytes > READ_BYTES) this.#settle(false)
    return true
  }

  onComplete(): void {
    if (this.#connection !== undefined) this.#connection.responses += 1
    this.#settle(true)
  }

  onError(error: Error): void {
    const failure = failureToAnswer(error)
    if (this.#isStale(failure)) this.#tryAgain()
    else this.#stop(failure)
  }

  /**
   * The receiver closed an idle connection in the moment that we used it. It has not answered, and cannot be told
   * from one that never read the request. Receivers must be ready for repetitions, so this is made good at once
   * and over a new connection, instead of at the next interval; but once only.
   */
  #isStale({ outcome }: AttemptFailure): boolean {
    const isRace = outcome === 'connection_lost' && this.#wasReused && !this.#hasResponseBegun
    return isRace && !this.#isSecondTry && !this.#isOver
  }

  #tryAgain(): void {
    this.#isSecondTry = true
    if (this.#connection === undefined || this.#message === undefined) return
    this.#sendOver(this.#surroundings.pool.replace(this.#connection), this.#message)
  }

  /** Ends without a complete response. A status that has come stands. */
  #stop(failure: AttemptFailure): void {
    if (this.#status === undefined) this.#end(this.#describeFailure(failure), false)
    else this.#settle(false)
  }

  #settle(isComplete: boolean): void {
    this.#end(this.#describeResponse(this.#status ?? 0), isComplete)
  }

  /** Tells what came of it before the connection is free: what that teaches counts for who is next. */
  #end(result: AttemptResult | null, isReusable: boolean): void {
    if (this.#isOver) return
    this.#isOver = true
    clearTimeout(this.#timer)
    try {
      this.#onEnd(result)
    } catch (error) {
      // A fault of ours, which undici would take for one of the connection, and keep to itself.
      queueMicrotask(() => {
        throw error
      })
    }
    if (this.#connection === undefined) return
    const { pool } = this.#surroundings
    if (isReusable) pool.keep(this.#connection)
    else pool.drop(this.#connection)
  }

  #describeFailure({ outcome, message }: AttemptFailure): AttemptResult {
    return { outcome, status: null, retryAfterMs: null, ms: this.#elapsed(), excerpt: null, error: message }
  }

  #describeResponse(status: number): AttemptResult {
    const outcome = decideOutcome(status)
    const isPlain = outcome === 'delivered' && this.#readBytes === 0
    const { retryAfterMs, excerpt } = isPlain ? nothingMore : this.#readMore()
    return { outcome, status, retryAfterMs, ms: this.#elapsed(), excerpt, error: null }
  }

  /** What the receiver says beyond its status. */
  #readMore(): Pick<AttemptResult, 'retryAfterMs' | 'excerpt'> {
    const headers: IncomingHttpHeaders = util.parseHeaders(this.#headers)
    const { 'retry-after': retryAfter, 'content-encoding': encoding, date } = headers
    const now = this.#surroundings.clock.now()
    return {
      retryAfterMs: retryAfter === undefined ? null : readRetryAfter(retryAfter, date, now),
      // Nothing is unpacked: a few bytes can unpack to gigabytes.
      excerpt: encoding === undefined ? this.#takeExcerpt() : null,
    }
  }

  #takeExcerpt(): string | null {
    const read = Buffer.concat(this.#kept).subarray(0, this.#keptBytes)
    return this.#secretHeaders.length === 0 ? toExcerpt(read) : toExcerptWithout(this.#secretHeaders, read)
  }

  #elapsed(): number {
    return Math.round(this.#surroundings.clock.monotonic() - this.#startedAt)
  }
}

const nothingMore = { retryAfterMs: null, excerpt: null } as const
