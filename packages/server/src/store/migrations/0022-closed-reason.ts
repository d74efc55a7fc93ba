// What was said when a pending challenge was taken back or declined. Of those that ended before, nothing is known.
import type { Migration } from './migration.ts'

export const closedReason: Migration = {
  version: 22,
  name: 'closed reason',
  oldestRelease: '0.2.0',
  statements: ['alter table challenges add column closed_reason {text}'],
}
