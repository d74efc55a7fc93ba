// One connection to a SQLite file, with its statements prepared once. Nothing here waits: a locked database
// throws SQLITE_BUSY at once, and the caller decides how to wait without freezing the event loop.
import type BetterSqlite3 from 'better-sqlite3'
import { paramsOf, type Param, type Statement } from '../statements/statement.ts'
import { openDatabase } from './binding.ts'
import { measure, ReadTurns } from './read-turns.ts'

interface PreparedStatement {
  readonly name: string | null
  readonly statement: BetterSqlite3.Statement
  /** For each `?`, which parameter stands there; null where that is simply their order. */
  readonly layout: readonly number[] | null
  readonly toRow: (values: readonly unknown[]) => unknown
  readonly isReadOnly: boolean
}

/** The rows of one statement, in pieces. */
export type RowPieces<Row> = Generator<readonly Row[], readonly Row[], void>

export class SqliteConnection {
  readonly db: BetterSqlite3.Database
  readonly #prepared = new Map<string, PreparedStatement>()
  readonly #turns: ReadTurns
  #writes = 0

  /** `turns` counts what is read. */
  constructor(path: string, options: { readonly readonly: boolean; readonly turns?: ReadTurns }) {
    this.db = openDatabase(path, { timeout: 0, readonly: options.readonly })
    this.#turns = options.turns ?? new ReadTurns()
  }

  /** How many statements so far may have changed something. */
  get writes(): number {
    return this.#writes
  }

  all<Row>(statement: Statement<Row, never>, given: readonly unknown[]): readonly Row[] {
    const prepared = this.#use(statement)
    const rows = prepared.statement.all(...arrange(prepared, paramsOf(statement, given))) as unknown[][]
    let bytes = 0
    const made = rows.map((values) => {
      bytes += measure(values)
      return prepared.toRow(values) as Row
    })
    this.#turns.note(prepared.name, made.length, bytes)
    return made
  }

  /**
   * Gives the rows piece by piece, each as long as the turn allows; the last one is returned. Until then the connection
   * shows the state of the beginning to everyone who uses it.
   */
  *readInPieces<Row>(statement: Statement<Row, never>, given: readonly unknown[]): RowPieces<Row> {
    const prepared = this.#use(statement)
    let piece: Row[] = []
    let bytes = 0
    for (const values of prepared.statement.iterate(...arrange(prepared, paramsOf(statement, given)))) {
      piece.push(prepared.toRow(values as unknown[]) as Row)
      bytes += measure(values as unknown[])
      if (!this.#turns.isFullWith(piece.length, bytes)) continue
      this.#turns.note(prepared.name, piece.length, bytes)
      yield piece
      piece = []
      bytes = 0
    }
    this.#turns.note(prepared.name, piece.length, bytes)
    return piece
  }

  first<Row>(statement: Statement<Row, never>, given: readonly unknown[]): Row | undefined {
    const prepared = this.#use(statement)
    const values = prepared.statement.get(...arrange(prepared, paramsOf(statement, given))) as
      unknown[] | undefined
    this.#turns.note(prepared.name, values ? 1 : 0, values ? measure(values) : 0)
    return values && (prepared.toRow(values) as Row)
  }

  run(statement: Statement<never, never>, given: readonly unknown[]): number {
    const prepared = this.#use(statement)
    return prepared.statement.run(...arrange(prepared, paramsOf(statement, given))).changes
  }

  #use(statement: Statement<unknown, never>): PreparedStatement {
    const prepared = this.#prepare(statement)
    if (!prepared.isReadOnly) this.#writes += 1
    return prepared
  }

  #prepare({ name, text }: Statement<unknown, never>): PreparedStatement {
    const known = name === null ? undefined : this.#prepared.get(name)
    if (known) return known
    const order: number[] = []
    // Where several rows are inserted, SQLite would else copy every page first, to undo the statement alone.
    const whole = text.replace(/^\s*insert into/, 'insert or fail into')
    // `?1` would be a named parameter to better-sqlite3, so every `$n` becomes a plain `?`. The plus changes no value: it
    // keeps SQLite from planning the statement again for each value that is bound, as it does for a bare one.
    const plain = whole.replace(/\$(\d+)/g, (_, n: string) => {
      order.push(Number(n) - 1)
      return '+?'
    })
    const layout = order.every((param, index) => param === index) ? null : order
    const statement = this.db.prepare(plain)
    const names = statement.reader ? statement.columns().map(({ name: column }) => column) : []
    if (statement.reader) statement.raw(true)
    const prepared = { name, statement, layout, toRow: rowMaker(names), isReadOnly: statement.readonly }
    if (name !== null) this.#prepared.set(name, prepared)
    return prepared
  }
}

const arrange = ({ layout }: PreparedStatement, params: readonly Param[]): readonly Param[] =>
  layout === null ? params : layout.map((index) => params[index] ?? null)

/**
 * Rows are made here, by a function that is written for each statement: all of its rows have one shape, known from
 * the start. The binding would look every name up again for every row, a third of a short read.
 */
const rowMaker = (names: readonly string[]): ((values: readonly unknown[]) => unknown) => {
  const members = names.map((name, at) => `${JSON.stringify(name)}: values[${at}]`).join(', ')
  // oxlint-disable-next-line typescript/no-implied-eval -- the names are those of our own statements
  return new Function('values', `return { ${members} }`) as (values: readonly unknown[]) => unknown
}
