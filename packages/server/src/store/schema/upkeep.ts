// Keys, nodes and erasures. schema.ts says how to read the column types.
import type { AccountId, PersonId } from '../../kernel/ids.ts'
import type { StoredUse } from '../../kernel/keyring.ts'
import { bytes, int, key, orNull, strictTable, text } from '../statements/table.ts'

/** The steps that this database went through, and the oldest release that may use it after each (migrate.ts). */
export const schemaMigrations = strictTable('schema_migrations', {
  version: int('primary key'),
  name: text(),
  applied_at: int(),
  oldest_release: text("default '0.2.0'"),
})

/** Each key of SECRET_KEY under which something may be encrypted, with a proof that is encrypted with it. */
export const secretKeys = strictTable('secret_keys', {
  id: key('primary key'),
  proof: bytes(),
  first_used_at: int(),
})

/** What signs links and cursors and hashes addresses. Of a purpose the lowest place is in use; the others are recognised. */
export const storedKeys = strictTable(
  'stored_keys',
  {
    purpose: key<StoredUse>(),
    /** In code, the index. */
    place: int(),
    sealed: bytes(),
    created_at: int(),
  },
  ['primary key (purpose, place)'],
)

/** The processes that serve this database, and which key each encrypts with. */
export const nodes = strictTable('nodes', {
  id: key('primary key'),
  seals_with: key(),
  seen_at: int(),
})

/** One row that is there to be written, so that readiness can tell whether writes work. */
export const writeProbe = strictTable('write_probe', {
  id: int('primary key'),
  written_at: int(),
  /** On SQLite: when a clock that was believed was last seen. */
  believed_at: orNull(int()),
})

/** When the last backup was made; one row, once there is one. */
export const lastBackup = strictTable('last_backup', {
  id: int('primary key'),
  made_at: int(),
})

/** Erasures of people: step and cursor say how far each has come. */
export const erasures = strictTable('erasures', {
  person_id: key<PersonId>('primary key references people (id)'),
  account_id: orNull(key<AccountId>()),
  address_hash: orNull(key()),
  step: int(),
  /** In code, the cursor. */
  place: text(),
  done: int(),
  total: int(),
  started_at: int(),
  /** When to go on with it, null once it is over. */
  due_at: orNull(int()),
  finished_at: orNull(int()),
})

export const upkeepTables = {
  schemaMigrations,
  secretKeys,
  storedKeys,
  nodes,
  writeProbe,
  lastBackup,
  erasures,
}

export const upkeepIndexes = `
-- The job that goes on with them.
create index erasures_by_due on erasures (due_at, person_id) where due_at is not null;
-- Was an address erased?
create index erasures_by_address on erasures (address_hash) where address_hash is not null;
`
