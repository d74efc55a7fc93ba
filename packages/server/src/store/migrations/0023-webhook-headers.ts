// Headers that are sent with the deliveries of a subscription, and samples among what was sent.
import type { Migration } from './migration.ts'

export const webhookHeaders: Migration = {
  version: 23,
  name: 'webhook headers',
  oldestRelease: '0.2.0',
  statements: [
    'alter table webhooks add column headers {bytes}',
    `alter table webhooks add column header_names {text} not null default ''`,
    'alter table deliveries add column is_test {int} not null default 0',
  ],
}
