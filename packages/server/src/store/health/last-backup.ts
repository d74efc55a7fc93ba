// When `backup` last made one of this database: a backup holds what was true before it.
import { insertInto } from '../statements/changes.ts'
import { lastBackup } from '../schema/upkeep.ts'
import { sql } from '../statements/statement.ts'
import type { Reader, Tx } from '../store.ts'

const note = insertInto(
  lastBackup,
  'store.note_backup',
  ['id', 'made_at'],
  'on conflict (id) do update set made_at = excluded.made_at where last_backup.made_at < excluded.made_at',
)

export const noteBackup = async (tx: Tx, now: number): Promise<void> => {
  await tx.run(note, { id: 1, made_at: now })
}

const find = sql<{ readonly made_at: number }, []>(
  'store.find_last_backup',
  'select made_at from last_backup where id = 1',
)

/** Null where there never was one. */
export const findLastBackupAt = async (reader: Reader): Promise<number | null> =>
  (await reader.first(find))?.made_at ?? null
