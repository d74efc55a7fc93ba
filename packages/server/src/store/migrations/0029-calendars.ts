// The secret addresses of calendars.
import type { Migration } from './migration.ts'

export const calendars: Migration = {
  version: 29,
  name: 'calendars',
  oldestRelease: '0.2.0',
  statements: [
    `create table calendars (
       account_id {key} primary key references accounts (id), hash {key} not null unique, created_at {int} not null,
       used_at {int}
     ) {keyed}`,
  ],
}
