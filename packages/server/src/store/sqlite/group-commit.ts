// Write transactions that arrive together share one BEGIN IMMEDIATE … COMMIT, and so one fsync. Their bodies
// run strictly one after another. One that fails, fails alone, and one that is a trial is undone alone: where it had
// written something, the batch is rolled back and run again, each body in a savepoint of its own. (In savepoints from the start, every page that a body
// touches would be copied first, for a failure that is rare.) Everyone is answered only after the commit; if it
// fails, all of the batch fail.
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { Fault } from '../../kernel/refusal.ts'
import type { Tx, WriteOptions } from '../store.ts'
import type { SqliteConnection } from './connection.ts'
import { translateError, isBusy } from './errors.ts'
import { SqliteTx, type StatementFailure } from './transaction.ts'
import { TurnGuard } from './turn-guard.ts'

const BATCH_BODIES = 64
const BATCH_MS = 10
const LOCK_WAIT_MS = 15_000
const LOCK_RETRY_MS = [1, 2, 5, 10, 15] as const

type Body = (tx: Tx) => Promise<unknown>

interface PendingWrite {
  readonly body: Body
  readonly isTrial: boolean
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
}

/** What is told of a batch once it is committed. */
export interface Commit {
  readonly topics: Iterable<string>
  readonly transactions: number
  readonly ms: number
}

export interface CommitHooks {
  /** Throws where what was just committed will not last; then nobody is told that it was done. */
  readonly confirm?: () => void
  readonly onCommit: (commit: Commit) => void
}

export class GroupCommit {
  readonly #connection: SqliteConnection
  readonly #step: Readonly<Record<keyof typeof steps, () => void>>
  readonly #hooks: CommitHooks
  readonly #translate: (error: unknown) => Error
  readonly #queue: PendingWrite[] = []
  readonly #turn = new TurnGuard()
  #draining: Promise<void> | undefined
  #closed = false

  constructor(
    connection: SqliteConnection,
    hooks: CommitHooks,
    translate: (error: unknown) => Error = translateError,
  ) {
    this.#connection = connection
    this.#hooks = hooks
    this.#translate = translate
    this.#step = prepareSteps(connection)
  }

  /** Those that are not in a batch yet. */
  get waiting(): number {
    return this.#queue.length
  }

  write<T>(body: (tx: Tx) => Promise<T>, { isTrial = false }: WriteOptions = {}): Promise<T> {
    if (this.#closed) return Promise.reject(new Fault('the store is closed'))
    return new Promise<T>((resolve, reject) => {
      const fail = (error: unknown): void => reject(this.#translate(error))
      this.#queue.push({ body, isTrial, resolve: (value) => resolve(value as T), reject: fail })
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
      await this.#runBatch()
      this.#turn.end()
    }
    this.#draining = undefined
  }

  async #runBatch(): Promise<void> {
    const { db } = this.#connection
    const startedAt = performance.now()
    const batch: BatchedWrite[] = []
    try {
      await this.#begin()
    } catch (error) {
      for (const write of this.#queue.splice(0)) write.reject(error)
      return
    }
    try {
      if (!(await this.#runTogether(batch))) {
        db.exec('rollback')
        if (batch.length > 1) await this.#runInSavepoints(batch)
      }
      if (db.inTransaction) this.#step.commit()
      this.#hooks.confirm?.()
    } catch (error) {
      if (db.inTransaction) db.exec('rollback')
      for (const { write, outcome } of batch) write.reject(outcome.ok ? error : outcome.error)
      return
    }
    for (const { write, outcome } of batch) {
      if (outcome.ok) write.resolve(outcome.value)
      else write.reject(outcome.error)
    }
    this.#hooks.onCommit({
      topics: batch.flatMap(({ write, outcome }) =>
        outcome.ok && !write.isTrial ? [...outcome.topics] : [],
      ),
      transactions: batch.length,
      ms: performance.now() - startedAt,
    })
  }

  /** Runs the bodies that wait, for a short while. False once one is to be undone that had written something. */
  async #runTogether(batch: BatchedWrite[]): Promise<boolean> {
    const startedAt = performance.now()
    while (batch.length < BATCH_BODIES && performance.now() - startedAt < BATCH_MS) {
      const write = this.#queue.shift()
      if (!write) break
      const batched: BatchedWrite = { write, outcome: unsettled }
      // In the batch before it runs: whatever goes wrong from here on, its caller is told.
      batch.push(batched)
      const { writes } = this.#connection
      batched.outcome = await this.#runBody(write.body)
      if (isUndone(batched) && this.#connection.writes > writes) return false
    }
    return true
  }

  /** Runs them again, each in a savepoint, so that one is undone alone. */
  async #runInSavepoints(batch: readonly BatchedWrite[]): Promise<void> {
    await this.#begin()
    for (const batched of batch) {
      this.#step.savepoint()
      batched.outcome = await this.#runBody(batched.write.body)
      if (isUndone(batched)) this.#step.rollbackToSavepoint()
      this.#step.release()
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

  async #runBody(body: Body): Promise<BatchOutcome> {
    const tx = new SqliteTx(this.#connection)
    let outcome: BatchOutcome
    try {
      const value = await this.#turn.watch(body(tx))
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
  savepoint: 'savepoint body',
  release: 'release body',
  rollbackToSavepoint: 'rollback to body',
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
    savepoint: prepare(steps.savepoint),
    release: prepare(steps.release),
    rollbackToSavepoint: prepare(steps.rollbackToSavepoint),
    commit: prepare(steps.commit),
  }
}

const unsettled: BatchOutcome = { ok: true, value: undefined, topics: [] }

interface BatchedWrite {
  readonly write: PendingWrite
  outcome: BatchOutcome
}

const isUndone = ({ write, outcome }: BatchedWrite): boolean => write.isTrial || !outcome.ok

type BatchOutcome =
  { readonly ok: true; readonly value: unknown; readonly topics: readonly string[] } | StatementFailure
