// The ledger of a database that is being copied into: one step that no release knows, so that none serves it before all
// is there. When it is, the ledger of the source takes its place.
import { createHash } from 'node:crypto'
import { OperatorError } from '../../kernel/operator-error.ts'
import { LEDGER, listApplied, recordStep, UNFINISHED_COPY } from '../migrations/ledger.ts'
import { findSchemaState, makeSchema } from '../migrations/migrate.ts'
import { filledTables } from '../schema/schema.ts'
import { insertInto } from '../statements/changes.ts'
import { schemaMigrations } from '../schema/upkeep.ts'
import { once } from '../statements/statement.ts'
import type { Store, Tx } from '../store.ts'
import type { RowIn } from '../statements/table.ts'
import type { Row, TableReader } from './rows.ts'
import { carriedTables, ledgerTable, tables } from './tables.ts'

/** What tells one database from all others: its keys, and when it was made. */
export const nameSource = async (source: TableReader): Promise<string> => {
  const hash = createHash('sha256')
  const telling = tables.filter(({ name }) => [LEDGER, 'secret_keys', 'stored_keys'].includes(name))
  for (const table of telling) {
    for (const row of await source.readAfter(table, undefined, ALL)) {
      for (const value of row)
        hash.update(`${value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value}\n`)
    }
  }
  return `copy of ${hash.digest('hex').slice(0, 16)}`
}

const ALL = 100_000

/** Makes the tables where there are none. `continued` where a copy of the same source is unfinished. */
export const beginCopy = (store: Store, source: string, now: number): Promise<'begun' | 'continued'> =>
  store.write(async (tx) => {
    for (const text of tx.dialect.migrationLock) await tx.all(once(text))
    if (await hasTable(tx, LEDGER)) {
      const step = (await listApplied(tx)).find(({ version }) => version === UNFINISHED_COPY)
      if (step?.name === source) return 'continued'
      if (step)
        throw new OperatorError(
          `${NOT_EMPTY}: it holds an unfinished copy of another database, or of this one before its keys changed`,
        )
      if ((await findSchemaState(tx)) !== 'current') {
        throw new OperatorError(`${NOT_EMPTY}: it was made by another release`)
      }
      await refuseRows(tx)
    } else {
      for (const { name } of tables) {
        if (await hasTable(tx, name))
          throw new OperatorError(`${NOT_EMPTY}: another program has a table ${name} in it`)
      }
      await makeSchema(tx)
    }
    for (const name of [LEDGER, ...filled]) await tx.run(once(`delete from ${name}`))
    await recordStep(
      tx,
      { version: UNFINISHED_COPY, name: source, statements: [], oldestRelease: NO_RELEASE },
      now,
    )
    return 'begun'
  })

const filled = filledTables.map(({ name }) => name)

const NOT_EMPTY = 'the database of --to is not empty'

/** A release that knows nothing of unfinished copies takes it for a database of a newer one. */
const NO_RELEASE = '999.0.0'

const hasTable = async (tx: Tx, table: string): Promise<boolean> =>
  (await tx.all(tx.dialect.listColumns, table)).length > 0

/** A database that was made and never used may be copied into. */
const refuseRows = async (tx: Tx): Promise<void> => {
  for (const { name } of carriedTables.filter((table) => !filled.includes(table.name))) {
    if (await tx.first(once(`select 1 as found from ${name} limit 1`))) {
      throw new OperatorError(`${NOT_EMPTY}: its table ${name} has rows`)
    }
  }
}

type CopiedStep = RowIn<typeof schemaMigrations>

const insertStep = insertInto(
  schemaMigrations,
  'store.insert_copied_step',
  ledgerTable.columns.map(({ name }) => name as keyof CopiedStep),
)

/** From here on the database can be served. */
export const finishCopy = async (store: Store, source: TableReader): Promise<void> => {
  const steps = await source.readAfter(ledgerTable, undefined, ALL)
  await store.write(async (tx) => {
    await tx.run(once(`delete from ${LEDGER}`))
    for (const step of steps) await tx.run(insertStep, toStep(step))
  })
}

const toStep = (row: Row): CopiedStep =>
  Object.fromEntries(
    ledgerTable.columns.map(({ name, kind }, at) => [name, kind === 'int' ? Number(row[at]) : row[at]]),
  ) as unknown as CopiedStep
