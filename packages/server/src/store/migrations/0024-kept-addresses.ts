// By which address a group knows a member whose account has moved to another one since they were added.
import type { Migration } from './migration.ts'

export const keptAddresses: Migration = {
  version: 24,
  name: 'kept addresses',
  oldestRelease: '0.2.0',
  statements: [
    'alter table memberships add column email {key}',
    `create unique index memberships_by_kept_address on memberships (email, group_id) where email is not null`,
  ],
}
