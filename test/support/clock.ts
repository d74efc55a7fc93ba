// A clock that moves only when a test says so.
import type { Clock } from '../../packages/server/src/kernel/clock.ts'

export class TestClock implements Clock {
  #now = Date.parse('2026-11-15T12:00:00.000Z')
  #monotonic = 1_000_000

  now = (): number => this.#now

  monotonic = (): number => this.#monotonic

  advance(ms: number): void {
    this.#now += ms
    this.#monotonic += ms
  }

  /** As a new process finds it: monotonic time starts over. */
  restart(): void {
    this.#monotonic = 0
  }

  set(instant: string): void {
    this.#now = Date.parse(instant)
  }
}
