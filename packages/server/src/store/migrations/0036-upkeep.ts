// When the last backup was made, for the figures; and what finds tokens and quotas that have had their time.
import type { Migration } from './migration.ts'

export const upkeep: Migration = {
  version: 36,
  name: 'upkeep',
  oldestRelease: '0.2.0',
  statements: [
    'create table last_backup (id {int} primary key, made_at {int} not null) {strict}',
    'create index tokens_by_revocation on tokens (revoked_at) where revoked_at is not null',
    'create index tokens_by_expiry on tokens (expires_at) where expires_at is not null',
    'create index quota_usage_by_month on quota_usage (month)',
  ],
}
