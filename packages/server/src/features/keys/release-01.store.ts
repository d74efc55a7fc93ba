// A database of release 0.1 kept no keys: what it keyed was derived from SECRET_KEY. Whether a database is one, and
// what it shows of the key that it was used with.
import { sql } from '../../store/statement.ts'
import type { Reader } from '../../store/store.ts'

const VERSION_OF_KEYS = 16

const compareAges = sql<{ is_older: number }, [version: number]>(
  'keys.compare_ages',
  `select count(*) as is_older from schema_migrations a join schema_migrations b on b.version = $1
   where a.version = 1 and a.applied_at <> b.applied_at`,
)

/** A new database gets all its steps at one time. */
export const isOfRelease01 = async (reader: Reader): Promise<boolean> =>
  ((await reader.first(compareAges, VERSION_OF_KEYS))?.is_older ?? 0) > 0

const newestSecret = sql<{ sealed: Uint8Array }, []>(
  'keys.newest_signing_secret',
  'select secret as sealed from webhooks where deleted_at is null order by id desc limit 1',
)

const newestAnswer = sql<{ sealed: Uint8Array }, []>(
  'keys.newest_answer',
  `select answer as sealed from idempotency_keys where answer is not null order by created_at desc limit 1`,
)

const newestStop = sql<{ address_hash: string }, []>(
  'keys.newest_stop',
  'select address_hash from mail_preferences where stopped_at is not null order by stopped_at desc limit 1',
)

/** The newest of each: those are of the key that was first when the database was last used. */
export const findTraces = async (reader: Reader) => ({
  signingSecret: (await reader.first(newestSecret))?.sealed,
  answer: (await reader.first(newestAnswer))?.sealed,
  stop: (await reader.first(newestStop))?.address_hash,
})
