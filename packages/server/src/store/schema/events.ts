// Events and webhooks. schema.ts says how to read the column types.

export const eventsTables = `
-- A feed: the number of its newest event, and its active subscriptions, so that an event needs no second look for them.
create table feeds (
  owner_id {key} primary key, head {int} not null,
  last_at {int} not null default 0, -- the instant of the newest event: none is dated before the one above it
  before_at {int} not null default 0, -- last_at before the last change, for the transaction that made the change
  subscribed {int} not null default 0, -- 1: it has active subscriptions
  waiting_since {int} -- set while events wait that its subscriptions were not given
) {keyed};
-- The engine of webhooks.
create index feeds_waiting on feeds (waiting_since, owner_id) where waiting_since is not null;

-- One row for each receiver of an event, with the exact body that is shown and sent.
create table events (
  feed_id {key} not null, seq {int} not null, id {key} not null unique, type {key} not null,
  body {text} not null, created_at {int} not null,
  subject_id {key}, -- the challenge or membership that it is about
  author_id {key}, -- only where the body does not tell which party it was
  primary key (feed_id, seq)
) {strict};
-- The feed with a filter by type.
create index events_by_type on events (feed_id, type, seq);
-- An erasure, which takes a person out of the events of others.
create index events_by_subject on events (subject_id, feed_id, seq) where subject_id is not null;
create index events_by_author on events (author_id, feed_id, seq) where author_id is not null;

-- Subscriptions. Each time that one is switched on a new run begins, and a delivery belongs to a run: so what waited
-- when a run ended is out of the queue at once, however much it is.
-- While it is off its tests have a run of their own: the number of the last one, below zero.
create table webhooks (
  id {key} primary key, owner_id {key} not null, feed_id {key} not null,
  url {text} not null, target {key} not null, events {text} not null, description {text},
  status {text} not null check (status in ('active', 'disabled')), disabled_reason {text}, disabled_at {int},
  run {int} not null, resend_from {int},
  secret {bytes} not null, old_secret {bytes}, old_secret_until {int},
  created_at {int} not null, deleted_at {int},
  enables {int} not null default 0, enables_from {int}, -- by its owner, within the day that began with the first
  resent_at {int}, -- when what was missed was last sent
  gone_told_at {int}, -- when its owner was last told by mail that the receiver is gone
  headers {bytes}, -- sent with each delivery, encrypted; null where there are none
  header_names {text} not null default '' -- with spaces between
) {strict};
-- One subscription of an owner for each URL.
create unique index webhooks_by_target on webhooks (owner_id, target) where deleted_at is null;
-- The list of subscriptions.
create index webhooks_of_owner on webhooks (owner_id, id) where deleted_at is null;
-- The job that removes deleted ones, and the erasure of their owner.
create index webhooks_deleted on webhooks (id) where deleted_at is not null;
create index webhooks_deleted_by_owner on webhooks (owner_id, id) where deleted_at is not null;
-- An erasure, which takes a person out of what was sent from a feed.
create index webhooks_of_feed on webhooks (feed_id, id);

-- The queue of an active subscription, or of the tests of another: when to look at it next, null where nothing waits.
create table webhook_queues (
  webhook_id {key} primary key, feed_id {key} not null, run {int} not null, due_at {int},
  position {int} not null default 0 -- the number of the last event of the feed that was taken
) {keyed};
-- The delivery engine: the queues that waited longest.
create index webhook_queues_by_due on webhook_queues (due_at, webhook_id) where due_at is not null;
-- The subscriptions of a feed in which events wait.
create index webhook_queues_of_feed on webhook_queues (feed_id, webhook_id);

create table deliveries (
  id {key} primary key, webhook_id {key} not null, run {int} not null, seq {int} not null,
  event_id {key} not null, type {key} not null,
  body {text}, -- only of what is in no feed
  status {text} not null check (status in ('pending', 'delivered', 'failed', 'dropped')),
  attempts {int} not null,
  due_at {int}, -- 0 where it was never tried, the end of the lease while it is, null once it is settled
  lease {text}, outcome {text}, response_status {int}, response_ms {int}, response_excerpt {text}, error {text},
  created_at {int} not null, attempted_at {int}, settled_at {int},
  is_test {int} not null default 0 -- 1: a sample, of something that never happened
) {strict};
-- The delivery engine: what waits in a queue.
create index deliveries_waiting on deliveries (webhook_id, run, due_at, seq) where due_at is not null;
-- The log of deliveries, and the job that removes old ones.
create index deliveries_in_order on deliveries (webhook_id, id);
-- Those of the log that failed.
create index deliveries_failed on deliveries (webhook_id, id) where status in ('failed', 'dropped');
-- Whoever needs to know whether an event reached a subscription before.
create index deliveries_made on deliveries (webhook_id, seq) where status = 'delivered';
`
