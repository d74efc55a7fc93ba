// The rows of a PostgreSQL database on one connection of its own: read from one snapshot, or written in the order of
// their keys. The connection also holds the lock that keeps others from serving the database meanwhile.
import pg from 'pg'
import {
  listColumns,
  listKey,
  type Row,
  type TableReader,
  type TableWriter,
  type Value,
} from '../copy/rows.ts'
import type { SchemaTable } from '../copy/tables.ts'
import type { ColumnKind } from '../statements/table.ts'
import { OperatorError } from '../../kernel/operator-error.ts'
import { COPY_LOCK } from './dialect.ts'
import { translateError } from './errors.ts'

const INT8 = 20

const connectionSettings = {
  connectionTimeoutMillis: 15_000,
  statement_timeout: 0,
  lock_timeout: 0,
  idle_in_transaction_session_timeout: 0,
  // As the service does: pages are read along the index of the key.
  options: '-c enable_seqscan=off',
  keepAlive: true,
  application_name: 'challenge-service',
  types: {
    getTypeParser: (oid: number, format?: 'text' | 'binary') =>
      oid === INT8 ? BigInt : (pg.types.getTypeParser(oid, format) as (value: string) => unknown),
  },
} as const

/** Everything that it reads is of the moment when it was opened, whatever others write. */
export const readPostgresRows = async (
  url: string,
  { locked }: { locked: boolean },
): Promise<TableReader> => {
  const rows = await PostgresRows.open(url, locked)
  await rows.query('begin isolation level repeatable read read only')
  // The snapshot is taken by the first statement behind it.
  await rows.query('select 1')
  return rows
}

/** The tables must be there. */
export const writePostgresRows = (url: string): Promise<TableWriter> => PostgresRows.open(url, true)

class PostgresRows implements TableWriter {
  readonly #client: pg.Client

  private constructor(client: pg.Client) {
    this.#client = client
  }

  static async open(url: string, locked: boolean): Promise<PostgresRows> {
    const client = new pg.Client({ ...connectionSettings, connectionString: url })
    // The user of a lost connection learns of it from their statement.
    client.on('error', () => undefined)
    try {
      await client.connect()
    } catch (error) {
      throw translateError(error)
    }
    const rows = new PostgresRows(client)
    if (locked) await rows.#lock()
    return rows
  }

  async #lock(): Promise<void> {
    const [row] = await this.query(`select pg_try_advisory_lock(${COPY_LOCK})::int::bigint`)
    if (row?.[0] === 1n) return
    await this.close()
    throw new OperatorError(
      'another process copies this database now, or begins to serve it: try again later',
    )
  }

  async count({ name }: SchemaTable): Promise<number> {
    const [row] = await this.query(`select count(*) from ${name}`)
    return Number(row?.[0])
  }

  readAfter(table: SchemaTable, key: Row | undefined, limit: number): Promise<readonly Row[]> {
    const placeholders = table.keyIndexes.map((_, at) => `$${at + 1}`).join(', ')
    const after = key === undefined ? '' : `where (${listKey(table)}) > (${placeholders})`
    return this.query(
      `select ${listColumns(table)} from ${table.name} ${after} order by ${listKey(table)} limit ${limit}`,
      key,
    )
  }

  async findLastKey(table: SchemaTable): Promise<Row | undefined> {
    const text = `select ${listKey(table)} from ${table.name} order by ${listKey(table, ' desc')} limit 1`
    return (await this.query(text))[0]
  }

  async insert(table: SchemaTable, rows: readonly Row[]): Promise<void> {
    const arrays = table.columns.map(({ kind }, at) => `$${at + 1}::${arrayTypes[kind]}[]`).join(', ')
    await this.query(
      `insert into ${table.name} (${listColumns(table)}) select * from unnest(${arrays})`,
      table.columns.map((_, at) => rows.map((row) => row[at] ?? null)),
    )
  }

  async query(text: string, values: readonly (Value | readonly Value[])[] = []): Promise<readonly Row[]> {
    try {
      const result = await this.#client.query<Value[]>({ text, values: [...values], rowMode: 'array' })
      return result.rows
    } catch (error) {
      throw translateError(error)
    }
  }

  async close(): Promise<void> {
    await this.#client.end()
  }
}

const arrayTypes: Readonly<Record<ColumnKind, string>> = {
  key: 'text',
  text: 'text',
  int: 'bigint',
  bytes: 'bytea',
}
