// Write transactions that arrive together share one BEGIN IMMEDIATE … COMMIT, and so one fsync. Their bodies
// run strictly one after another. One that fails, fails alone: where it had written something, the batch is rolled
// back and run again, each body in a savepoint of its own. (In savepoints from the start, every page that a body
// touches would be copied first, for a failure that is rare.) Everyone is answered only after the commit; if it
// fails, all of the batch fail.
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { Fault } from '../kernel/refusal.ts'
import type { SqliteConnection } from './sqlite-connection.ts'
import { asTrouble, isBusy } from './sqlite-errors.ts'
import type { Param, Statement } from './statement.ts'
import type { Tx } from './store.ts'

const BATCH_BODIES = 64
const BATCH_MS = 10
const LOCK_WAIT_MS = 15_000
const LOCK_RETRY_MS = [1, 2, 5, 10, 15] as const

type Body = (tx: Tx) => Promise<unknown>

interface Job {
  readonly body: Body
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
}

export class GroupCommit {
  readonly #connection: SqliteConnection
  readonly #step: Readonly<Record<keyof typeof steps, () => void>>
  readonly #onCommit: (topics: Iterable<string>) => void
  readonly #inOurWords: (error: unknown) => Error
  readonly #queue: Job[] = []
  readonly #turn = new Turn()
  #draining: Promise<void> | undefined
  #closed = false

  constructor(
    connection: SqliteConnection,
    onCommit: (topics: Iterable<string>) => void,
    inOurWords: (error: unknown) => Error = asTrouble,
  ) {
    this.#connection = connection
    this.#onCommit = onCommit
    this.#inOurWords = inOurWords
    this.#step = prepareSteps(connection)
  }

  write<T>(body: (tx: Tx) => Promise<T>): Promise<T> {
    if (this.#closed) return Promise.reject(new Fault('the store is closed'))
    return new Promise<T>((resolve, reject) => {
      const fail = (error: unknown): void => reject(this.#inOurWords(error))
      this.#queue.push({ body, resolve: (value) => resolve(value as T), reject: fail })
      this.#draining ??= this.#drain()
    })
  }

  /** Finishes what was accepted; accepts no more. */
  async close(): Promise<void> {
    this.#closed = true
    await this.#draining
  }

  async #drain(): Promise<void> {
    while (this.#queue.length > 0) {
      // The turn lets whatever else arrived with the first of them join the batch.
      await nextTurn()
      await this.#batch()
      this.#turn.end()
    }
    this.#draining = undefined
  }

  async #batch(): Promise<void> {
    const { db } = this.#connection
    const batch: Entry[] = []
    try {
      await this.#begin()
    } catch (error) {
      for (const job of this.#queue.splice(0)) job.reject(error)
      return
    }
    try {
      if (!(await this.#runTogether(batch))) {
        db.exec('rollback')
        if (batch.length > 1) await this.#runApart(batch)
      }
      if (db.inTransaction) this.#step.commit()
    } catch (error) {
      if (db.inTransaction) db.exec('rollback')
      for (const { job, outcome } of batch) job.reject(outcome.ok ? error : outcome.error)
      return
    }
    for (const { job, outcome } of batch) {
      if (outcome.ok) job.resolve(outcome.value)
      else job.reject(outcome.error)
    }
    this.#onCommit(batch.flatMap(({ outcome }) => (outcome.ok ? [...outcome.topics] : [])))
  }

  /** Takes what waits, for a short while. False once a body has failed that had written something. */
  async #runTogether(batch: Entry[]): Promise<boolean> {
    const startedAt = performance.now()
    while (batch.length < BATCH_BODIES && performance.now() - startedAt < BATCH_MS) {
      const job = this.#queue.shift()
      if (!job) break
      const entry: Entry = { job, outcome: unsettled }
      // In the batch before it runs, so that whatever goes wrong now, it is told.
      batch.push(entry)
      const { writes } = this.#connection
      entry.outcome = await this.#runBody(job.body)
      if (!entry.outcome.ok && this.#connection.writes > writes) return false
    }
    return true
  }

  /** Once more, so that whoever fails takes nobody along. */
  async #runApart(batch: readonly Entry[]): Promise<void> {
    await this.#begin()
    for (const entry of batch) {
      this.#step.enter()
      entry.outcome = await this.#runBody(entry.job.body)
      if (!entry.outcome.ok) this.#step.undo()
      this.#step.leave()
    }
  }

  /** Waits for the write lock without blocking: a busy_timeout would freeze every read of this process. */
  async #begin(): Promise<void> {
    const deadline = performance.now() + LOCK_WAIT_MS
    for (let tries = 0; ; tries += 1) {
      try {
        this.#step.begin()
        return
      } catch (error) {
        if (!isBusy(error) || performance.now() > deadline) throw error
        await pause(LOCK_RETRY_MS[Math.min(tries, LOCK_RETRY_MS.length - 1)])
      }
    }
  }

  async #runBody(body: Body): Promise<Outcome> {
    const tx = new BodyTx(this.#connection)
    let outcome: Outcome
    try {
      const value = await this.#turn.hold(body(tx))
      outcome = tx.failure ?? { ok: true, value, topics: tx.topics }
    } catch (error) {
      outcome = { ok: false, error }
    }
    tx.end()
    // SQLite itself rolls everything back on a full disk and the like.
    if (!this.#connection.db.inTransaction) {
      throw outcome.ok ? new Fault('SQLite ended the transaction') : outcome.error
    }
    return outcome
  }
}

const steps = {
  begin: 'begin immediate',
  enter: 'savepoint body',
  leave: 'release body',
  undo: 'rollback to body',
  commit: 'commit',
} as const

/** Prepared once: taken as text, these would cost a body more than its own statements. */
const prepareSteps = ({ db }: SqliteConnection): Readonly<Record<keyof typeof steps, () => void>> => {
  const prepare = (text: string) => {
    const statement = db.prepare(text)
    return () => void statement.run()
  }
  return {
    begin: prepare(steps.begin),
    enter: prepare(steps.enter),
    leave: prepare(steps.leave),
    undo: prepare(steps.undo),
    commit: prepare(steps.commit),
  }
}

const unsettled: Outcome = { ok: true, value: undefined, topics: [] }

interface Entry {
  readonly job: Job
  outcome: Outcome
}

type Outcome =
  | { readonly ok: true; readonly value: unknown; readonly topics: readonly string[] }
  | { readonly ok: false; readonly error: unknown }

class BodyTx implements Tx {
  readonly engine = 'sqlite'
  readonly topics: string[] = []
  /** Of the first statement that failed. It fails the body, whatever that makes of it: what the statement did may be done in part. */
  failure: Extract<Outcome, { ok: false }> | undefined
  readonly #connection: SqliteConnection
  #ended = false

  constructor(connection: SqliteConnection) {
    this.#connection = connection
  }

  signal(topic: string): void {
    this.topics.push(topic)
  }

  end(): void {
    this.#ended = true
  }

  all<Row, P extends readonly Param[]>(statement: Statement<Row, P>, ...params: P): Promise<readonly Row[]> {
    return this.#settled(() => this.#open().all(statement, params))
  }

  first<Row, P extends readonly Param[]>(
    statement: Statement<Row, P>,
    ...params: P
  ): Promise<Row | undefined> {
    return this.#settled(() => this.#open().first(statement, params))
  }

  run<P extends readonly Param[]>(statement: Statement<never, P>, ...params: P): Promise<number> {
    return this.#settled(() => this.#open().run(statement, params))
  }

  enqueue<P extends readonly Param[]>(statement: Statement<never, P>, ...params: P): void {
    const connection = this.#open()
    try {
      connection.run(statement, params)
    } catch (error) {
      this.failure ??= { ok: false, error }
    }
  }

  #settled<T>(work: () => T): Promise<T> {
    try {
      return Promise.resolve(work())
    } catch (error) {
      this.failure ??= { ok: false, error }
      return failed(error)
    }
  }

  #open(): SqliteConnection {
    if (this.#ended) throw new Fault('a transaction was used after its body had settled')
    return this.#connection
  }
}

const failed = async (error: unknown): Promise<never> => {
  throw error
}

/**
 * A body that awaits only its tx settles before the event loop turns. One that does not (a nested write, a
 * timer, a socket) would hold the lock for as long as it likes, so it fails. One timer is enough for all the
 * bodies of a turn.
 */
class Turn {
  #over: NodeJS.Immediate | undefined
  #fail: (error: Fault) => void = () => undefined

  hold<T>(body: Promise<T>): Promise<T> {
    this.#over ??= setImmediate(() => {
      this.#over = undefined
      this.#fail(new Fault('a transaction awaited something other than its tx, such as another transaction'))
    })
    return new Promise((resolve, reject) => {
      this.#fail = reject
      body.then(resolve, reject)
    })
  }

  end(): void {
    clearImmediate(this.#over)
    this.#over = undefined
  }
}
