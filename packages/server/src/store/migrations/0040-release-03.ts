// Brings a database of release 0.2.0 to the schema of release 0.3.0, and leaves 0.2.0 working on it.
import type { Migration } from './migration.ts'

export const release03: Migration = {
  version: 40,
  name: 'release 0.3.0',
  oldestRelease: '0.2.0',
  statements: [
    // People and groups.
    'alter table accounts add column had_club {int} not null default 0',
    `update accounts set had_club = 1 where plan = 'club'`,
    'alter table accounts add column time_zone {text}',
    'alter table accounts add column links_sign_in {int} not null default 0',
    'alter table groups add column deleting_at {int}',
    'create index groups_in_deletion on groups (deleting_at, id) where deleting_at is not null',
    'alter table memberships add column email {key}',
    'create unique index memberships_by_kept_address on memberships (email, group_id) where email is not null',
    'alter table memberships add column leave_link {int} not null default 0',
    'alter table memberships add column role_changes {int} not null default 0',
    'alter table memberships add column role_changes_from {int}',
    'alter table blocks add column name {text}',
    `create table block_origins (
       person_id {key} not null references people (id), origin {key} not null,
       blocked_id {key} not null references people (id), blocked_at {int} not null, name {text},
       primary key (person_id, origin)
     ) {keyed}`,
    'create index block_origins_by_blocked on block_origins (blocked_id, person_id)',
    // Where they were blocked is not known.
    `insert into block_origins (person_id, origin, blocked_id, blocked_at)
       select person_id, blocked_id, blocked_id, blocked_at from blocks`,

    // Tokens and quotas.
    'alter table tokens add column start {text}',
    'alter table tokens add column warned_at {int}',
    'alter table tokens add column replaced_at {int}',
    `create index tokens_to_warn_of on tokens (expires_at)
       where account_id is not null and expires_at is not null and revoked_at is null and warned_at is null`,
    'create index tokens_by_revocation on tokens (revoked_at) where revoked_at is not null',
    'create index tokens_by_expiry on tokens (expires_at) where expires_at is not null',
    'create index quota_usage_by_month on quota_usage (month)',

    // Challenges. Of those that ended before, no reason is known.
    'alter table challenges add column closed_reason {text}',
    'alter table challenges add column invited_again_at {int}',
    `create index challenges_waiting_for_creator on challenges (creator_id, next_move_at, id)
       where (case when status in ('due', 'disputed') then 1
         when status = 'proposed' and proposal_by = 'opponent' then 1
         when status = 'active' and cancellation_requested_by = 'opponent' then 1 else 0 end) = 1`,
    `create index challenges_waiting_for_opponent on challenges (opponent_id, next_move_at, id)
       where is_hidden = 0 and (case when status in ('due', 'disputed') then 1
         when status = 'proposed' and proposal_by = 'creator' then 1
         when status = 'active' and cancellation_requested_by = 'creator' then 1 else 0 end) = 1`,
    'create index challenges_by_group on challenges (group_id) where group_id is not null',

    // Events. Of no feed it is known what is old in it, so the job looks at each.
    'alter table feeds add column look_at {int} not null default 0',
    'create index feeds_to_look_at on feeds (look_at, owner_id)',

    // Mails.
    `create index mails_by_end on mails ((case when kind = 'invited' and state not in ('sent', 'kept')
       and answer_by > settled_at + 2592000000 then answer_by - 2592000000 else settled_at end), id)
       where settled_at is not null`,

    // Webhooks.
    'alter table webhooks add column headers {bytes}',
    `alter table webhooks add column header_names {text} not null default ''`,
    'alter table webhooks add column rotations {int} not null default 0',
    'alter table webhooks add column rotations_from {int}',
    'alter table deliveries add column is_test {int} not null default 0',
    `create index deliveries_failed on deliveries (webhook_id, id) where status in ('failed', 'dropped')`,

    // The site.
    `create table sign_ins (
       id {key} primary key, inbox {key} not null, address_hash {key} not null, address {bytes} not null,
       made_by {text} not null check (made_by in ('person', 'operator')),
       browser_hash {key} not null, browser {text} not null, is_known {int}, leads_to {text},
       link_hash {key} not null unique, code_hash {key} not null, secrets {bytes},
       wrong_codes {int} not null default 0,
       state {text} not null check (state in ('waiting', 'sending', 'sent', 'dropped', 'failed', 'used', 'ended')),
       mail_tries {int} not null default 0, due_at {int}, lease {text},
       requested_at {int} not null, lapses_at {int}
     ) {strict}`,
    'create index sign_ins_by_due on sign_ins (due_at, id) where due_at is not null',
    'create index sign_ins_by_inbox on sign_ins (inbox, requested_at)',
    'create index sign_ins_by_browser on sign_ins (browser_hash, requested_at)',
    'create index sign_ins_by_age on sign_ins (requested_at, id)',
    `create table sessions (
       id {key} primary key, account_id {key} not null references accounts (id), hash {key} not null unique,
       browser_hash {key} not null, browser {text} not null,
       created_at {int} not null, used_at {int} not null, proved_at {int} not null
     ) {keyed}`,
    'create index sessions_by_account on sessions (account_id, id)',
    'create index sessions_by_use on sessions (used_at)',
    `create table known_browsers (
       account_id {key} not null, browser_hash {key} not null, seen_at {int} not null,
       primary key (account_id, browser_hash)
     ) {keyed}`,
    'create index known_browsers_by_age on known_browsers (seen_at)',
    `create table passkeys (
       id {key} primary key, account_id {key} not null references accounts (id), credential_id {key} not null unique,
       host {key} not null, name {text} not null, public_key {bytes} not null, uses {int} not null,
       transports {text} not null, created_at {int} not null, used_at {int}
     ) {keyed}`,
    'create index passkeys_by_account on passkeys (account_id, id)',
    'create table used_proofs (hash {key} primary key, used_at {int} not null) {keyed}',
    'create index used_proofs_by_age on used_proofs (used_at)',
    `create table calendars (
       account_id {key} primary key references accounts (id), hash {key} not null unique, created_at {int} not null,
       used_at {int}
     ) {keyed}`,
    `create table data_exports (
       account_id {key} primary key, starts {text} not null, lease {text}, lease_until {int} not null
     ) {keyed}`,
    'create index data_exports_by_age on data_exports (lease_until)',
    `create table security_log (
       account_id {key} not null, id {key} not null, kind {key} not null,
       facts {text} not null, created_at {int} not null, primary key (account_id, id)
     ) {keyed}`,
    'create index security_log_by_kind on security_log (account_id, kind, id)',
    'create index security_log_by_age on security_log (created_at)',

    // Upkeep.
    'alter table write_probe add column believed_at {int}',
    'create table last_backup (id {int} primary key, made_at {int} not null) {strict}',
  ],
}
