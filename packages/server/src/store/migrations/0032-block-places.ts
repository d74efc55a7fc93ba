// In which challenge someone blocked someone: two of them never show that one person is behind both.
import type { Migration } from './migration.ts'

export const blockPlaces: Migration = {
  version: 32,
  name: 'block places',
  oldestRelease: '0.2.0',
  statements: [
    `create table block_places (
       person_id {key} not null references people (id),
       place {key} not null,
       blocked_id {key} not null references people (id),
       blocked_at {int} not null,
       name {text},
       primary key (person_id, place)
     ) {keyed}`,
    `create index block_places_by_blocked on block_places (blocked_id, person_id)`,
    `insert into block_places (person_id, place, blocked_id, blocked_at, name)
       select person_id, blocked_id, blocked_id, blocked_at, name from blocks`,
  ],
}
