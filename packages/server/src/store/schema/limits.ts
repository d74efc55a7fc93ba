// What every call is held to. schema.ts says how to read the column types.
import type { KeyActorId, KeyOwnerId, OwnerId, SubjectId } from '../../kernel/ids.ts'
import { bytes, int, key, keyedTable, orNull, strictTable } from '../statements/table.ts'

/** How many things an owner created in a calendar month. */
export const quotaUsage = keyedTable(
  'quota_usage',
  {
    owner_id: key<OwnerId>(),
    month: key(),
    used: int(),
  },
  ['primary key (owner_id, month)'],
)

/** Responses remembered under an Idempotency-Key, encrypted. */
export const idempotencyKeys = strictTable(
  'idempotency_keys',
  {
    owner_id: key<KeyOwnerId>(),
    actor_id: key<KeyActorId>(),
    key: key(),
    answer: orNull(bytes()),
    created_at: int(),
    /** The challenge or membership that the response shows. */
    subject_id: orNull(key<SubjectId>()),
  },
  ['primary key (owner_id, actor_id, key)'],
)

/** The windows of the limits per minute, kept from a clean stop to the next start. */
export const rateWindows = strictTable(
  'rate_windows',
  {
    saved_at: int(),
    token_id: key(),
    rate_class: key(),
    /** How old each call was then. */
    ages: bytes(),
  },
  ['primary key (saved_at, token_id, rate_class)'],
)

export const limitsTables = { quotaUsage, idempotencyKeys, rateWindows }

export const limitsIndexes = `
-- The job that removes past months.
create index quota_usage_by_month on quota_usage (month);
-- The job that forgets them after a day.
create index idempotency_keys_by_age on idempotency_keys (created_at);
-- An erasure, which rewrites them without the person.
create index idempotency_keys_by_subject on idempotency_keys (subject_id, owner_id, actor_id, key)
  where subject_id is not null;
`
