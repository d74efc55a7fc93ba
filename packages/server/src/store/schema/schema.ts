// The whole schema, for both engines: what a new database is made of. It is always the current one. A change of it is
// written twice, here and as a migration for databases that are there already (migrations/), and a test holds both to
// the same result.
//
// Of an index the line above it says who asks by it.
import { challengesIndexes, challengesTables } from './challenges.ts'
import { eventsIndexes, eventsTables } from './events.ts'
import { limitsIndexes, limitsTables } from './limits.ts'
import { mailsIndexes, mailsTables, mailTurns } from './mails.ts'
import { peopleIndexes, peopleTables } from './people.ts'
import { questionsIndexes, questionsTables } from './questions.ts'
import { recordsIndexes, recordsTables } from './records.ts'
import { siteIndexes, siteTables } from './site.ts'
import { upkeepIndexes, upkeepTables, writeProbe } from './upkeep.ts'
import { renderTable, type StoredTable } from '../statements/table.ts'

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
