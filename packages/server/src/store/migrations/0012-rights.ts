// A person's rights: what an event or a remembered answer is about, so that it is found without a look at all of
// them; whom to look at for how long they have been idle; and erasures, each with how far it has come.
import type { Migration } from './migration.ts'

const NINETY_DAYS_MS = 7_776_000_000

export const rights: Migration = {
  version: 12,
  name: 'rights',
  statements: [
    `alter table people add column look_at {int}`,
    `update people set look_at = created_at + ${NINETY_DAYS_MS} where email is not null`,
    `create index people_to_look_at on people (look_at, id) where look_at is not null`,
    // A challenge or a membership; the author only where the body does not tell which party it was.
    `alter table events add column subject_id {key}`,
    `alter table events add column author_id {key}`,
    `update events set subject_id = (
       select l.challenge_id from challenge_lanes l
       where l.lane = events.feed_id and events.body like '%"challenge_id":"' || l.challenge_id || '"%')`,
    `create index events_by_subject on events (subject_id, feed_id, seq) where subject_id is not null`,
    `create index events_by_author on events (author_id, feed_id, seq) where author_id is not null`,
    `alter table idempotency_keys add column subject_id {key}`,
    `create index idempotency_keys_by_subject on idempotency_keys (subject_id, owner_id, actor_id, key)
     where subject_id is not null`,
    `create index supports_by_person on supports (person_id, challenge_id)`,
    `create index mails_of_person on mails (person_id, id)`,
    `create index mails_by_creator on mails (creator_id, id) where challenge_id is null`,
    `create index webhooks_of_feed on webhooks (feed_id, id)`,
    `create index webhooks_deleted_by_owner on webhooks (owner_id, id) where deleted_at is not null`,
    // due_at: when to go on with it, null once it is over. step and place say where.
    `create table erasures (
       person_id {key} primary key references people (id),
       account_id {key},
       address_hash {key},
       step {int} not null,
       place {text} not null,
       done {int} not null,
       total {int} not null,
       started_at {int} not null,
       due_at {int},
       finished_at {int}
     ) {strict}`,
    `create index erasures_by_due on erasures (due_at, person_id) where due_at is not null`,
    `create index erasures_by_address on erasures (address_hash) where address_hash is not null`,
  ],
}
