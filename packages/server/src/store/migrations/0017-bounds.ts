// How often what is not counted against a quota was done: changes of a position and of support, amendments, and how
// often a subscription was switched on. And when a stake was last named, so that old ones can go.
import type { Migration } from './migration.ts'

export const bounds: Migration = {
  version: 17,
  name: 'bounds',
  statements: [
    `alter table challenges add column creator_changes {int} not null default 0`,
    `alter table challenges add column opponent_changes {int} not null default 0`,
    `alter table supports add column changes {int} not null default 0`,
    `alter table tally_entries add column amendments {int} not null default 0`,
    // Those by its owner within the day that began with the first; and the last that sent what was missed.
    `alter table webhooks add column enables {int} not null default 0`,
    `alter table webhooks add column enables_from {int}`,
    `alter table webhooks add column resent_at {int}`,
    // When its owner was last told by mail that the receiver is gone.
    `alter table webhooks add column gone_told_at {int}`,
    `alter table group_stakes add column named_at {int} not null default 0`,
  ],
}
