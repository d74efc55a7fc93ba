// The way out of a stream: small pieces, each sent when the one before has been taken. So what is held for a client
// that reads slowly, or not at all, is one page and one piece; and one that takes nothing for long is cut off.
import type { ServerResponse } from 'node:http'
import { setImmediate as turn } from 'node:timers/promises'
import type { Clock } from '../../kernel/clock.ts'
import type { LiveTiming } from '../../operations/long-poll.ts'

const PIECE_LENGTH = 16 * 1024

export class Outlet {
  readonly #raw: ServerResponse
  readonly #over: AbortSignal
  readonly #timing: LiveTiming
  readonly #clock: Clock
  readonly #watch: NodeJS.Timeout
  /** Of the last piece, when it was sent, or when it was taken. */
  #changedAt: number
  #isTaken = true
  #wake: () => void = () => undefined

  /** `over` ends it, however much is left to send. */
  constructor(raw: ServerResponse, over: AbortSignal, timing: LiveTiming, clock: Clock) {
    this.#raw = raw
    this.#over = over
    this.#timing = timing
    this.#clock = clock
    this.#changedAt = clock.monotonic()
    this.#watch = setInterval(() => this.#look(), timing.pollMs)
    over.addEventListener('abort', () => this.#wake(), { once: true })
  }

  /** Resolves when all of it was taken, or when there is nobody to take it any more. */
  async send(messages: readonly string[]): Promise<void> {
    for (const piece of inPieces(messages)) {
      await this.#untilTaken()
      if (this.#isOver()) return
      this.#write(piece)
    }
    await this.#untilTaken()
    // A client that keeps up would else be all that this process does, as long as there are pages.
    await turn()
  }

  /** What was sent has one more look's time to leave. */
  async close(): Promise<void> {
    clearInterval(this.#watch)
    if (this.#raw.destroyed) return
    await new Promise<void>((resolve) => {
      const late = setTimeout(resolve, this.#timing.pollMs)
      const done = (): void => {
        clearTimeout(late)
        resolve()
      }
      this.#raw.once('close', done)
      this.#raw.end(done)
    })
    if (!this.#raw.writableFinished) this.#raw.destroy()
  }

  #isOver(): boolean {
    return this.#over.aborted || this.#raw.destroyed
  }

  #write(text: string): void {
    this.#isTaken = false
    this.#changedAt = this.#clock.monotonic()
    this.#raw.write(text, () => {
      this.#isTaken = true
      this.#changedAt = this.#clock.monotonic()
      this.#wake()
    })
  }

  async #untilTaken(): Promise<void> {
    if (this.#isTaken || this.#isOver()) return
    await new Promise<void>((resolve) => {
      this.#wake = resolve
    })
  }

  #look(): void {
    const sinceMs = this.#clock.monotonic() - this.#changedAt
    if (!this.#isTaken && sinceMs >= this.#timing.stallMs) this.#raw.destroy()
    if (this.#isTaken && sinceMs >= this.#timing.heartbeatMs) this.#write(': still here\n\n')
  }
}

/** Joined up to a length; one that is longer goes alone. */
function* inPieces(messages: readonly string[]): Generator<string> {
  let piece = ''
  for (const message of messages) {
    if (piece !== '' && piece.length + message.length > PIECE_LENGTH) {
      yield piece
      piece = ''
    }
    piece += message
  }
  if (piece !== '') yield piece
}
