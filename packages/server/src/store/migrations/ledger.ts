// The ledger of a database: which steps it went through, and the oldest release that may use it after each.
import { insertInto } from '../statements/changes.ts'
import { schemaMigrations } from '../schema/upkeep.ts'
import { sql } from '../statements/statement.ts'
import type { Reader, Tx } from '../store.ts'
import type { RowIn } from '../statements/table.ts'
import type { Migration } from './migration.ts'

export const LEDGER = 'schema_migrations'

/** The version of the one step in the ledger of a database that is being copied into. No release has such a step. */
export const UNFINISHED_COPY = 999_999

export type AppliedStep = Pick<RowIn<typeof schemaMigrations>, 'version' | 'name' | 'oldest_release'>

const list = sql<AppliedStep, []>(
  'store.list_applied_steps',
  'select version, name, oldest_release from schema_migrations order by version',
)

/** In the order of their versions. */
export const listApplied = (reader: Reader): Promise<readonly AppliedStep[]> => reader.all(list)

const insert = insertInto(schemaMigrations, 'store.insert_applied_step', [
  'version',
  'name',
  'applied_at',
  'oldest_release',
])

export const recordStep = async (
  tx: Tx,
  { version, name, oldestRelease }: Migration,
  now: number,
): Promise<void> => {
  await tx.run(insert, { version, name, applied_at: now, oldest_release: oldestRelease })
}
