// Steps 1 to 8 of release 0.1: its first tables.
import type { Step } from '../migration.ts'
import { mails, webhooks } from './sending-tables.ts'

const access: Step = {
  version: 1,
  name: 'access',
  statements: [
    `create table people (
       id {key} primary key,
       email {key} unique,
       created_at {int} not null
     ) {keyed}`,
    `create table accounts (
       id {key} primary key,
       person_id {key} not null unique references people (id),
       first_name {text} not null,
       last_name {text},
       plan {text} not null check (plan in ('free', 'club')),
       quota {int} check (quota >= 0),
       created_at {int} not null
     ) {keyed}`,
    `create table groups (
       id {key} primary key,
       name {text} not null,
       quota {int} check (quota >= 0),
       created_at {int} not null
     ) {keyed}`,
    `create table memberships (
       id {key} primary key,
       group_id {key} not null references groups (id),
       person_id {key} not null references people (id),
       first_name {text} not null,
       last_name {text},
       role {text} not null check (role in ('admin', 'member')),
       joined_at {int} not null,
       left_at {int},
       unique (group_id, person_id)
     ) {keyed}`,
    `create index memberships_by_person on memberships (person_id, group_id)`,
    `create table tokens (
       id {key} primary key,
       hash {key} not null unique,
       account_id {key} references accounts (id),
       group_id {key} references groups (id),
       name {text},
       scopes {text} not null,
       created_at {int} not null,
       expires_at {int},
       revoked_at {int},
       last_used_at {int},
       check ((account_id is null) <> (group_id is null))
     ) {keyed}`,
    `create index tokens_by_account on tokens (account_id, id)`,
    `create index tokens_by_group on tokens (group_id, id)`,
  ],
}

const limits: Step = {
  version: 2,
  name: 'limits',
  statements: [
    `create table quota_usage (
       owner_id {key} not null,
       month {key} not null,
       used {int} not null,
       primary key (owner_id, month)
     ) {keyed}`,
    `create table idempotency_keys (
       owner_id {key} not null,
       actor_id {key} not null,
       key {key} not null,
       answer {bytes},
       created_at {int} not null,
       primary key (owner_id, actor_id, key)
     ) {strict}`,
    `create index idempotency_keys_by_age on idempotency_keys (created_at)`,
  ],
}

const records: Step = {
  version: 3,
  name: 'records',
  statements: [
    `create table records (
       person_id {key} not null references people (id),
       scope {key} not null,
       won {int} not null default 0,
       lost {int} not null default 0,
       drawn {int} not null default 0,
       void {int} not null default 0,
       open {int} not null default 0,
       current_streak {int} not null default 0,
       best_streak {int} not null default 0,
       primary key (person_id, scope)
     ) {keyed}`,
  ],
}

const statuses = `'pending', 'active', 'due', 'proposed', 'disputed', 'resolved', 'cancelled', 'declined', 'expired'`

const challenges: Step = {
  version: 4,
  name: 'challenges',
  statements: [
    `create table challenges (
       id {key} primary key,
       group_id {key} references groups (id),
       creator_id {key} not null references people (id),
       opponent_id {key} not null references people (id),
       creator_name {text} not null,
       opponent_name {text},
       claim {text} not null,
       stake {text} not null,
       due_days {int} not null,
       reference {text},
       status {text} not null check (status in (${statuses})),
       due_at {int} not null,
       settle_by {int} not null,
       accepted_at {int},
       closed_at {int},
       creator_position {text},
       opponent_position {text},
       proposal_by {text},
       proposal_outcome {text},
       proposed_at {int},
       confirm_by {int},
       dispute_by {text},
       dispute_reason {text},
       disputed_at {int},
       decide_by {int},
       cancel_by {text},
       cancel_reason {text},
       cancel_requested_at {int},
       cancel_lapses_at {int},
       outcome {text},
       settled_by {text},
       settled_at {int},
       support_decides {int} not null,
       creator_support {int} not null,
       opponent_support {int} not null,
       creator_evidence {int} not null,
       opponent_evidence {int} not null,
       creator_entries {int} not null,
       creator_pending {int} not null,
       creator_disputed {int} not null,
       creator_claimed {int} not null,
       creator_confirmed {int} not null,
       opponent_entries {int} not null,
       opponent_pending {int} not null,
       opponent_disputed {int} not null,
       opponent_claimed {int} not null,
       opponent_confirmed {int} not null,
       next_move_at {int},
       version {int} not null,
       created_at {int} not null,
       updated_at {int} not null
     ) {strict}`,
    `create index challenges_by_next_move on challenges (next_move_at, id) where next_move_at is not null`,
    `create table challenge_lanes (
       lane {key} not null,
       role {key} not null check (role in ('creator', 'opponent', 'observer')),
       status {key} not null,
       challenge_id {key} not null references challenges (id),
       reference {key},
       primary key (challenge_id, lane)
     ) {keyed}`,
    `create index challenge_lanes_in_order on challenge_lanes (lane, challenge_id)`,
    `create index challenge_lanes_by_status on challenge_lanes (lane, role, status, challenge_id)`,
    `create index challenge_lanes_by_reference on challenge_lanes (lane, reference, status, challenge_id)
     where reference is not null`,
    `create table evidence (
       id {key} primary key,
       challenge_id {key} not null references challenges (id),
       party {text} not null,
       text {text},
       url {text},
       created_at {int} not null
     ) {strict}`,
    `create index evidence_of_challenge on evidence (challenge_id, id)`,
    `create table supports (
       challenge_id {key} not null references challenges (id),
       person_id {key} not null references people (id),
       side {text} not null,
       comment {text},
       created_at {int} not null,
       primary key (challenge_id, person_id)
     ) {keyed}`,
  ],
}

const events: Step = {
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

const tally: Step = {
  version: 6,
  name: 'tally',
  statements: [
    `create table tally_entries (
       id {key} primary key,
       challenge_id {key} not null references challenges (id),
       party {text} not null check (party in ('creator', 'opponent')),
       amount {int} not null,
       note {text},
       status {text} not null check (status in ('pending', 'confirmed', 'disputed', 'withdrawn')),
       dispute_reason {text},
       disputed_at {int},
       created_at {int} not null,
       settled_at {int}
     ) {strict}`,
    `create index tally_entries_of_challenge on tally_entries (challenge_id, id)`,
  ],
}

export const firstTables: readonly Step[] = [
  access,
  limits,
  records,
  challenges,
  events,
  tally,
  mails,
  webhooks,
]
