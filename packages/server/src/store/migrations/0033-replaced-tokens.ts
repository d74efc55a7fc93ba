// Which tokens end because another was made in their place: such a one is not made anew again.
import type { Migration } from './migration.ts'

export const replacedTokens: Migration = {
  version: 33,
  name: 'replaced tokens',
  oldestRelease: '0.2.0',
  statements: ['alter table tokens add column replaced_at {int}'],
}
