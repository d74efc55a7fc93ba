// One transaction on one connection. What its body issues in one turn leaves in one batch: the first batch brings
// the BEGIN along, and the COMMIT takes along what nobody waits for.
import type pg from 'pg'
import { Fault } from '../kernel/refusal.ts'
import { inPostgres } from './dialect.ts'
import { PostgresBatch, rowsOf, type Answer, type PendingStatement } from './postgres-batch.ts'
import type { Param, Statement } from './statement.ts'
import type { Tx } from './store.ts'

const begin = { name: 'begin', text: 'begin isolation level read committed' } as const
const commit = { name: 'commit', text: 'commit' } as const

export class PostgresTx implements Tx {
  readonly engine = 'postgres'
  readonly topics: string[] = []
  readonly #client: pg.ClientBase
  #waiting: PendingStatement[] = []
  #stage: 'new' | 'begun' | 'committing' = 'new'
  #isSettled = false
  /** A batch is with the server. */
  #isUnderWay = false
  /** Somebody waits for what waits. */
  #isDue = false
  #failure: Error | undefined
  #untraced = true

  constructor(client: pg.ClientBase) {
    this.#client = client
  }

  /** Of a statement, or of the connection. What was issued with it or after it was not run. */
  get failure(): Error | undefined {
    return this.#failure
  }

  /** False once it may have been committed, whatever was heard of it. */
  get isUncommitted(): boolean {
    return this.#stage !== 'committing'
  }

  signal(topic: string): void {
    this.topics.push(topic)
  }

  async all<Row, P extends readonly Param[]>(
    statement: Statement<Row, P>,
    ...params: P
  ): Promise<readonly Row[]> {
    return (await this.#run(statement, params)).rows as Row[]
  }

  async first<Row, P extends readonly Param[]>(
    statement: Statement<Row, P>,
    ...params: P
  ): Promise<Row | undefined> {
    return (await this.all(statement, ...params))[0]
  }

  async run<P extends readonly Param[]>(statement: Statement<never, P>, ...params: P): Promise<number> {
    return rowsOf(await this.#run(statement, params))
  }

  enqueue<P extends readonly Param[]>(statement: Statement<never, P>, ...params: P): void {
    this.#checkOpen()
    this.#waiting.push({ ...inPostgres(statement), params, resolve: nobody, reject: nobody })
  }

  async commit(): Promise<void> {
    this.#isSettled = true
    if (this.#failure) {
      throw new Fault('a transaction went on after one of its statements failed', { cause: this.#failure })
    }
    if (this.#stage === 'new' && this.#waiting.length === 0) return
    const { tag } = await this.#issue(commit, [])
    // Of one that has failed inside, PostgreSQL says that it was rolled back, and calls that no error.
    if (tag !== 'COMMIT') throw new Fault(`a commit was answered by ${tag}`)
  }

  /** Tells whether the connection is fit to be used again. */
  async rollback(): Promise<boolean> {
    this.#isSettled = true
    this.#waiting = []
    if (this.#stage === 'new') return true
    try {
      await this.#client.query('rollback')
      return true
    } catch {
      return false
    }
  }

  #checkOpen(): void {
    if (this.#isSettled) throw new Fault('a transaction was used after its body had settled')
  }

  async #run<P extends readonly Param[]>(statement: Statement<unknown, P>, params: P): Promise<Answer> {
    this.#checkOpen()
    if (this.#failure) throw this.#failure
    try {
      return await this.#issue(inPostgres(statement), params)
    } catch (error) {
      // Of all that fail together, the first: from here on the trace leads to the body.
      if (error instanceof Error && this.#untraced) Error.captureStackTrace(error)
      this.#untraced = false
      throw error
    }
  }

  #issue({ name, text }: Pick<PendingStatement, 'name' | 'text'>, params: readonly Param[]): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ name, text, params, resolve, reject })
      if (this.#isDue) return
      this.#isDue = true
      if (!this.#isUnderWay) this.#sendSoon()
    })
  }

  /** After the rest of this turn, so that what is issued in it goes together. */
  #sendSoon(): void {
    process.nextTick(() => this.#send())
  }

  #send(): void {
    const statements = this.#waiting
    if (statements.length === 0) return
    this.#waiting = []
    this.#isDue = false
    this.#isUnderWay = true
    if (this.#stage === 'new') statements.unshift({ ...begin, params: [], resolve: nobody, reject: nobody })
    this.#stage = statements.at(-1)?.name === commit.name ? 'committing' : 'begun'
    this.#client.query(new PostgresBatch(statements, (failure) => this.#heard(failure)))
  }

  #heard(failure: Error | undefined): void {
    this.#isUnderWay = false
    this.#failure = failure
    if (!failure) {
      if (this.#isDue) this.#sendSoon()
      return
    }
    for (const { reject } of this.#waiting) reject(failure)
    this.#waiting = []
  }
}

const nobody = (): void => undefined
