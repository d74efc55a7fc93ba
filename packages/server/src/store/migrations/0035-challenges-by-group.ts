// Whether a group that is deleted still has challenges is told by an index: SQLite looked through all that there are.
import type { Migration } from './migration.ts'

export const challengesByGroup: Migration = {
  version: 35,
  name: 'challenges by group',
  oldestRelease: '0.2.0',
  statements: ['create index challenges_by_group on challenges (group_id) where group_id is not null'],
}
