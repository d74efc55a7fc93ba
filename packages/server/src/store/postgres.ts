// PostgreSQL, shared by any number of nodes: READ COMMITTED, named prepared statements, and the whole
// transaction again on a deadlock or serialization failure.
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { limits } from '@challenge-service/contract'
import { Fault } from '../kernel/refusal.ts'
import { renderForPostgres } from './dialect.ts'
import { ReadLanes } from './postgres-read-lanes.ts'
import { PostgresSignals } from './postgres-signals.ts'
import { Signals } from './signals.ts'
import type { Param, Statement } from './statement.ts'
import type { Store, Tx } from './store.ts'

const TRIES = 6
const POOL_SIZE = 12
const RETRYABLE = new Set(['40001', '40P01'])
const LOCK_NOT_AVAILABLE = '55P03'

const INT8 = 20
const NUMERIC = 1700

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
  pipeline: true,
  types: {
    getTypeParser: (oid: number, format?: 'text' | 'binary'): unknown =>
      oid === INT8 || oid === NUMERIC ? Number : pg.types.getTypeParser(oid, format),
  },
} as const

export class PostgresStore implements Store {
  readonly engine = 'postgres'
  readonly #pool: pg.Pool
  readonly #lanes: ReadLanes
  readonly #signals = new Signals()
  readonly #remote: PostgresSignals

  constructor(url: string, onIdleError: (error: Error) => void) {
    const settings = { ...connectionSettings, connectionString: url }
    this.#pool = new pg.Pool({ ...settings, max: POOL_SIZE, idleTimeoutMillis: 60_000 })
    this.#pool.on('error', onIdleError)
    this.#lanes = new ReadLanes(settings, onIdleError)
    this.#remote = new PostgresSignals(this.#pool, url, this.#signals, onIdleError)
  }

  async all<Row, P extends readonly Param[]>(
    statement: Statement<Row, P>,
    ...params: P
  ): Promise<readonly Row[]> {
    return (await this.#lanes.query(prepared(statement, params))).rows as Row[]
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
        if (tries === TRIES || !RETRYABLE.has(sqlState(error) ?? '')) throw error
        await pause(Math.random() * 10 * 2 ** tries)
      }
    }
  }

  waitFor(topic: string, timeoutMs: number, abort: AbortSignal): Promise<void> {
    this.#remote.listen()
    return this.#signals.wait(topic, timeoutMs, abort)
  }

  async close(): Promise<void> {
    await this.#remote.close()
    await Promise.all([this.#pool.end(), this.#lanes.close()])
  }

  async #attempt<T>(body: (tx: Tx) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect()
    const tx = new ClientTx(client)
    let broken = false
    try {
      await client.query('begin isolation level read committed')
      const value = await body(tx)
      const { command } = await client.query('commit')
      // The commit of a transaction that has failed inside "succeeds" as a rollback.
      if (command !== 'COMMIT') throw new Fault('a transaction went on after one of its statements failed')
      if (tx.topics.length > 0) {
        this.#signals.raise(tx.topics)
        this.#remote.send(tx.topics)
      }
      return value
    } catch (error) {
      await client.query('rollback').catch(() => {
        broken = true
      })
      throw error
    } finally {
      tx.end()
      client.release(broken)
    }
  }
}

class ClientTx implements Tx {
  readonly engine = 'postgres'
  readonly topics: string[] = []
  readonly #client: pg.PoolClient
  #ended = false
  #held = false

  constructor(client: pg.PoolClient) {
    this.#client = client
  }

  signal(topic: string): void {
    this.topics.push(topic)
  }

  end(): void {
    this.#ended = true
  }

  async all<Row, P extends readonly Param[]>(
    statement: Statement<Row, P>,
    ...params: P
  ): Promise<readonly Row[]> {
    return (await this.#query(statement, params)).rows as Row[]
  }

  async first<Row, P extends readonly Param[]>(
    statement: Statement<Row, P>,
    ...params: P
  ): Promise<Row | undefined> {
    return (await this.all(statement, ...params))[0]
  }

  async run<P extends readonly Param[]>(statement: Statement<never, P>, ...params: P): Promise<number> {
    return (await this.#query(statement, params)).rowCount ?? 0
  }

  #query<P extends readonly Param[]>(statement: Statement<unknown, P>, params: P): Promise<pg.QueryResult> {
    if (this.#ended) throw new Fault('a transaction was used after its body had settled')
    this.#hold()
    return this.#client.query(prepared(statement, params))
  }

  /** What is issued together leaves in one write. */
  #hold(): void {
    if (this.#held) return
    this.#held = true
    const { stream } = this.#client.connection
    stream.cork()
    process.nextTick(() => {
      this.#held = false
      stream.uncork()
    })
  }
}

const rendered = new Map<string, string>()

const prepared = <P extends readonly Param[]>(
  { name, text }: Statement<unknown, P>,
  params: P,
): pg.QueryConfig => {
  if (name === null) return { text: renderForPostgres(text), values: [...params] }
  let sql = rendered.get(name)
  if (sql === undefined) {
    sql = renderForPostgres(text)
    rendered.set(name, sql)
  }
  return { name, text: sql, values: params as unknown as Param[] }
}

const sqlState = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError ? error.code : undefined

/** Whether a statement gave up waiting for a row that another transaction holds. */
export const isLockTimeout = (error: unknown): boolean => sqlState(error) === LOCK_NOT_AVAILABLE
