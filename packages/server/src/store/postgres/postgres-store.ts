// PostgreSQL, shared by any number of nodes: READ COMMITTED, named prepared statements, and the whole
// transaction again after a deadlock, a serialization failure, or a connection lost before the commit.
import { setTimeout as pause } from 'node:timers/promises'
import { limits } from '@challenge-service/contract/plain'
import pg from 'pg'
import { Signals } from '../signals.ts'
import { once, type Param, type Statement } from '../statement.ts'
import type { Store, Tx } from '../store.ts'
import { StorageTrouble } from '../trouble.ts'
import { touchProbe } from '../write-probe.ts'
import { getParser } from './batch.ts'
import { postgresDialect, renderStatement } from './dialect.ts'
import { translateError, isConflict, isConnectionLoss } from './errors.ts'
import { NodeSignals } from './node-signals.ts'
import { ReadPool } from './read-pool.ts'
import { PostgresTx } from './transaction.ts'

const TRIES = 6
const POOL_SIZE = 12

const connectionSettings = {
  // Longer than a lock is waited for: those who wait hold a connection each.
  connectionTimeoutMillis: 15_000,
  statement_timeout: 15_000,
  // As long as a repeated Idempotency-Key waits for the first.
  lock_timeout: limits.idempotencyKeyWaitMs,
  idle_in_transaction_session_timeout: 20_000,
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

  constructor(url: string, onIdleError: (error: Error) => void) {
    const settings = { ...connectionSettings, connectionString: url }
    this.#pool = new pg.Pool({ ...settings, max: POOL_SIZE, idleTimeoutMillis: 60_000 })
    this.#pool.on('error', onIdleError)
    // Whoever uses a connection that is lost learns it from their statement. Without a listener the process would end.
    this.#pool.on('connect', (client) => client.on('error', () => undefined))
    this.#readPool = new ReadPool({ ...settings, pipeline: true }, onIdleError)
    this.#remote = new NodeSignals(this.#pool, url, this.#signals, onIdleError)
  }

  async all<Row, P extends readonly Param[]>(
    statement: Statement<Row, P>,
    ...params: P
  ): Promise<readonly Row[]> {
    const { name, text } = renderStatement(statement)
    const values = [...params]
    try {
      const { rows } = await this.#readPool.query(name === null ? { text, values } : { name, text, values })
      return rows as Row[]
    } catch (error) {
      throw translateError(error)
    }
  }

  async first<Row, P extends readonly Param[]>(
    statement: Statement<Row, P>,
    ...params: P
  ): Promise<Row | undefined> {
    return (await this.all(statement, ...params))[0]
  }

  async write<T>(body: (tx: Tx) => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#attempt(body)
      } catch (error) {
        if (!(error instanceof TransactionRetry)) throw error
        if (tries === TRIES) throw translateError(error.cause)
        await pause(Math.random() * 10 * 2 ** tries)
      }
    }
  }

  probe(now: number): Promise<void> {
    return this.write((tx) => touchProbe(tx, now))
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

  async close(): Promise<void> {
    await this.#remote.close()
    await Promise.all([this.#pool.end(), this.#readPool.close()])
  }

  async #connect(): Promise<pg.PoolClient> {
    try {
      return await this.#pool.connect()
    } catch (error) {
      throw new StorageTrouble('away', error)
    }
  }

  async #attempt<T>(body: (tx: Tx) => Promise<T>): Promise<T> {
    const client = await this.#connect()
    const tx = new PostgresTx(client)
    let isUsable = true
    try {
      const value = await body(tx)
      await tx.commit()
      if (tx.topics.length > 0) {
        this.#signals.raise(tx.topics)
        this.#remote.send(tx.topics)
      }
      return value
    } catch (error) {
      isUsable = await tx.rollback()
      if (canRetry(tx)) throw new TransactionRetry('a transaction is to be run again', { cause: error })
      throw error === tx.failure ? translateError(error) : error
    } finally {
      client.release(!isUsable)
    }
  }
}

class TransactionRetry extends Error {}

const canRetry = ({ failure, isUncommitted }: PostgresTx): boolean =>
  failure !== undefined && (isConflict(failure) || (isUncommitted && isConnectionLoss(failure)))
