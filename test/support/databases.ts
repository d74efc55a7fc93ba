// Databases for tests: each its own, with a random name. Their default order is a natural language's and not
// "C", so that a column which forgot its collation sorts otherwise than on SQLite, and is found.
import { randomBytes } from 'node:crypto'
import pg from 'pg'

export interface TestDatabase {
  readonly url: string
  drop(): Promise<void>
}

/** Empty, or a copy of another one, which nobody is connected to. */
export const createDatabase = async (adminUrl: string, original?: string): Promise<TestDatabase> => {
  const name = `test_${randomBytes(8).toString('hex')}`
  const empty = `template0 encoding 'UTF8' locale_provider icu icu_locale 'en-US'`
  await execute(adminUrl, `create database ${name} template ${original ?? empty}`)
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  return {
    url: url.href,
    drop: async () => await execute(adminUrl, `drop database if exists ${name} with (force)`),
  }
}

const execute = async (url: string, sql: string) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
