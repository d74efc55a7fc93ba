// PostgreSQL, shared by any number of nodes: READ COMMITTED, named prepared statements, and the whole
// transaction again after a deadlock, a serialization failure, or a connection lost before the commit.
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { limits } from '@challenge-service/contract'
import { inPostgres } from './dialect.ts'
import { parserOf } from './postgres-batch.ts'
import { asTrouble, isConflict, isLoss } from './postgres-errors.ts'
import { ReadPool } from './postgres-read-pool.ts'
import { PostgresSignals } from './postgres-signals.ts'
import { PostgresTx } from './postgres-tx.ts'
import { Signals } from './signals.ts'
import type { Param, Statement } from './statement.ts'
import type { Store, Tx } from './store.ts'
import { StorageTrouble } from './trouble.ts'
import { touchProbe } from './write-probe.ts'

const TRIES = 6
const POOL_SIZE = 12

const connectionSettings = {
  // Longer than a lock is waited for: those who wait hold a connection each.
  connectionTimeoutMillis: 15_000,
  statement_timeout: 15_000,
  // As long as a repeated Idempotency-Key waits for the first.
  lock_timeout: limits.idempotencyKeyWaitMs,
  idle_in_transaction_session_timeout: 20_000,
  // Every statement has an index that fits it. What was planned while a table was empty, the checks of foreign keys
  // among it, would else walk through the whole of it when it has a hundred thousand rows a moment later.
  options: '-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off',
  keepAlive: true,
  application_name: 'challenge-service',
  types: { getTypeParser: parserOf },
} as const

export class PostgresStore implements Store {
  readonly engine = 'postgres'
  readonly #pool: pg.Pool
  readonly #readPool: ReadPool
  readonly #signals = new Signals()
  readonly #remote: PostgresSignals

  constructor(url: string, onIdleError: (error: Error) => void) {
    const settings = { ...connectionSettings, connectionString: url }
    this.#pool = new pg.Pool({ ...settings, max: POOL_SIZE, idleTimeoutMillis: 60_000 })
    this.#pool.on('error', onIdleError)
    // When one is lost, whoever uses it is told by what they wait for. With nobody listening the process would end.
    this.#pool.on('connect', (client) => client.on('error', () => undefined))
    this.#readPool = new ReadPool({ ...settings, pipeline: true }, onIdleError)
    this.#remote = new PostgresSignals(this.#pool, url, this.#signals, onIdleError)
  }

  async all<Row, P extends readonly Param[]>(
    statement: Statement<Row, P>,
    ...params: P
  ): Promise<readonly Row[]> {
    const { name, text } = inPostgres(statement)
    const values = [...params]
    try {
      const { rows } = await this.#readPool.query(name === null ? { text, values } : { name, text, values })
      return rows as Row[]
    } catch (error) {
      throw asTrouble(error)
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
        if (!(error instanceof Again)) throw error
        if (tries === TRIES) throw asTrouble(error.cause)
        await pause(Math.random() * 10 * 2 ** tries)
      }
    }
  }

  probe(now: number): Promise<void> {
    return this.write((tx) => touchProbe(tx, now))
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
    let isFit = true
    try {
      const value = await body(tx)
      await tx.commit()
      if (tx.topics.length > 0) {
        this.#signals.raise(tx.topics)
        this.#remote.send(tx.topics)
      }
      return value
    } catch (error) {
      isFit = await tx.rollback()
      if (mayRunAgain(tx)) throw new Again('a transaction is to be run again', { cause: error })
      throw error === tx.failure ? asTrouble(error) : error
    } finally {
      client.release(!isFit)
    }
  }
}

class Again extends Error {}

const mayRunAgain = ({ failure, isUncommitted }: PostgresTx): boolean =>
  failure !== undefined && (isConflict(failure) || (isUncommitted && isLoss(failure)))
