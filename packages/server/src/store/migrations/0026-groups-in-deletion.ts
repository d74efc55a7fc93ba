// Which groups are being deleted, so that the service goes on with it; and how often the role of a member was changed.
import type { Migration } from './migration.ts'

export const groupsInDeletion: Migration = {
  version: 26,
  name: 'groups in deletion',
  oldestRelease: '0.2.0',
  statements: [
    'alter table groups add column deleting_at {int}',
    'create index groups_in_deletion on groups (deleting_at, id) where deleting_at is not null',
    'alter table memberships add column role_changes {int} not null default 0',
    'alter table memberships add column role_changes_from {int}',
  ],
}
