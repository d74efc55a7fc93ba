// SQLite reads in this process itself: while it reads, nobody else is answered. So what is read is counted, and once
// it was enough, the next reads wait for the next turn of the event loop. An ordinary read costs the counting alone.
import { channel } from 'node:diagnostics_channel'

/** One turn reads at most this: 200 rows, and 256 KB. Tests hold it by `reads`. */
const ROWS_AT_MOST = 200
/** The row that is read last may have 64 KB. */
const BYTES_AT_MOST = 192 * 1024

/** A statement that is not read in pieces begins before this, and gives no more than as much again. */
const ROWS_TO_BEGIN = 100
const BYTES_TO_BEGIN = 128 * 1024

/** Only longer texts are measured: their characters may have several bytes each. */
const SHORT_TEXT = 1_000

/** What one step of a statement has read. Published where anyone listens, for tests and benchmarks. */
export interface StepOfReading {
  readonly statement: string | null
  readonly rows: number
  readonly bytes: number
}

const reads = channel('challenge-service:sqlite-reads')

export class ReadTurns {
  /** Since it last gave way: never less than what this turn has read. */
  #rows = 0
  #bytes = 0
  readonly #waiting: (() => void)[] = []

  note(statement: string | null, rows: number, bytes: number): void {
    // One that found nothing has looked for it.
    this.#rows += rows || 1
    this.#bytes += bytes
    if (reads.hasSubscribers) reads.publish({ statement, rows, bytes } satisfies StepOfReading)
  }

  /** A read that has not begun has to wait. */
  get isSpent(): boolean {
    return this.#rows >= ROWS_TO_BEGIN || this.#bytes >= BYTES_TO_BEGIN
  }

  /** Whether `rows` and `bytes` more are all that may be read; a read that is under way has to stop. */
  isFullWith(rows: number, bytes: number): boolean {
    return this.#rows + rows >= ROWS_AT_MOST || this.#bytes + bytes >= BYTES_AT_MOST
  }

  /** Runs what reads in a later turn, in the order of asking. */
  runLater<T>(read: () => Promise<T> | T): Promise<T> {
    if (this.#waiting.length === 0) setImmediate(this.#begin)
    return new Promise((resolve) => this.#waiting.push(() => resolve(attempt(read))))
  }

  readonly #begin = (): void => {
    this.#rows = 0
    this.#bytes = 0
    do this.#waiting.shift()?.()
    while (this.#waiting.length > 0 && !this.isSpent)
    if (this.#waiting.length > 0) setImmediate(this.#begin)
  }
}

const attempt = async <T>(read: () => Promise<T> | T): Promise<T> => read()

/** About how many bytes the values of a row have. */
export const measure = (values: readonly unknown[]): number => {
  let bytes = 0
  for (const value of values) {
    if (typeof value === 'string')
      bytes += value.length > SHORT_TEXT ? Buffer.byteLength(value) : value.length
    else if (value instanceof Uint8Array) bytes += value.length
    else bytes += 8
  }
  return bytes
}
