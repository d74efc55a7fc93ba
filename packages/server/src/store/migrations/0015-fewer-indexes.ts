// Mails to a person about a challenge are found by both at once, and entries of feeds by their ids, whose order is
// that of their age: two indexes fewer, to which every new challenge wrote three times.
import type { Migration } from './migration.ts'

export const fewerIndexes: Migration = {
  version: 15,
  name: 'fewer indexes',
  statements: [
    `drop index mails_of_challenge`,
    `drop index mails_of_person`,
    `create index mails_of_person on mails (person_id, challenge_id, id)`,
    `drop index events_by_age`,
  ],
}
