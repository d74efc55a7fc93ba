// Mails: an outbox written with the change that it tells of, who wants none, who has ever answered whom, and
// when to remind. A row holds no address and no text: both are put together when it is sent or shown.
import type { Migration } from './migration.ts'

export const mails: Migration = {
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
