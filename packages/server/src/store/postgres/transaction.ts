// One transaction on one connection. The statements that its body issues in one turn of the event loop are sent as one
// batch. The first batch begins with BEGIN; the last one ends with COMMIT.
import type pg from 'pg'
import { Fault } from '../../kernel/refusal.ts'
import { paramsOf, type Param, type Statement } from '../statements/statement.ts'
import type { Tx } from '../store.ts'
import { countRows, PostgresBatch, type PendingStatement, type StatementResult } from './batch.ts'
import { postgresDialect, renderStatement } from './dialect.ts'

const begin = { name: 'begin', text: 'begin isolation level read committed' } as const
const commit = { name: 'commit', text: 'commit' } as const

export class PostgresTx implements Tx {
  readonly dialect = postgresDialect
  readonly topics: string[] = []
  readonly #client: pg.ClientBase
  /** Statements that were issued and are not sent yet, in their order. */
  #queue: PendingStatement[] = []
  #stage: 'new' | 'begun' | 'committing' = 'new'
  #isOver = false
  /** Whether a batch was sent and is not answered yet. The next one is sent when it is. */
  #isBatchOut = false
  /** Whether the body awaits a statement of the queue. A queue that nobody awaits is kept for the next batch. */
  #isQueueAwaited = false
  #failure: Error | undefined
  #lastBatch: PostgresBatch | undefined
  #hasTrace = false

  constructor(client: pg.ClientBase) {
    this.#client = client
  }

  /** The first error of a statement or of the connection. Statements issued with it or after it were not run. */
  get failure(): Error | undefined {
    return this.#failure
  }

  /** False once the COMMIT was sent: from then on it may have been committed, whether or not an answer came. */
  get isUncommitted(): boolean {
    return this.#stage !== 'committing' || this.#lastBatch?.wasSent === false
  }

  signal(topic: string): void {
    this.topics.push(topic)
  }

  async all<Row, P extends readonly unknown[]>(
    statement: Statement<Row, P>,
    ...params: P
  ): Promise<readonly Row[]> {
    return (await this.#run(statement, params)).rows as Row[]
  }

  async first<Row, P extends readonly unknown[]>(
    statement: Statement<Row, P>,
    ...params: P
  ): Promise<Row | undefined> {
    return (await this.all(statement, ...params))[0]
  }

  async run<P extends readonly unknown[]>(statement: Statement<never, P>, ...params: P): Promise<number> {
    return countRows(await this.#run(statement, params))
  }

  enqueue<P extends readonly unknown[]>(statement: Statement<never, P>, ...params: P): void {
    this.#checkOpen()
    this.#queue.push({
      ...renderStatement(statement),
      params: paramsOf(statement, params),
      resolve: ignore,
      reject: ignore,
    })
  }

  async commit(): Promise<void> {
    this.#isOver = true
    if (this.#failure) {
      throw new Fault('a transaction went on after one of its statements failed', { cause: this.#failure })
    }
    if (this.#stage === 'new' && this.#queue.length === 0) return
    const { tag } = await this.#issue(commit, [])
    // PostgreSQL answers the COMMIT of a failed transaction with ROLLBACK, which is no error to it.
    if (tag !== 'COMMIT') throw new Fault(`a commit was answered by ${tag}`)
  }

  /** False where the connection cannot be used again. */
  async rollback(): Promise<boolean> {
    this.#isOver = true
    this.#queue = []
    if (this.#stage === 'new') return true
    try {
      await this.#client.query('rollback')
      return true
    } catch {
      return false
    }
  }

  #checkOpen(): void {
    if (this.#isOver) throw new Fault('a transaction was used after its body had settled')
  }

  async #run<P extends readonly unknown[]>(
    statement: Statement<unknown, P>,
    params: P,
  ): Promise<StatementResult> {
    this.#checkOpen()
    if (this.#failure) throw this.#failure
    try {
      return await this.#issue(renderStatement(statement), paramsOf(statement, params))
    } catch (error) {
      // All statements of a failed batch share one error. Its stack trace is taken once, here, where it leads to the body.
      if (error instanceof Error && !this.#hasTrace) Error.captureStackTrace(error)
      this.#hasTrace = true
      throw error
    }
  }

  #issue(
    { name, text }: Pick<PendingStatement, 'name' | 'text'>,
    params: readonly Param[],
  ): Promise<StatementResult> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ name, text, params, resolve, reject })
      if (this.#isQueueAwaited) return
      this.#isQueueAwaited = true
      if (!this.#isBatchOut) this.#sendSoon()
    })
  }

  /** Sends at the end of this turn, so that everything issued in it goes in one batch. */
  #sendSoon(): void {
    process.nextTick(() => this.#send())
  }

  #send(): void {
    const statements = this.#queue
    if (statements.length === 0) return
    this.#queue = []
    this.#isQueueAwaited = false
    this.#isBatchOut = true
    if (this.#stage === 'new') statements.unshift({ ...begin, params: [], resolve: ignore, reject: ignore })
    this.#stage = statements.at(-1)?.name === commit.name ? 'committing' : 'begun'
    this.#lastBatch = new PostgresBatch(statements, (failure) => this.#onBatchEnd(failure))
    this.#client.query(this.#lastBatch)
  }

  #onBatchEnd(failure: Error | undefined): void {
    this.#isBatchOut = false
    this.#failure = failure
    if (!failure) {
      if (this.#isQueueAwaited) this.#sendSoon()
      return
    }
    for (const { reject } of this.#queue) reject(failure)
    this.#queue = []
  }
}

/** For a statement whose result nobody awaits. */
const ignore = (): void => undefined
