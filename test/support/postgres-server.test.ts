// The server under the tests is a real PostgreSQL, and each test's database is its own.
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestDatabase, createDatabase } from './databases.ts'
import { postgresOfRun } from './run-storage.ts'

describe('the PostgreSQL of a test run', () => {
  const databases: TestDatabase[] = []
  const clients: pg.Client[] = []

  beforeAll(async () => {
    for (let n = 0; n < 2; n++) {
      const database = await createDatabase((await postgresOfRun()).adminUrl)
      const client = new pg.Client({ connectionString: database.url })
      await client.connect()
      databases.push(database)
      clients.push(client)
    }
  })

  afterAll(async () => {
    for (const client of clients) await client.end()
    for (const database of databases) await database.drop()
  })

  const ask = async (n: 0 | 1, sql: string) => {
    const answer = await clients[n]?.query<Record<string, unknown>>(sql)
    return answer?.rows ?? []
  }

  test('it is a PostgreSQL server', async () => {
    expect(await ask(0, 'select version() as version')).toEqual([
      { version: expect.stringMatching(/^PostgreSQL 1[6-9]/) as string },
    ])
  })

  test('two databases share nothing', async () => {
    await ask(0, 'create table mine (x int8)')
    await expect(ask(1, 'select x from mine')).rejects.toThrow('relation "mine" does not exist')
  })

  test('a "C" column sorts by bytes, and one without a collation does not', async () => {
    const sorted = async (collation: string) => {
      const values = `(values ('b'), ('B'), ('a'), ('é'), ('z')) as t (v)`
      return (await ask(0, `select v from ${values} order by v ${collation}`)).map(({ v }) => v)
    }
    expect(await sorted('collate "C"')).toEqual(['B', 'a', 'b', 'z', 'é'])
    expect(await sorted('')).toEqual(['a', 'b', 'B', 'é', 'z'])
  })

  test('times are UTC, text is UTF-8', async () => {
    expect(await ask(0, 'show timezone')).toEqual([{ TimeZone: 'UTC' }])
    expect(await ask(0, 'show server_encoding')).toEqual([{ server_encoding: 'UTF8' }])
  })
})
