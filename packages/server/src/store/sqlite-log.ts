// Keeps the log of a SQLite database short. Left to itself, SQLite copies the log back into the file within the commit
// that made it long, and nobody is answered for a tenth of a second. Here another thread copies, while commits and
// reads go on; what they added meanwhile is little, and is copied between two commits, so that the log begins anew.
import { Worker } from 'node:worker_threads'
import type { SqliteConnection } from './sqlite-connection.ts'

export interface LogLength {
  /** So many pages may wait in the log; those that change at every commit are then copied rarely. */
  readonly long: number
  /** So many are copied between two commits. */
  readonly short: number
}

/** 32 MiB, and what is copied in a few milliseconds. */
const USUAL: LogLength = { long: 8000, short: 800 }

/** The writers may be faster than the thread; then it is they who wait in the end. */
const MOST_PASSES = 4

// The built file, also where the sources run: a thread of Node 20 reads no TypeScript.
const copier = new URL('../../dist/store/log-copier.js', import.meta.url)

export class SqliteLog {
  readonly #path: string
  readonly #length: LogLength
  readonly #waiting: () => number
  readonly #copyHere: () => void
  #thread: Worker | undefined
  #state: 'resting' | 'copying' | 'copied' = 'resting'
  #passes = 0
  /** What could not be copied, since someone still reads an older state. */
  #left = 0

  /** Of a connection that leaves the log alone. */
  constructor({ db }: SqliteConnection, path: string, length: LogLength = USUAL) {
    this.#path = path
    this.#length = length
    const look = db.prepare<[], { log: number; checkpointed: number }>('pragma wal_checkpoint(noop)')
    this.#waiting = () => {
      const { log, checkpointed } = look.get() ?? { log: 0, checkpointed: 0 }
      return log - checkpointed
    }
    const copy = db.prepare('pragma wal_checkpoint(passive)')
    this.#copyHere = () => void copy.get()
  }

  /** To be called after each commit, before the next transaction. Never throws: what was committed is committed. */
  tend(): void {
    if (this.#state === 'copying') return
    try {
      this.#look()
    } catch {
      // Such as a full disk: the next commit will say so. Until the log has grown again, it is left alone.
      this.#rest(this.#left + this.#length.long)
    }
  }

  async close(): Promise<void> {
    await this.#thread?.terminate()
  }

  #look(): void {
    const waiting = this.#waiting()
    if (this.#state === 'copied') this.#goOn(waiting)
    else if (waiting >= this.#left + this.#length.long) this.#pass()
    else this.#left = Math.min(this.#left, waiting)
  }

  #goOn(waiting: number): void {
    if (waiting > this.#length.short && this.#passes < MOST_PASSES) {
      this.#pass()
      return
    }
    this.#copyHere()
    this.#rest(this.#waiting())
  }

  #rest(left: number): void {
    this.#left = left
    this.#passes = 0
    this.#state = 'resting'
  }

  #pass(): void {
    this.#thread ??= this.#start()
    this.#state = 'copying'
    this.#passes += 1
    this.#thread.postMessage('copy')
  }

  /** One that fails is started again when it is needed; what it left undone is copied here. */
  #start(): Worker {
    const thread = new Worker(copier, { workerData: this.#path })
    const failed = (): void => {
      this.#thread = undefined
      this.#passes = MOST_PASSES
      this.#state = 'copied'
    }
    thread.on('message', () => (this.#state = 'copied'))
    thread.once('error', () => undefined)
    thread.once('exit', failed)
    thread.unref()
    return thread
  }
}
