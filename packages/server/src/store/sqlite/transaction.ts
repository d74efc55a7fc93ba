// What the body of one write transaction is handed on SQLite. Statements run at once, on the one connection that
// writes.
import { Fault } from '../../kernel/refusal.ts'
import type { Statement } from '../statements/statement.ts'
import type { Tx } from '../store.ts'
import type { SqliteConnection } from './connection.ts'
import { sqliteDialect } from './dialect.ts'

export interface StatementFailure {
  readonly ok: false
  readonly error: unknown
}

export class SqliteTx implements Tx {
  readonly dialect = sqliteDialect
  readonly topics: string[] = []
  /**
   * Of the first statement that failed. It fails the whole body, also one that caught the error: a part of what the
   * statement did may have been done.
   */
  failure: StatementFailure | undefined
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

  all<Row, P extends readonly unknown[]>(
    statement: Statement<Row, P>,
    ...params: P
  ): Promise<readonly Row[]> {
    return this.#attempt(() => this.#getConnection().all(statement, params))
  }

  first<Row, P extends readonly unknown[]>(
    statement: Statement<Row, P>,
    ...params: P
  ): Promise<Row | undefined> {
    return this.#attempt(() => this.#getConnection().first(statement, params))
  }

  run<P extends readonly unknown[]>(statement: Statement<never, P>, ...params: P): Promise<number> {
    return this.#attempt(() => this.#getConnection().run(statement, params))
  }

  enqueue<P extends readonly unknown[]>(statement: Statement<never, P>, ...params: P): void {
    const connection = this.#getConnection()
    try {
      connection.run(statement, params)
    } catch (error) {
      this.failure ??= { ok: false, error }
    }
  }

  #attempt<T>(work: () => T): Promise<T> {
    try {
      return Promise.resolve(work())
    } catch (error) {
      this.failure ??= { ok: false, error }
      return rejectWith(error)
    }
  }

  #getConnection(): SqliteConnection {
    if (this.#ended) throw new Fault('a transaction was used after its body had settled')
    return this.#connection
  }
}

const rejectWith = async (error: unknown): Promise<never> => {
  throw error
}
