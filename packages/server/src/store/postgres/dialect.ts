// How PostgreSQL spells what the schema and the statements say.
import { fillMarks, forUpdate, skipLocked, type Dialect, type SchemaMarks } from '../dialect.ts'
import type { Statement } from '../statements/statement.ts'
import { isLockTimeout } from './errors.ts'

const marks: SchemaMarks = {
  key: 'text collate "C"',
  text: 'text',
  int: 'bigint',
  bytes: 'bytea',
  strict: '',
  keyed: '',
}

/** Held by a copy of a database from beginning to end. */
export const COPY_LOCK = 7162535

// Far less than the second after which PostgreSQL looks for deadlocks, and ends one of those who stand in one.
const LOCK_WAIT_MS = 100

export const postgresDialect: Dialect = {
  prefersReturning: true,
  writesAlone: false,
  isLockTimeout,
  renderSchema: (text) => fillMarks(marks, text),
  migrationLock: [
    'set local lock_timeout = 0',
    'set local statement_timeout = 0',
    'set local idle_in_transaction_session_timeout = 20000',
    'select pg_advisory_xact_lock(7162534)',
  ],
  mayServe: {
    name: null,
    text: `select pg_try_advisory_xact_lock_shared(${COPY_LOCK})::int as is_free`,
  },
  readClock: {
    name: null,
    text: 'select cast(extract(epoch from clock_timestamp()) * 1000 as bigint) as at',
  },
  lockTables: (names) =>
    names.length === 0
      ? []
      : [
          `set local lock_timeout = ${LOCK_WAIT_MS}`,
          `lock table ${names.join(', ')} in access exclusive mode`,
          'set local lock_timeout = 0',
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
