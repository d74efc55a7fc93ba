// What every call is held to. schema.ts says how to read the column types.

export const limitsTables = `
-- How many things an owner created in a calendar month.
create table quota_usage (
  owner_id {key} not null, month {key} not null, used {int} not null, primary key (owner_id, month)
) {keyed};
-- The job that removes past months.
create index quota_usage_by_month on quota_usage (month);

-- Responses remembered under an Idempotency-Key, encrypted.
create table idempotency_keys (
  owner_id {key} not null, actor_id {key} not null, key {key} not null,
  answer {bytes}, created_at {int} not null,
  subject_id {key}, -- the challenge or membership that the response shows
  primary key (owner_id, actor_id, key)
) {strict};
-- The job that forgets them after a day.
create index idempotency_keys_by_age on idempotency_keys (created_at);
-- An erasure, which writes them anew without the person.
create index idempotency_keys_by_subject on idempotency_keys (subject_id, owner_id, actor_id, key)
  where subject_id is not null;

-- The windows of the limits per minute, kept from a clean stop to the next start.
create table rate_windows (
  saved_at {int} not null, token_id {key} not null, rate_class {key} not null,
  ages {bytes} not null, -- how old each call was then
  primary key (saved_at, token_id, rate_class)
) {strict};
`
