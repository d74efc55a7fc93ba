// Steps 7 and 8 of release 0.1: its tables of mails and of webhooks.
import type { Step } from '../migration.ts'

export const mails: Step = {
  version: 7,
  name: 'mails',
  statements: [
    `create table mails (
       id {key} primary key,
       person_id {key} not null references people (id),
       challenge_id {key} references challenges (id),
       owner_id {key} not null,
       creator_id {key} not null,
       kind {key} not null,
       facts {text} not null,
       stage {text},
       answer_by {int},
       state {text} not null check (state in ('waiting', 'sending', 'sent', 'kept', 'dropped', 'failed')),
       reason {text},
       tries {int} not null,
       due_at {int},
       lease {text},
       counted_at {int},
       unanswered {int} not null,
       created_at {int} not null,
       settled_at {int}
     ) {strict}`,
    `create index mails_by_due on mails (due_at, id) where due_at is not null`,
    `create index mails_by_person on mails (person_id, counted_at) where counted_at is not null`,
    `create index mails_to_strangers on mails (owner_id, counted_at) where unanswered = 1`,
    `create index mails_by_age on mails (created_at, id)`,
    `create index mails_of_challenge on mails (challenge_id)`,
    `create table mail_stops (
       address_hash {key} primary key,
       stopped_at {int} not null
     ) {keyed}`,
    `create table mail_answers (
       owner_id {key} not null,
       person_id {key} not null references people (id),
       primary key (owner_id, person_id)
     ) {keyed}`,
    `create table mail_reminders (
       challenge_id {key} primary key references challenges (id),
       remind_at {int} not null
     ) {keyed}`,
    `create index mail_reminders_by_time on mail_reminders (remind_at, challenge_id)`,
    `create table mail_turns (
       id {int} primary key,
       taken_at {int} not null
     ) {strict}`,
    `insert into mail_turns (id, taken_at) values (1, 0)`,
  ],
}

export const webhooks: Step = {
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
