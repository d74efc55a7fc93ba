// Links to leave a group end when the account of the member moves to another address: they carry a number from now on.
import type { Migration } from './migration.ts'

export const leaveLinks: Migration = {
  version: 25,
  name: 'leave links',
  oldestRelease: '0.2.0',
  statements: [
    'alter table memberships add column leave_link {int} not null default 0',
    // Whoever has moved already has no good link left.
    'update memberships set leave_link = 1 where email is not null',
  ],
}
