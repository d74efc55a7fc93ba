// How PostgreSQL spells what the schema and the statements say.
import { fillMarks, forUpdate, skipLocked, type Dialect, type SchemaMarks } from '../dialect.ts'
import type { Statement } from '../statement.ts'
import { isLockTimeout } from './errors.ts'

const marks: SchemaMarks = {
  key: 'text collate "C"',
  text: 'text',
  int: 'bigint',
  bytes: 'bytea',
  strict: '',
  keyed: '',
}

export const postgresDialect: Dialect = {
  prefersReturning: true,
  isLockTimeout,
  renderSchema: (text) => fillMarks(marks, text),
  migrationLock: [
    'set local lock_timeout = 0',
    'set local statement_timeout = 0',
    'select pg_advisory_xact_lock(7162534)',
  ],
  listColumns: {
    name: null,
    text: `select column_name as name from information_schema.columns
      where table_schema = current_schema() and table_name = $1`,
  },
}

type StatementText = Pick<Statement<unknown, never>, 'name' | 'text'>

const rendered = new Map<string, StatementText>()

/** A statement as PostgreSQL takes it; one that has a name is rendered once. */
export const renderStatement = ({ name, text }: StatementText): StatementText => {
  const known = name === null ? undefined : rendered.get(name)
  if (known) return known
  const made = { name, text: renderMarks(text) }
  if (name !== null) rendered.set(name, made)
  return made
}

export const renderMarks = (text: string): string =>
  text.replaceAll(forUpdate, 'for update').replaceAll(skipLocked, 'for update skip locked')
