// Steps 9 to 15 of release 0.1: groups, statistics, questions, rights, and the speed of reading.
import type { Step } from '../migration.ts'

const lane = (role: 'creator' | 'opponent'): string =>
  `insert into challenge_lanes (lane, role, status, challenge_id, reference)
   select group_id || ':' || ${role}_id, '${role}', status, id, ${role === 'creator' ? 'reference' : 'null'}
   from challenges where group_id is not null`

const present = 'from memberships m where m.group_id = groups.id and m.left_at is null'

const groups: Step = {
  version: 9,
  name: 'groups',
  statements: [
    `alter table groups add column member_count {int} not null default 0`,
    `alter table groups add column admin_count {int} not null default 0`,
    `update groups set member_count = (select count(*) ${present}),
       admin_count = (select count(*) ${present} and m.role = 'admin')`,
    `alter table memberships add column left_by {text}`,
    `create index memberships_in_order on memberships (group_id, id) where left_at is null`,
    `delete from challenge_lanes where lane in (select id from memberships)`,
    lane('creator'),
    lane('opponent'),
  ],
}

const count = (name: string, where: string): string =>
  `insert into group_counts (group_id, name, count)
   select group_id, ${name}, count(*) from challenges where group_id is not null and ${where} group by 1, 2`

const score = (column: string): string =>
  `${column} = coalesce((select r.${column} from records r
     where r.person_id = memberships.person_id and r.scope = memberships.group_id), 0)`

const bucket = 'cast(floor(ln(1 + (settled_at - accepted_at) / 60000.0) / ln(1.02)) as {int})'

const statistics: Step = {
  version: 10,
  name: 'statistics',
  statements: [
    `create table group_counts (
       group_id {key} not null references groups (id),
       name {key} not null,
       count {int} not null,
       primary key (group_id, name)
     ) {keyed}`,
    `create table group_spans (
       group_id {key} not null references groups (id),
       bucket {int} not null,
       count {int} not null,
       primary key (group_id, bucket)
     ) {keyed}`,
    `create table group_stakes (
       group_id {key} not null references groups (id),
       stake {key} not null,
       count {int} not null,
       primary key (group_id, stake)
     ) {keyed}`,
    `create index group_stakes_by_count on group_stakes (group_id, count desc, stake)`,
    `alter table memberships add column won {int} not null default 0`,
    `alter table memberships add column lost {int} not null default 0`,
    `alter table memberships add column drawn {int} not null default 0`,
    `create index memberships_by_rank on memberships (group_id, won desc, lost, drawn desc, id)
     where left_at is null and won + lost + drawn > 0`,
    count(`'status:' || status`, 'true'),
    count(`'outcome:' || outcome`, 'outcome is not null'),
    count(`'disputed'`, 'outcome is not null and disputed_at is not null'),
    `insert into group_spans (group_id, bucket, count)
     select group_id, ${bucket}, count(*) from challenges
     where group_id is not null and settled_at is not null and accepted_at is not null group by 1, 2`,
    `insert into group_stakes (group_id, stake, count)
     select group_id, stake, count(*) from challenges where group_id is not null group by group_id, stake`,
    `update memberships set ${score('won')}, ${score('lost')}, ${score('drawn')}`,
  ],
}

const questions: Step = {
  version: 11,
  name: 'questions',
  statements: [
    `create table questions (
       id {key} primary key,
       day {key} not null unique,
       built_in {key},
       text {text} not null,
       options {text} not null,
       created_at {int} not null
     ) {strict}`,
    `create index questions_built_in on questions (built_in, day) where built_in is not null`,
    `create table question_votes (
       question_id {key} not null references questions (id),
       voter_id {key} not null,
       place {int} not null,
       created_at {int} not null,
       primary key (question_id, voter_id)
     ) {strict}`,
    `create index question_votes_by_voter on question_votes (voter_id, question_id)`,
    `create table question_counts (
       question_id {key} not null references questions (id),
       place {int} not null,
       slot {int} not null,
       votes {int} not null,
       primary key (question_id, place, slot)
     ) {strict}`,
  ],
}

const NINETY_DAYS_MS = 7_776_000_000

const rights: Step = {
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

const faces: Step = {
  version: 13,
  name: 'faces',
  statements: [
    `alter table challenges add column face {text}`,
    `alter table challenges add column allowed {int}`,
  ],
}

const mailsInOrder: Step = {
  version: 14,
  name: 'mails in order',
  statements: [`drop index mails_by_age`],
}

const fewerIndexes: Step = {
  version: 15,
  name: 'fewer indexes',
  statements: [
    `drop index mails_of_challenge`,
    `drop index mails_of_person`,
    `create index mails_of_person on mails (person_id, challenge_id, id)`,
    `drop index events_by_age`,
  ],
}

export const laterTables: readonly Step[] = [
  groups,
  statistics,
  questions,
  rights,
  faces,
  mailsInOrder,
  fewerIndexes,
]
