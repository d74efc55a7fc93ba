// The tables of a database, whatever they are.
import { once } from '../../packages/server/src/store/statements/statement.ts'
import type { Reader } from '../../packages/server/src/store/store.ts'
import type { Engine } from './engine.ts'

const texts: Readonly<Record<Engine, string>> = {
  sqlite: "select name from sqlite_master where type = 'table' and name not like 'sqlite_%' order by name",
  postgres: "select tablename as name from pg_tables where schemaname = 'public' order by tablename",
}

export const listTables = async (reader: Reader, databaseUrl: string): Promise<readonly string[]> => {
  const text = texts[databaseUrl.startsWith('postgres') ? 'postgres' : 'sqlite']
  return (await reader.all(once<{ name: string }>(text))).map(({ name }) => name)
}
