// The instant of a feed's newest entry, so that no entry is dated before the one above it; and the windows of the
// per-minute limits, kept from a clean stop to the next start.
import type { Migration } from './migration.ts'

export const feedTime: Migration = {
  version: 18,
  name: 'feed time and kept windows',
  statements: [
    `alter table feeds add column last_at {int} not null default 0`,
    // What it was before the last change; meant for the transaction that made the change.
    `alter table feeds add column before_at {int} not null default 0`,
    `update feeds set last_at = coalesce(
       (select e.created_at from events e where e.feed_id = feeds.owner_id and e.seq = feeds.head), 0)`,
    `create table rate_windows (
       saved_at {int} not null,
       token_id {key} not null,
       rate_class {key} not null,
       ages {bytes} not null,
       primary key (saved_at, token_id, rate_class)
     ) {strict}`,
  ],
}
