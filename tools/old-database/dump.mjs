// A database of release 0.1 as SQL: the statements that made its tables, then every row. The tables come in the order
// in which they were made, so that a row comes after those that it refers to.

const ledger = {
  sqlite:
    'create table schema_migrations (version integer primary key, name text not null, applied_at integer not null) strict',
  postgres:
    'create table schema_migrations (version bigint primary key, name text not null, applied_at bigint not null)',
}

export const dumpDatabase = async (store, engine, steps) => {
  const made = steps.flatMap((text) => /^create table (\w+)/.exec(text)?.[1] ?? [])
  const dropped = steps.flatMap((text) => /^drop table (\w+)/.exec(text)?.[1] ?? [])
  const tables = ['schema_migrations', ...made.filter((name) => !dropped.includes(name))]
  const lines = [ledger[engine], ...steps]
  for (const table of tables) {
    lines.push(`delete from ${table}`)
    for (const row of await store.all({ name: null, text: `select * from ${table}` })) {
      const values = Object.values(row).map((value) => toLiteral(value, engine))
      lines.push(`insert into ${table} (${Object.keys(row).join(', ')}) values (${values.join(', ')})`)
    }
  }
  return `${lines.join(';\n')};\n`
}

const toLiteral = (value, engine) => {
  if (value === null) return 'null'
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') return `'${value.replaceAll("'", "''")}'`
  const hex = Buffer.from(value).toString('hex')
  return engine === 'sqlite' ? `x'${hex}'` : String.raw`'\x${hex}'`
}
