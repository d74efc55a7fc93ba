// The schema of a database as the engine itself reports it, in lines that do not depend on the order in which it was
// made: every table, column, constraint and index. What an engine named by itself is told without that name.
import { once } from '../../packages/server/src/store/statements/statement.ts'
import type { Reader } from '../../packages/server/src/store/store.ts'
import type { Engine } from './engine.ts'

export const describeSchema = (reader: Reader, engine: Engine): Promise<readonly string[]> =>
  engine === 'sqlite' ? describeSqlite(reader) : describePostgres(reader)

interface SqliteTable {
  readonly name: string
  readonly strict: number
  readonly wr: number
  readonly sql: string
}

const describeSqlite = async (reader: Reader): Promise<readonly string[]> => {
  const tables = await reader.all(
    once<SqliteTable>(
      `select l.name, l.strict, l.wr, m.sql from pragma_table_list l join sqlite_master m on m.name = l.name
       where l.schema = 'main' and l.type = 'table' and m.type = 'table' and l.name not like 'sqlite_%'`,
    ),
  )
  const lines: string[] = []
  for (const { name, strict, wr, sql } of tables) {
    lines.push(`table ${name}: strict ${strict}, without rowid ${wr}`)
    for (const check of findChecks(sql)) lines.push(`check of ${name}: ${check}`)
    const list = async (what: string, text: string): Promise<void> => {
      const rows = await reader.all(once<Record<string, unknown>>(text))
      lines.push(...rows.map((row) => `${what} of ${name}: ${JSON.stringify(row)}`))
    }
    await list('column', `select name, type, "notnull", dflt_value, pk from pragma_table_xinfo('${name}')`)
    await list(
      'reference',
      `select "from", "table", "to", on_update, on_delete from pragma_foreign_key_list('${name}')`,
    )
    await list(
      'key',
      `select l.origin, group_concat(i.name, ', ') as columns from pragma_index_list('${name}') l,
       pragma_index_info(l.name) i where l.origin <> 'c' group by l.name, l.origin`,
    )
  }
  const indexes = await reader.all(
    once<{ sql: string }>("select sql from sqlite_master where type = 'index' and sql is not null"),
  )
  return [...lines, ...indexes.map(({ sql }) => flatten(sql))].toSorted()
}

/** Renaming a table or column leaves quotes in the text that SQLite keeps. */
const flatten = (sql: string): string => sql.replaceAll('"', '').replaceAll(/\s+/g, ' ').trim()

/** No check of ours has more than one pair of parentheses inside another. */
const findChecks = (sql: string): readonly string[] =>
  [...flatten(sql).matchAll(/\bcheck (\((?:[^()]|\([^()]*\))*\))/gi)].map(([, check = '']) => check)

const postgresTexts = {
  column: `select table_name || '.' || column_name || ' ' || data_type || ' ' || coalesce(collation_name, '') || ' '
      || is_nullable || ' ' || coalesce(column_default, '') as line
    from information_schema.columns where table_schema = 'public'`,
  constraint: `select conrelid::regclass || ': ' || pg_get_constraintdef(oid) as line
    from pg_constraint where connamespace = 'public'::regnamespace`,
  index: `select pg_get_indexdef(indexrelid) as line from pg_index i join pg_class c on c.oid = i.indrelid
    where c.relnamespace = 'public'::regnamespace
      and not exists (select 1 from pg_constraint k where k.conindid = i.indexrelid)`,
}

const describePostgres = async (reader: Reader): Promise<readonly string[]> => {
  const lines: string[] = []
  for (const [what, text] of Object.entries(postgresTexts)) {
    const rows = await reader.all(once<{ line: string }>(text))
    lines.push(...rows.map(({ line }) => `${what} ${line}`))
  }
  return lines.toSorted()
}
