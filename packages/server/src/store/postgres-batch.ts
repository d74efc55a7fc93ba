// Statements that go to PostgreSQL together and are answered together. One Sync ends them all, so that the server
// answers in one write, and passes over whatever follows the first that fails. (Queries of pg end with a Sync each.)
import pg from 'pg'
import type { Param } from './statement.ts'

/** A statement on its way, and whom to tell what became of it. */
export interface PendingStatement {
  /** Null for one that is not worth preparing. */
  readonly name: string | null
  readonly text: string
  readonly params: readonly Param[]
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: Error) => void
}

export interface Answer {
  readonly rows: readonly unknown[]
  /** What was done: `INSERT 0 2`, `COMMIT`. */
  readonly tag: string
}

/** How many rows a statement changed or gave. */
export const rowsOf = ({ tag }: Answer): number => Number(tag.slice(tag.lastIndexOf(' ') + 1))

interface Column {
  readonly name: string
  readonly parse: (value: string) => unknown
}

/** The statements that are prepared, with the columns that they give: these never change as long as they are. */
type Prepared = Map<string, readonly Column[]>

const preparedOn = new WeakMap<pg.Connection, Prepared>()

/** What the client of pg calls a query; it hands on the messages of the server, of one batch at a time. */
export class PostgresBatch implements pg.Submittable {
  readonly #statements: readonly PendingStatement[]
  readonly #ended: (failure: Error | undefined) => void
  #prepared: Prepared = new Map()
  /** Of the statement whose answer comes in. */
  #at = 0
  #columns: readonly Column[] = []
  #rows: unknown[] = []

  constructor(statements: readonly PendingStatement[], ended: (failure: Error | undefined) => void) {
    this.#statements = statements
    this.#ended = ended
  }

  submit(connection: pg.Connection): void {
    this.#prepared = preparedOn.get(connection) ?? this.#prepared
    preparedOn.set(connection, this.#prepared)
    const { stream } = connection
    stream.cork()
    for (const statement of this.#statements) this.#send(connection, statement)
    connection.sync()
    stream.uncork()
    this.#begin()
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

  #begin(): void {
    const name = this.#statements[this.#at]?.name ?? null
    this.#columns = (name === null ? undefined : this.#prepared.get(name)) ?? []
    this.#rows = []
  }

  handleRowDescription({ fields }: { readonly fields: readonly pg.FieldDef[] }): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({ name, parse: parserOf(dataTypeID) }))
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
    this.#begin()
  }

  handleReadyForQuery(): void {
    this.#ended(undefined)
  }

  /** Of a statement or of the connection. The client of pg tells nothing more of the batch after it. */
  handleError(error: Error): void {
    for (const { reject } of this.#statements.slice(this.#at)) reject(error)
    this.#ended(error)
  }
}

const INT8 = 20
const NUMERIC = 1700

/** How a value of this type is read. */
export const parserOf = (oid: number, format?: 'text' | 'binary'): ((value: string) => unknown) =>
  oid === INT8 || oid === NUMERIC
    ? Number
    : (pg.types.getTypeParser(oid, format) as (value: string) => unknown)

const toText = (param: Param): string | Buffer | null => {
  if (typeof param === 'number') return String(param)
  if (param === null || typeof param === 'string') return param
  return Buffer.from(param.buffer, param.byteOffset, param.byteLength)
}
