// The feeds: one dense counter for each, and one row for each receiver of an event, holding the exact body
// that it is shown and sent.
import type { Migration } from './migration.ts'

export const events: Migration = {
  version: 5,
  name: 'events',
  statements: [
    `create table feeds (
       owner_id {key} primary key,
       head {int} not null
     ) {keyed}`,
    `create table events (
       feed_id {key} not null,
       seq {int} not null,
       id {key} not null unique,
       type {key} not null,
       body {text} not null,
       created_at {int} not null,
       primary key (feed_id, seq)
     ) {strict}`,
    `create index events_by_type on events (feed_id, type, seq)`,
    `create index events_by_age on events (created_at)`,
  ],
}
