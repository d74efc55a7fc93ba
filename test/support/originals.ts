// Databases of each engine with all tables and no rows, made once for a run: a copy of one costs a fraction of its making.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '../../packages/server/src/store/migrate.ts'
import { openStore } from '../../packages/server/src/store/open.ts'
import { parseDatabaseUrl } from '../../packages/server/src/store/target.ts'
import { createDatabase } from './databases.ts'

export interface Originals {
  /** The path of a file of SQLite. */
  readonly file: string
  /** The name of a database on the PostgreSQL of the run. */
  readonly database: string
}

/** To be removed at the end of the run. */
export interface OwnOriginals extends Originals {
  remove(): Promise<void>
}

export const makeOriginals = async (adminUrl: string): Promise<OwnOriginals> => {
  const folder = mkdtempSync(join(tmpdir(), 'challenge-service-original-'))
  const file = join(folder, 'original.db')
  const database = await createDatabase(adminUrl)
  await fill(`sqlite:${file}`)
  await fill(database.url)
  return {
    file,
    database: new URL(database.url).pathname.slice(1),
    remove: async () => {
      rmSync(folder, { recursive: true, force: true })
      await database.drop()
    },
  }
}

const fill = async (url: string): Promise<void> => {
  const target = parseDatabaseUrl(url)
  if (!target) throw new Error(`not a database: ${url}`)
  const store = await openStore(target, { onIdleError: () => undefined })
  await migrate(store, 0)
  // All of it is in one file from here on.
  await store.close()
}
