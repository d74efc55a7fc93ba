// One attempt from its first millisecond to its result: waits for a connection, sends, reads what it may of the
// answer, and gives the connection back. It ends once, within its time, whatever the receiver does.
import type { IncomingHttpHeaders } from 'node:http'
import { util, type Dispatcher } from 'undici'
import type { Clock } from '../kernel/clock.ts'
import { EXCERPT_BYTES, excerptOf, outcomeOf, readRetryAfter } from './answer.ts'
import type { Attempt, AttemptResult, Permit } from './attempt.ts'
import { type AttemptFailure, failureToAnswer, outOfTime } from './failure.ts'
import type { Line } from './line.ts'
import type { Lines, Waiting } from './lines.ts'
import type { TargetParts } from './targets.ts'

/** What is read of an answer; a longer one is cut off, and the connection with it. */
const READ_BYTES = 16 * 1024

/**
 * Spoken to in undici's older form: the newer one is translated into it, with an object for each attempt and the
 * headers of every answer read, of which most are never looked at. That takes a twentieth of a delivery.
 */
export class Exchange implements Dispatcher.DispatchHandler, Waiting {
  isOver = false
  readonly #attempt: Attempt
  readonly #target: TargetParts
  readonly #lines: Lines
  readonly #clock: Clock
  readonly #done: (result: AttemptResult) => void
  readonly #permit: Permit | undefined
  readonly #startedAt: number
  readonly #timer: NodeJS.Timeout

  #line: Line | undefined
  #wasReused = false
  #isSecondTry = false
  #hasAnswerBegun = false
  #status: number | undefined
  #headers: Buffer[] = []
  #readBytes = 0
  readonly #kept: Buffer[] = []

  constructor(
    attempt: Attempt,
    target: TargetParts,
    { lines, clock, timeoutMs }: { readonly lines: Lines; readonly clock: Clock; readonly timeoutMs: number },
    done: (result: AttemptResult) => void,
    permit?: Permit,
  ) {
    this.#attempt = attempt
    this.#target = target
    this.#lines = lines
    this.#clock = clock
    this.#done = done
    this.#permit = permit
    this.#startedAt = clock.monotonic()
    this.#timer = setTimeout(() => this.#stop(outOfTime()), timeoutMs)
  }

  start(): void {
    this.#lines.ask(this.#target.origin, this)
  }

  take(line: Line): void {
    this.#line = line
    const { headers, body } = this.#attempt
    line.client.dispatch({ method: 'POST', path: this.#target.path, headers, body }, this)
  }

  /** There is a connection, and nothing was written to it yet. */
  onConnect(abort: () => void): void {
    this.#wasReused = (this.#line?.answers ?? 0) > 0
    const permit = this.#permit
    if (permit === undefined || permit.isGiven()) return
    this.#close(() => permit.onWithheld(), false)
    abort()
  }

  onResponseStarted(): void {
    this.#hasAnswerBegun = true
  }

  /** True: go on reading. So it is below. */
  onHeaders(status: number, headers: Buffer[]): boolean {
    if (status < 200) return true
    this.#status = status
    this.#headers = headers
    return true
  }

  onData(chunk: Buffer): boolean {
    if (this.#readBytes < EXCERPT_BYTES) this.#kept.push(chunk)
    this.#readBytes += chunk.length
    if (this.#readBytes > READ_BYTES) this.#settle(false)
    return true
  }

  onComplete(): void {
    if (this.#line !== undefined) this.#line.answers += 1
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
    const isRace = outcome === 'connection_lost' && this.#wasReused && !this.#hasAnswerBegun
    return isRace && !this.#isSecondTry && !this.isOver
  }

  #tryAgain(): void {
    this.#isSecondTry = true
    const { origin } = this.#target
    this.#lines.dropIdleOf(origin)
    if (this.#line !== undefined) this.#lines.drop(this.#line)
    this.#line = undefined
    this.#lines.ask(origin, this)
  }

  /** Ends without a complete answer. A status that has come stands. */
  #stop(failure: AttemptFailure): void {
    if (this.#status === undefined) this.#end(this.#failed(failure), false)
    else this.#settle(false)
  }

  #settle(isComplete: boolean): void {
    this.#end(this.#answered(this.#status ?? 0), isComplete)
  }

  #end(result: AttemptResult, isReusable: boolean): void {
    this.#close(() => this.#done(result), isReusable)
  }

  #close(tell: () => void, isReusable: boolean): void {
    if (this.isOver) return
    this.isOver = true
    clearTimeout(this.#timer)
    if (this.#line !== undefined) {
      if (isReusable) this.#lines.keep(this.#line)
      else this.#lines.drop(this.#line)
    }
    try {
      tell()
    } catch (error) {
      // A fault of ours, which undici would take for one of the connection, and keep to itself.
      queueMicrotask(() => {
        throw error
      })
    }
  }

  #failed({ outcome, message }: AttemptFailure): AttemptResult {
    return { outcome, status: null, retryAfterMs: null, ms: this.#elapsed(), excerpt: null, error: message }
  }

  #answered(status: number): AttemptResult {
    const outcome = outcomeOf(status)
    const isPlain = outcome === 'delivered' && this.#readBytes === 0
    const { retryAfterMs, excerpt } = isPlain ? nothingSaid : this.#said()
    return { outcome, status, retryAfterMs, ms: this.#elapsed(), excerpt, error: null }
  }

  /** What the receiver says beyond its status. */
  #said(): Pick<AttemptResult, 'retryAfterMs' | 'excerpt'> {
    const headers: IncomingHttpHeaders = util.parseHeaders(this.#headers)
    const { 'retry-after': retryAfter, 'content-encoding': encoding, date } = headers
    return {
      retryAfterMs: retryAfter === undefined ? null : readRetryAfter(retryAfter, date, this.#clock.now()),
      // Nothing is unpacked: a few bytes can unpack to gigabytes.
      excerpt: encoding === undefined ? excerptOf(Buffer.concat(this.#kept)) : null,
    }
  }

  #elapsed(): number {
    return Math.round(this.#clock.monotonic() - this.#startedAt)
  }
}

const nothingSaid = { retryAfterMs: null, excerpt: null } as const
