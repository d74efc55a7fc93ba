// Webhook subscriptions, the queue of each, and their deliveries.
// A subscription goes through runs: one begins whenever it is switched on. A delivery belongs to a run, so what
// waited when a run ended is out of the queue at once, however much it is. The body of a delivery is the entry of
// the feed; only what is in no feed has one of its own.
import type { Migration } from './migration.ts'

export const webhooks: Migration = {
  version: 8,
  name: 'webhooks',
  statements: [
    // The active subscriptions of a feed, told with its counter: an event needs no second look to know them.
    `alter table feeds add column subscribers {text} not null default ''`,
    `create table webhooks (
       id {key} primary key,
       owner_id {key} not null,
       feed_id {key} not null,
       url {text} not null,
       target {key} not null,
       events {text} not null,
       description {text},
       status {text} not null check (status in ('active', 'disabled')),
       disabled_reason {text},
       disabled_at {int},
       run {int} not null,
       resend_from {int},
       secret {bytes} not null,
       old_secret {bytes},
       old_secret_until {int},
       created_at {int} not null,
       deleted_at {int}
     ) {strict}`,
    `create unique index webhooks_by_target on webhooks (owner_id, target) where deleted_at is null`,
    `create index webhooks_of_owner on webhooks (owner_id, id) where deleted_at is null`,
    `create index webhooks_deleted on webhooks (id) where deleted_at is not null`,
    // One row for each active subscription; due_at is when to look at it next, null where nothing waits.
    `create table webhook_queues (
       webhook_id {key} primary key,
       feed_id {key} not null,
       run {int} not null,
       due_at {int},
       fill_from {int},
       fill_to {int}
     ) {keyed}`,
    `create index webhook_queues_by_due on webhook_queues (due_at, webhook_id) where due_at is not null`,
    // due_at: 0 where it was never tried, the end of the lease while it is, null once it is settled.
    `create table deliveries (
       id {key} primary key,
       webhook_id {key} not null,
       run {int} not null,
       seq {int} not null,
       event_id {key} not null,
       type {key} not null,
       body {text},
       status {text} not null check (status in ('pending', 'delivered', 'failed', 'dropped')),
       attempts {int} not null,
       due_at {int},
       lease {text},
       outcome {text},
       response_status {int},
       response_ms {int},
       response_excerpt {text},
       error {text},
       created_at {int} not null,
       attempted_at {int},
       settled_at {int}
     ) {strict}`,
    `create index deliveries_waiting on deliveries (webhook_id, run, due_at, seq) where due_at is not null`,
    `create index deliveries_in_order on deliveries (webhook_id, id)`,
    `create index deliveries_made on deliveries (webhook_id, seq) where status = 'delivered'`,
  ],
}
