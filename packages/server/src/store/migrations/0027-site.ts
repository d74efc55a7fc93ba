// The site: signing in, sessions, passkeys, the security log, and what a person sets for themselves.
import type { Migration } from './migration.ts'

export const site: Migration = {
  version: 27,
  name: 'site',
  oldestRelease: '0.2.0',
  statements: [
    `create table sign_ins (
       id {key} primary key, inbox {key} not null, address_hash {key} not null, address {bytes} not null,
       made_by {text} not null check (made_by in ('person', 'operator')),
       browser_hash {key} not null, browser {text} not null, is_known {int}, leads_to {text},
       link_hash {key} not null unique, code_hash {key} not null, secrets {bytes},
       wrong_codes {int} not null default 0,
       state {text} not null check (state in ('waiting', 'sending', 'sent', 'dropped', 'failed', 'used', 'ended')),
       mail_tries {int} not null default 0, due_at {int}, lease {text},
       asked_at {int} not null, lapses_at {int}
     ) {strict}`,
    `create index sign_ins_by_due on sign_ins (due_at, id) where due_at is not null`,
    `create index sign_ins_by_inbox on sign_ins (inbox, asked_at)`,
    `create index sign_ins_by_browser on sign_ins (browser_hash, asked_at)`,
    `create index sign_ins_by_age on sign_ins (asked_at, id)`,
    `create table sessions (
       id {key} primary key, account_id {key} not null references accounts (id), hash {key} not null unique,
       browser_hash {key} not null, browser {text} not null,
       created_at {int} not null, used_at {int} not null, proved_at {int} not null
     ) {keyed}`,
    `create index sessions_by_account on sessions (account_id, id)`,
    `create table known_browsers (
       account_id {key} not null, browser_hash {key} not null, seen_at {int} not null,
       primary key (account_id, browser_hash)
     ) {keyed}`,
    `create index known_browsers_by_age on known_browsers (seen_at)`,
    `create table passkeys (
       id {key} primary key, account_id {key} not null references accounts (id), credential_id {key} not null unique,
       host {key} not null, name {text} not null, public_key {bytes} not null, uses {int} not null,
       transports {text} not null, created_at {int} not null, used_at {int}
     ) {keyed}`,
    `create index passkeys_by_account on passkeys (account_id, id)`,
    `create table used_proofs (hash {key} primary key, used_at {int} not null) {keyed}`,
    `create index used_proofs_by_age on used_proofs (used_at)`,
    `create table security_log (
       account_id {key} not null, id {key} not null, kind {text} not null,
       facts {text} not null, created_at {int} not null, primary key (account_id, id)
     ) {keyed}`,
    `create index security_log_by_age on security_log (created_at)`,
    'alter table blocks add column name {text}',
    'alter table accounts add column time_zone {text}',
    'alter table accounts add column links_sign_in {int} not null default 0',
    'alter table tokens add column start {text}',
    'alter table tokens add column warned_at {int}',
    `create index tokens_to_warn_of on tokens (expires_at)
       where account_id is not null and expires_at is not null and revoked_at is null and warned_at is null`,
  ],
}
