// A database that an older release made and that is kept in the repository, with what that release showed of it
// (tools/old-database/make.mjs).
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { SqliteConnection } from '../../packages/server/src/store/sqlite/connection.ts'
import { createStorage, type Engine, type TestStorage } from './engine.ts'

type Shown = Readonly<Record<string, unknown>>

export interface KeptDatabase {
  readonly secretKey: string
  /** When it was kept. */
  readonly now: number
  readonly tokens: { readonly ana: string; readonly ben: string; readonly group: string }
  /** Ana's challenges for Ben by their status; `group` is one within the group. */
  readonly challenges: Readonly<Record<string, string>>
  readonly webhook: { readonly id: string; readonly signing_secret: string }
  /** A call that was made with an Idempotency-Key, and the id of what it created. */
  readonly repeated: { readonly body: object; readonly key: string; readonly id: string }
  /** Of the second page of Ana's challenges. */
  readonly cursor: string
  /** The data that each path gave to Ana, and to the token of the group. */
  readonly shown: { readonly ana: Shown; readonly group: Shown }
  readonly sql: string
}

export const readKept = (name: string, engine: Engine): KeptDatabase => {
  const file = join(import.meta.dirname, `../store/old-databases/${name}-${engine}.json.gz`)
  return JSON.parse(gunzipSync(readFileSync(file)).toString()) as KeptDatabase
}

export const restoreKept = async ({ sql }: KeptDatabase, engine: Engine): Promise<TestStorage> => {
  const storage = await createStorage(engine)
  if (engine === 'sqlite') {
    const { db } = new SqliteConnection(storage.url.slice('sqlite:'.length), { readonly: false })
    db.exec(sql)
    db.close()
    return storage
  }
  const client = new pg.Client({ connectionString: storage.url })
  await client.connect()
  await client.query(sql)
  await client.end()
  return storage
}
