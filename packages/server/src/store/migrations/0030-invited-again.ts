// An invitation that was not answered can be sent once more, once a day.
import type { Migration } from './migration.ts'

export const invitedAgain: Migration = {
  version: 30,
  name: 'invited again',
  oldestRelease: '0.2.0',
  statements: ['alter table challenges add column invited_again_at {int}'],
}
