// The whole schema, for both engines: what a new database is made of. It is always the current one. A change of it is
// written twice, here and as a migration for databases that are there already (migrations/), and a test holds both to
// the same result.
//
// Of an index the line above it says who asks by it.
import { challengesIndexes, challengesTables } from './schema/challenges.ts'
import { eventsIndexes, eventsTables } from './schema/events.ts'
import { limitsIndexes, limitsTables } from './schema/limits.ts'
import { mailsIndexes, mailsTables, mailTurns } from './schema/mails.ts'
import { peopleIndexes, peopleTables } from './schema/people.ts'
import { questionsIndexes, questionsTables } from './schema/questions.ts'
import { recordsIndexes, recordsTables } from './schema/records.ts'
import { siteIndexes, siteTables } from './schema/site.ts'
import { upkeepIndexes, upkeepTables, writeProbe } from './schema/upkeep.ts'
import { renderTable, type StoredTable } from './table.ts'

/** In an order in which every table that is referred to comes first. */
export const tables: readonly StoredTable[] = [
  peopleTables,
  limitsTables,
  challengesTables,
  recordsTables,
  eventsTables,
  mailsTables,
  questionsTables,
  siteTables,
  upkeepTables,
].flatMap((part) => Object.values<StoredTable>(part))

const indexes = [
  peopleIndexes,
  limitsIndexes,
  challengesIndexes,
  recordsIndexes,
  eventsIndexes,
  mailsIndexes,
  questionsIndexes,
  siteIndexes,
  upkeepIndexes,
].join('')

/** Tables of one row that is there from the start. */
export const filledTables: readonly StoredTable[] = [mailTurns, writeProbe]

/** The statements that make a new database. */
export const schema: readonly string[] = [
  ...tables.map(renderTable),
  ...indexes
    .replaceAll(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== ''),
  `insert into ${mailTurns.name} (id, taken_at) values (1, 0)`,
  `insert into ${writeProbe.name} (id, written_at) values (1, 0)`,
]
