// What the floor keeps for every write: the creations of a month, and the answers remembered under a key.
import type { Migration } from './migration.ts'

export const limits: Migration = {
  version: 2,
  name: 'limits',
  statements: [
    `create table quota_usage (
       owner_id {key} not null,
       month {key} not null,
       used {int} not null,
       primary key (owner_id, month)
     ) {keyed}`,
    `create table idempotency_keys (
       owner_id {key} not null,
       actor_id {key} not null,
       key {key} not null,
       answer {bytes},
       created_at {int} not null,
       primary key (owner_id, actor_id, key)
     ) {strict}`,
    `create index idempotency_keys_by_age on idempotency_keys (created_at)`,
  ],
}
