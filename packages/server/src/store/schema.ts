// The whole schema, for both engines: what a new database is made of. It is always the current one. A change of it is
// written twice, here and as a migration for databases that are there already (migrations/), and a test holds both to
// the same result.
//
// Column types: {key} is a text that is compared or sorted, by its bytes; {text} any other; {int} an instant in
// milliseconds, a count, or 0 and 1; {bytes}. Tables end in {keyed} (short rows, in the order of their key) or
// {strict}. Columns whose name ends in _at hold an instant. Of an index the line above it says who asks by it.
import { challengesTables } from './schema/challenges.ts'
import { eventsTables } from './schema/events.ts'
import { limitsTables } from './schema/limits.ts'
import { mailsTables } from './schema/mails.ts'
import { peopleTables } from './schema/people.ts'
import { questionsTables } from './schema/questions.ts'
import { recordsTables } from './schema/records.ts'
import { siteTables } from './schema/site.ts'
import { upkeepTables } from './schema/upkeep.ts'

const migrationTables = `
-- The steps that this database went through, and the oldest release that may use it after each (migrate.ts).
create table schema_migrations (
  version {int} primary key, name {text} not null, applied_at {int} not null,
  oldest_release {text} not null default '0.2.0'
) {strict};
`

/** In an order in which every table that is referred to comes first. */
export const schema = [
  migrationTables,
  peopleTables,
  limitsTables,
  challengesTables,
  recordsTables,
  eventsTables,
  mailsTables,
  questionsTables,
  siteTables,
  upkeepTables,
].join('')
