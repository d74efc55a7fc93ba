// How long an answer is waited for, in time of this process: a step of it has passed when what arrived by then was read.
// A process that was too busy to read its sockets has not waited.
import { Fault } from '../kernel/refusal.ts'

const STEPS = 5
/** For so many times as long as an answer may take: nothing but late answers, or none. */
const LATE_IN_A_ROW = 10

/** Calls `step` after every so many milliseconds, until it says false or the result is called. */
const everyStep = (ms: number, step: () => boolean): (() => void) => {
  let timer: NodeJS.Timeout
  let isOver = false
  const wait = (): void => {
    // Sockets are read between the two.
    timer = setTimeout(() => setImmediate(() => !isOver && step() && wait()), ms)
  }
  wait()
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}

/** Rejects where there is no answer in time. */
export const within = <T>(answer: Promise<T>, ms: number): Promise<T> =>
  new Promise((resolve, reject) => {
    let left = STEPS
    const stop = everyStep(ms / STEPS, () => {
      left -= 1
      if (left === 0) reject(tooLate(ms))
      return left > 0
    })
    answer.then(resolve, reject).finally(stop)
  })

const tooLate = (ms: number): Fault => new Fault(`no answer within ${ms} ms`)

/** With one that is asked again and again: it ends when several answers in a row were late. */
export class RedisPatience {
  readonly #answerMs: number
  readonly #onEnd: (error: Fault) => void
  #stop: (() => void) | undefined
  #waiting = 0
  #step = 0
  /** How many steps have passed without an answer that was in time. */
  #late = 0

  constructor(answerMs: number, onEnd: (error: Fault) => void) {
    this.#answerMs = answerMs
    this.#onEnd = onEnd
  }

  /** Gives what to say when the answer is there. */
  begin(): number {
    this.#waiting += 1
    this.#stop ??= everyStep(this.#answerMs / STEPS, () => this.#pass())
    return this.#step
  }

  end(begunAt: number): void {
    this.#waiting -= 1
    if (this.#step - begunAt <= STEPS) this.#late = 0
  }

  stop(): void {
    this.#stop?.()
  }

  #pass(): boolean {
    if (this.#waiting === 0) {
      this.#stop = undefined
      return false
    }
    this.#step += 1
    this.#late += 1
    if (this.#late < STEPS * LATE_IN_A_ROW) return true
    this.#onEnd(tooLate(this.#answerMs))
    return false
  }
}
