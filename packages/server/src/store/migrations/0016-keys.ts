// What SECRET_KEY protects of a database itself: which keys it needs, the random values that sign links and cursors
// and hash addresses, and who serves it with which key. And one row that is there to be written, so that readiness
// can tell whether writes work.
import type { Migration } from './migration.ts'

export const keys: Migration = {
  version: 16,
  name: 'keys',
  statements: [
    // One row for each key of SECRET_KEY under which something may be encrypted; the proof is encrypted with it.
    `create table secret_keys (
       id {key} primary key,
       proof {bytes} not null,
       first_used_at {int} not null
     ) {strict}`,
    // Of a purpose, the one with the lowest place is in use; the others are still recognised.
    `create table stored_keys (
       purpose {key} not null,
       place {int} not null,
       sealed {bytes} not null,
       created_at {int} not null,
       primary key (purpose, place)
     ) {strict}`,
    `create table nodes (
       id {key} primary key,
       seals_with {key} not null,
       seen_at {int} not null
     ) {strict}`,
    `create table write_probe (
       id {int} primary key,
       written_at {int} not null
     ) {strict}`,
    `insert into write_probe (id, written_at) values (1, 0)`,
  ],
}
