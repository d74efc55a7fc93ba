// The failed deliveries of a subscription, found without reading through those that were made.
import type { Migration } from './migration.ts'

export const failedDeliveries: Migration = {
  version: 28,
  name: 'failed deliveries',
  oldestRelease: '0.2.0',
  statements: [
    `create index deliveries_failed on deliveries (webhook_id, id) where status in ('failed', 'dropped')`,
  ],
}
