// Statements that are sent to PostgreSQL together, and whose results come back together. One Sync ends them all: the
// server answers in one write, and skips whatever follows the first that fails. (Queries of pg end with a Sync each.)
// The package postgres 3.4.9 ends each statement with a Sync. A store made with it took 1.9 times the processor time
// for a write in four batches, and it hides the 25P03 of a commit that can safely be run again (errors.ts).
import pg from 'pg'
import type { Param } from '../statements/statement.ts'

/** A statement that waits to be sent or answered, with the two functions that settle its promise. */
export interface PendingStatement {
  /** Null for one that is not worth preparing. */
  readonly name: string | null
  readonly text: string
  readonly params: readonly Param[]
  readonly resolve: (result: StatementResult) => void
  readonly reject: (error: Error) => void
}

export interface StatementResult {
  readonly rows: readonly unknown[]
  /** The command tag of PostgreSQL, such as `INSERT 0 2` or `COMMIT`. */
  readonly tag: string
}

/** How many rows a statement changed or gave: the last word of its command tag. */
export const countRows = ({ tag }: StatementResult): number => Number(tag.slice(tag.lastIndexOf(' ') + 1))

interface ResultColumn {
  readonly name: string
  readonly parse: (value: string) => unknown
}

/** The statements that are prepared on a connection, by name, with the columns of their rows. */
type PreparedStatements = Map<string, readonly ResultColumn[]>

const preparedOn = new WeakMap<pg.Connection, PreparedStatements>()

/** To the client of pg a batch is one query: it hands the messages of the server to the methods below. */
export class PostgresBatch implements pg.Submittable {
  readonly #statements: readonly PendingStatement[]
  readonly #onEnd: (failure: Error | undefined) => void
  #prepared: PreparedStatements = new Map()
  #wasSent = false
  /** The index of the statement whose result comes in now, and what came of it so far. */
  #at = 0
  #columns: readonly ResultColumn[] = []
  #rows: unknown[] = []

  constructor(statements: readonly PendingStatement[], onEnd: (failure: Error | undefined) => void) {
    this.#statements = statements
    this.#onEnd = onEnd
  }

  /** False where the connection was lost before any of it left. */
  get wasSent(): boolean {
    return this.#wasSent
  }

  submit(connection: pg.Connection): void {
    this.#wasSent = true
    this.#prepared = preparedOn.get(connection) ?? this.#prepared
    preparedOn.set(connection, this.#prepared)
    const { stream } = connection
    stream.cork()
    for (const statement of this.#statements) this.#send(connection, statement)
    connection.sync()
    stream.uncork()
    this.#expectNext()
  }

  #send(connection: pg.Connection, { name, text, params }: PendingStatement): void {
    const statement = name ?? ''
    const isPrepared = name !== null && this.#prepared.has(name)
    if (!isPrepared) {
      // After a failure nobody knows whether it was prepared; closing what is not there is no fault.
      if (name !== null) connection.close({ type: 'S', name }, true)
      connection.parse({ name: statement, text, types: [] }, true)
    }
    connection.bind({ statement, values: params.map(toText) }, true)
    if (!isPrepared) connection.describe({ type: 'P', name: '' }, true)
    connection.execute(null, true)
  }

  #expectNext(): void {
    const name = this.#statements[this.#at]?.name ?? null
    this.#columns = (name === null ? undefined : this.#prepared.get(name)) ?? []
    this.#rows = []
  }

  handleRowDescription({ fields }: { readonly fields: readonly pg.FieldDef[] }): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({ name, parse: getParser(dataTypeID) }))
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    const row: Record<string, unknown> = {}
    let at = 0
    for (const { name, parse } of this.#columns) {
      const value = fields[at++] ?? null
      row[name] = value === null ? null : parse(value)
    }
    this.#rows.push(row)
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    const statement = this.#statements[this.#at]
    if (!statement) return
    if (statement.name !== null) this.#prepared.set(statement.name, this.#columns)
    statement.resolve({ rows: this.#rows, tag: text })
    this.#at += 1
    this.#expectNext()
  }

  handleReadyForQuery(): void {
    this.#onEnd(undefined)
  }

  /** An error of a statement or of the connection. After it the client of pg reports nothing more of this batch. */
  handleError(error: Error): void {
    for (const { reject } of this.#statements.slice(this.#at)) reject(error)
    this.#onEnd(error)
  }
}

const INT8 = 20
const NUMERIC = 1700

/** The function that reads a value of this type from its text. */
export const getParser = (oid: number, format?: 'text' | 'binary'): ((value: string) => unknown) =>
  oid === INT8 || oid === NUMERIC
    ? Number
    : (pg.types.getTypeParser(oid, format) as (value: string) => unknown)

const toText = (param: Param): string | Buffer | null => {
  if (typeof param === 'number') return String(param)
  if (param === null || typeof param === 'string') return param
  return Buffer.from(param.buffer, param.byteOffset, param.byteLength)
}
