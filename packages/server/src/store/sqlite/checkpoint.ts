// Checkpoints of a SQLite database: what its write-ahead log (WAL) holds is copied back into the file. Left to itself,
// SQLite does so within the commit that made the log long, and nobody is answered for a tenth of a second. Here another
// thread copies while commits and reads go on. The little that they added meanwhile is copied between two commits;
// then nothing is left in the log, and SQLite writes it from its beginning again.
import { Worker } from 'node:worker_threads'
import type { SqliteConnection } from './connection.ts'

export interface CheckpointLimits {
  /** A checkpoint begins when so many pages wait in the log. Pages that change at every commit are then copied rarely. */
  readonly beginAtPages: number
  /** So many pages may be copied between two commits. */
  readonly finishAtPages: number
}

/** 32 MiB, and what is copied in a few milliseconds. */
const usualLimits: CheckpointLimits = { beginAtPages: 8000, finishAtPages: 800 }

/** The writers may be faster than the thread. After so many passes of the thread, the writers wait for the rest. */
const MOST_PASSES = 4

// The built file, also where the sources run: a thread of Node 20 reads no TypeScript.
const threadFile = new URL('../../../dist/store/sqlite/checkpoint-thread.js', import.meta.url)

export class Checkpointer {
  readonly #path: string
  readonly #limits: CheckpointLimits
  readonly #countWaitingPages: () => number
  readonly #copyHere: () => void
  #thread: Worker | undefined
  #state: 'idle' | 'thread copies' | 'thread is done' = 'idle'
  #passes = 0
  /** Pages that the last checkpoint could not copy, since someone still reads an older state. */
  #heldPages = 0

  /** The connection must leave checkpoints to this class (`wal_autocheckpoint = 0`). */
  constructor({ db }: SqliteConnection, path: string, limits: CheckpointLimits = usualLimits) {
    this.#path = path
    this.#limits = limits
    const inspect = db.prepare<[], { log: number; checkpointed: number }>('pragma wal_checkpoint(noop)')
    this.#countWaitingPages = () => {
      const { log, checkpointed } = inspect.get() ?? { log: 0, checkpointed: 0 }
      return log - checkpointed
    }
    const copy = db.prepare('pragma wal_checkpoint(passive)')
    this.#copyHere = () => void copy.get()
  }

  /** To be called after each commit, before the next transaction. Never throws: what was committed is committed. */
  afterCommit(): void {
    if (this.#state === 'thread copies') return
    try {
      this.#proceed()
    } catch {
      // Such as a full disk: the next commit will say so. The next try is made when the log has grown by as much again.
      this.#end(this.#heldPages + this.#limits.beginAtPages)
    }
  }

  async close(): Promise<void> {
    await this.#thread?.terminate()
  }

  #proceed(): void {
    const waiting = this.#countWaitingPages()
    if (this.#state === 'thread is done') this.#finish(waiting)
    else if (waiting >= this.#heldPages + this.#limits.beginAtPages) this.#letThreadCopy()
    else this.#heldPages = Math.min(this.#heldPages, waiting)
  }

  #finish(waiting: number): void {
    if (waiting > this.#limits.finishAtPages && this.#passes < MOST_PASSES) {
      this.#letThreadCopy()
      return
    }
    this.#copyHere()
    this.#end(this.#countWaitingPages())
  }

  #end(heldPages: number): void {
    this.#heldPages = heldPages
    this.#passes = 0
    this.#state = 'idle'
  }

  #letThreadCopy(): void {
    this.#thread ??= this.#startThread()
    this.#state = 'thread copies'
    this.#passes += 1
    this.#thread.postMessage('copy')
  }

  /** A thread that fails is started again when it is needed next; what it left undone is copied here. */
  #startThread(): Worker {
    const thread = new Worker(threadFile, { workerData: this.#path })
    const onExit = (): void => {
      this.#thread = undefined
      this.#passes = MOST_PASSES
      this.#state = 'thread is done'
    }
    thread.on('message', () => (this.#state = 'thread is done'))
    thread.once('error', () => undefined)
    thread.once('exit', onExit)
    thread.unref()
    return thread
  }
}
