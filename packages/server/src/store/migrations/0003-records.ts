// The record of a person, kept by whatever settles a challenge: over everything (scope 'all'), and within
// each group (scope: the group's id).
import type { Migration } from './migration.ts'

export const records: Migration = {
  version: 3,
  name: 'records',
  statements: [
    `create table records (
       person_id {key} not null references people (id),
       scope {key} not null,
       won {int} not null default 0,
       lost {int} not null default 0,
       drawn {int} not null default 0,
       void {int} not null default 0,
       open {int} not null default 0,
       current_streak {int} not null default 0,
       best_streak {int} not null default 0,
       primary key (person_id, scope)
     ) {keyed}`,
  ],
}
