// What `copy` and `backup` carry is what the schema declares: every table of a database, with every column and its key.
import { afterEach, describe, expect, it } from 'vitest'
import { carriedTables, tables } from '../../packages/server/src/store/copy/tables.ts'
import { once } from '../../packages/server/src/store/statements/statement.ts'
import { createStore, engines, type Engine, type TestStore } from '../support/engine.ts'
import { listTables } from '../support/tables.ts'

const keyTexts: Readonly<Record<Engine, (table: string) => string>> = {
  sqlite: (table) => `select name from pragma_table_info('${table}') where pk > 0 order by pk`,
  postgres: (table) =>
    `select a.attname as name from pg_index i, unnest(i.indkey) with ordinality k (place, at), pg_attribute a
     where i.indrelid = '${table}'::regclass and i.indisprimary and a.attrelid = i.indrelid and a.attnum = k.place
     order by k.at`,
}

describe.each(engines)('the tables that are carried over, on %s', (engine) => {
  let made: TestStore
  afterEach(() => made.remove())

  const names = async (text: string): Promise<readonly string[]> =>
    (await made.store.all(once<{ name: string }>(text))).map(({ name }) => name)

  it('are all that a database has, but for its ledger, the processes that serve it and its last backup', async () => {
    made = await createStore(engine)
    const there = await listTables(made.store, made.storage.url)
    expect(tables.map(({ name }) => name).toSorted()).toEqual(there)
    expect(carriedTables.map(({ name }) => name).toSorted()).toEqual(
      there.filter((name) => !['schema_migrations', 'nodes', 'last_backup'].includes(name)),
    )
  })

  it('have the columns and the keys of the database, and keys sort alike on both engines', async () => {
    made = await createStore(engine)
    for (const table of tables) {
      const columns = await made.store.all(made.store.dialect.listColumns, table.name)
      expect(columns.map(({ name }) => name).toSorted(), table.name).toEqual(
        table.columns.map(({ name }) => name).toSorted(),
      )
      const key = table.keyIndexes.map((place) => table.columns[place])
      expect(await names(keyTexts[engine](table.name)), table.name).toEqual(key.map((column) => column?.name))
      expect(['key', 'int']).toEqual(expect.arrayContaining(key.map((column) => column?.kind)))
    }
  })
})
