// People, their accounts and memberships, groups, and tokens.
// A person is an address; an account and each membership have names of their own, which never mix.
import type { Migration } from './migration.ts'

export const access: Migration = {
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
