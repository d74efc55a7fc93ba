// PostgreSQL, shared by any number of nodes: READ COMMITTED, named prepared statements, and the whole
// transaction again after a deadlock, a serialization failure, a connection lost before the commit, or a short wait for
// a lock: no process holds the others up for long, even one that freezes in the middle of a transaction.
import { setTimeout as pause } from 'node:timers/promises'
import { limits } from '@challenge-service/contract/plain'
import pg from 'pg'
import { Signals } from '../signals.ts'
import { once, paramsOf, type Statement } from '../statements/statement.ts'
import type { PoolLoad, Store, Tx, WriteOptions } from '../store.ts'
import { StorageTrouble } from '../health/trouble.ts'
import { touchProbe } from '../health/write-probe.ts'
import { getParser } from './batch.ts'
import { postgresDialect, renderStatement } from './dialect.ts'
import { translateError, isConflict, isConnectionLoss, isIdleTimeout, isLockTimeout } from './errors.ts'
import { NodeSignals } from './node-signals.ts'
import { ReadPool } from './read-pool.ts'
import { SpaceCheck } from './space-check.ts'
import { PostgresTx } from './transaction.ts'

const TRIES = 6
const POOL_SIZE = 12

// A process that freezes keeps the locks of its transactions. PostgreSQL ends those after HELD_MS. Others of them may
// still wait for a lock then, and would be given it, to keep it as long again: so no statement waits that long, and the
// whole transaction is run again instead. Together they are less than five seconds.
const HELD_MS = 2_000
const LOCK_WAIT_MS = 1_000
// In all. As long as a repeated Idempotency-Key waits for the first.
const MOST_LOCK_WAIT_MS = limits.idempotencyKeyWaitMs

const CLOSE_MS = 8_000

/** A commit shows for so long that writes work. */
const PROOF_MS = 1_000

const connectionSettings = {
  // Longer than a lock is waited for: those who wait hold a connection each.
  connectionTimeoutMillis: 15_000,
  statement_timeout: 15_000,
  lock_timeout: LOCK_WAIT_MS,
  idle_in_transaction_session_timeout: HELD_MS,
  // Every statement has an index that fits it. A plan that was made while a table was empty is kept; without these, it
  // would scan the whole table when that has a hundred thousand rows. The checks of foreign keys are planned alike.
  options: '-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off',
  keepAlive: true,
  application_name: 'challenge-service',
  types: { getTypeParser: getParser },
} as const

const readSettings = once<{ name: string; setting: string }>(
  "select name, setting from pg_settings where name in ('fsync', 'synchronous_commit')",
)

export class PostgresStore implements Store {
  readonly dialect = postgresDialect
  readonly #pool: pg.Pool
  readonly #readPool: ReadPool
  readonly #signals = new Signals()
  readonly #remote: NodeSignals
  readonly #onCommit: (transactions: number, ms: number) => void
  #committedAt = Number.NEGATIVE_INFINITY
  readonly #space = new SpaceCheck()

  constructor(
    url: string,
    onIdleError: (error: Error) => void,
    onCommit: (transactions: number, ms: number) => void = () => undefined,
  ) {
    this.#onCommit = onCommit
    const settings = { ...connectionSettings, connectionString: url }
    this.#pool = new pg.Pool({ ...settings, max: POOL_SIZE, idleTimeoutMillis: 60_000 })
    this.#pool.on('error', onIdleError)
    // The user of a lost connection learns of it from their statement. Without a listener the process would end.
    this.#pool.on('connect', (client) => client.on('error', () => undefined))
    // Reads hold no locks. They wait for a table alone, while it is changed.
    const reading = { ...settings, lock_timeout: MOST_LOCK_WAIT_MS, pipeline: true }
    this.#readPool = new ReadPool(reading, onIdleError)
    this.#remote = new NodeSignals(this.#pool, url, this.#signals, onIdleError)
  }

  async all<Row, P extends readonly unknown[]>(
    statement: Statement<Row, P>,
    ...params: P
  ): Promise<readonly Row[]> {
    const { name, text } = renderStatement(statement)
    const values = [...paramsOf(statement, params)]
    try {
      const { rows } = await this.#readPool.query(name === null ? { text, values } : { name, text, values })
      return rows as Row[]
    } catch (error) {
      throw translateError(error)
    }
  }

  async first<Row, P extends readonly unknown[]>(
    statement: Statement<Row, P>,
    ...params: P
  ): Promise<Row | undefined> {
    return (await this.all(statement, ...params))[0]
  }

  async write<T>(body: (tx: Tx) => Promise<T>, options: WriteOptions = {}): Promise<T> {
    const waitsUntil = performance.now() + MOST_LOCK_WAIT_MS
    for (let tries = 1; ;) {
      try {
        return await this.#attempt(body, options)
      } catch (error) {
        if (!(error instanceof TransactionRetry)) throw error
        const isOver = error.isLockWait ? performance.now() >= waitsUntil : tries === TRIES
        if (isOver) throw error.isLockWait ? error.cause : translateError(error.cause)
        if (!error.isLockWait) tries += 1
        await pause(Math.random() * 10 * 2 ** tries)
      }
    }
  }

  get waitingWrites(): number {
    return this.#pool.waitingCount
  }

  get waitingReads(): number {
    return this.#readPool.unanswered
  }

  get pool(): PoolLoad {
    const { totalCount, idleCount, waitingCount } = this.#pool
    return { size: totalCount, idle: idleCount, waiting: waitingCount }
  }

  async probe(now: number): Promise<void> {
    const trouble = this.#space.lastTrouble
    if (trouble) throw trouble
    // While many wait for their turn, it would come too late; but then those before it show that writes work.
    const isBusy = this.#pool.waitingCount > 0 && performance.now() - this.#committedAt < PROOF_MS
    if (!isBusy) await this.write((tx) => touchProbe(tx, now))
    if (!this.#space.isDue) return
    await this.write((tx) => this.#space.take(tx))
    this.#space.noteSpace()
  }

  async listUnsafeSettings(): Promise<readonly string[]> {
    const settings = await this.all(readSettings)
    return settings
      .filter(({ setting }) => setting === 'off')
      .map(({ name, setting }) => `${name} is ${setting}`)
  }

  waitFor(topic: string, timeoutMs: number, abort: AbortSignal): Promise<void> {
    this.#remote.listen()
    return this.#signals.wait(topic, timeoutMs, abort)
  }

  /** A server that has gone silent never says goodbye: it is waited for a moment. */
  async close(): Promise<void> {
    const closed = new AbortController()
    const closing = this.#remote.close().then(() => Promise.all([this.#pool.end(), this.#readPool.close()]))
    const late = pause(CLOSE_MS, undefined, { signal: closed.signal }).catch(() => undefined)
    await Promise.race([closing.finally(() => closed.abort()), late])
  }

  async #connect(): Promise<pg.PoolClient> {
    try {
      return await this.#pool.connect()
    } catch (error) {
      throw new StorageTrouble('away', error)
    }
  }

  async #attempt<T>(body: (tx: Tx) => Promise<T>, { isTrial = false }: WriteOptions): Promise<T> {
    const client = await this.#connect()
    const startedAt = performance.now()
    const tx = new PostgresTx(client)
    let isUsable = true
    try {
      const value = await body(tx)
      if (isTrial) {
        isUsable = await tx.rollback()
        return value
      }
      await tx.commit()
      this.#committedAt = performance.now()
      this.#onCommit(1, this.#committedAt - startedAt)
      if (tx.topics.length > 0) {
        this.#signals.raise(tx.topics)
        this.#remote.send(tx.topics)
      }
      return value
    } catch (error) {
      isUsable = await tx.rollback()
      const told = error === tx.failure ? translateError(error) : error
      if (told instanceof StorageTrouble && told.kind === 'full') this.#space.noteFull(told)
      if (isLockTimeout(tx.failure)) throw new TransactionRetry(told, true)
      if (canRetry(tx)) throw new TransactionRetry(error, false)
      throw told
    } finally {
      client.release(!isUsable)
    }
  }
}

class TransactionRetry extends Error {
  /** Whether it waited for a lock in vain, and not for long yet. */
  readonly isLockWait: boolean

  constructor(cause: unknown, isLockWait: boolean) {
    super('a transaction is to be run again', { cause })
    this.isLockWait = isLockWait
  }
}

const canRetry = ({ failure, isUncommitted }: PostgresTx): boolean =>
  failure !== undefined &&
  (isConflict(failure) || isIdleTimeout(failure) || (isUncommitted && isConnectionLoss(failure)))
