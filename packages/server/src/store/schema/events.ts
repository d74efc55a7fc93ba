// Events and webhooks. schema.ts says how to read the column types.
import type { DeliveryStatus, WebhookStatus } from '@challenge-service/contract'
import type {
  DeliveryId,
  EventId,
  FeedId,
  OwnerId,
  PersonId,
  SubjectId,
  WebhookId,
} from '../../kernel/ids.ts'
import { bytes, int, key, keyedTable, orNull, strictTable, text } from '../statements/table.ts'

/** A feed: the number of its newest event, and its active subscriptions, so that an event needs no second look for them. */
export const feeds = keyedTable('feeds', {
  owner_id: key<FeedId>('primary key'),
  head: int(),
  /** The instant of the newest event: none is dated before the one above it. */
  last_at: int('default 0'),
  /** Last_at before the last change, for the transaction that made the change. */
  before_at: int('default 0'),
  /** 1: it has active subscriptions. */
  subscribed: int('default 0'),
  /** Set while events wait that its subscriptions were not given. */
  waiting_since: orNull(int()),
  /** When the job that removes old events looks at it next. */
  look_at: int('default 0'),
})

/** One row for each receiver of an event, with the exact body that is shown and sent. */
export const events = strictTable(
  'events',
  {
    feed_id: key<FeedId>(),
    seq: int(),
    id: key<EventId>('unique'),
    type: key(),
    body: text(),
    created_at: int(),
    /** The challenge or membership that it is about. */
    subject_id: orNull(key<SubjectId>()),
    /** Only where the body does not tell which party it was. */
    author_id: orNull(key<PersonId>()),
  },
  ['primary key (feed_id, seq)'],
)

/** Subscriptions. Each time that one is switched on a new run begins, and a delivery belongs to a run: so what waited when a run ended is out of the queue at once, however much it is. While it is off its tests have a run of their own: the number of the last one, below zero. */
export const webhooks = strictTable('webhooks', {
  id: key<WebhookId>('primary key'),
  owner_id: key<OwnerId>(),
  feed_id: key<FeedId>(),
  url: text(),
  target: key(),
  events: text(),
  description: orNull(text()),
  status: text<WebhookStatus>("check (status in ('active', 'disabled'))"),
  disabled_reason: orNull(text()),
  disabled_at: orNull(int()),
  run: int(),
  resend_from: orNull(int()),
  secret: bytes(),
  old_secret: orNull(bytes()),
  old_secret_until: orNull(int()),
  created_at: int(),
  deleted_at: orNull(int()),
  enables: int('default 0'),
  /** By its owner, within the day that began with the first. */
  enables_from: orNull(int()),
  /** When what was missed was last sent. */
  resent_at: orNull(int()),
  /** When its owner was last told by mail that the receiver is gone. */
  gone_told_at: orNull(int()),
  /** Sent with each delivery, encrypted; null where there are none. */
  headers: orNull(bytes()),
  /** With spaces between. */
  header_names: text("default ''"),
  rotations: int('default 0'),
  /** By its owner, within the day that began with the first. */
  rotations_from: orNull(int()),
})

/** The queue of an active subscription, or of the tests of another: when to look at it next, null where nothing waits. */
export const webhookQueues = keyedTable('webhook_queues', {
  webhook_id: key<WebhookId>('primary key'),
  feed_id: key<FeedId>(),
  run: int(),
  due_at: orNull(int()),
  /** The number of the last event of the feed that was taken. */
  position: int('default 0'),
})

export const deliveries = strictTable('deliveries', {
  id: key<DeliveryId>('primary key'),
  webhook_id: key<WebhookId>(),
  run: int(),
  seq: int(),
  event_id: key<EventId>(),
  type: key(),
  /** Only of what is in no feed. */
  body: orNull(text()),
  status: text<DeliveryStatus>("check (status in ('pending', 'delivered', 'failed', 'dropped'))"),
  attempts: int(),
  /** 0 where it was never tried, the end of the lease while it is, null once it is settled. */
  due_at: orNull(int()),
  lease: orNull(text()),
  outcome: orNull(text()),
  response_status: orNull(int()),
  response_ms: orNull(int()),
  response_excerpt: orNull(text()),
  error: orNull(text()),
  created_at: int(),
  attempted_at: orNull(int()),
  settled_at: orNull(int()),
  /** 1: a sample, of something that never happened. */
  is_test: int('default 0'),
})

export const eventsTables = { feeds, events, webhooks, webhookQueues, deliveries }

export const eventsIndexes = `
-- The engine of webhooks.
create index feeds_waiting on feeds (waiting_since, owner_id) where waiting_since is not null;
-- The job that removes old events.
create index feeds_to_look_at on feeds (look_at, owner_id);
-- The feed with a filter by type.
create index events_by_type on events (feed_id, type, seq);
-- An erasure, which takes a person out of the events of others.
create index events_by_subject on events (subject_id, feed_id, seq) where subject_id is not null;
create index events_by_author on events (author_id, feed_id, seq) where author_id is not null;
-- One subscription of an owner for each URL.
create unique index webhooks_by_target on webhooks (owner_id, target) where deleted_at is null;
-- The list of subscriptions.
create index webhooks_of_owner on webhooks (owner_id, id) where deleted_at is null;
-- The job that removes deleted ones, and the erasure of their owner.
create index webhooks_deleted on webhooks (id) where deleted_at is not null;
create index webhooks_deleted_by_owner on webhooks (owner_id, id) where deleted_at is not null;
-- An erasure, which takes a person out of what was sent from a feed.
create index webhooks_of_feed on webhooks (feed_id, id);
-- The delivery engine: the queues that waited longest.
create index webhook_queues_by_due on webhook_queues (due_at, webhook_id) where due_at is not null;
-- The subscriptions of a feed in which events wait.
create index webhook_queues_of_feed on webhook_queues (feed_id, webhook_id);
-- The delivery engine: what waits in a queue.
create index deliveries_waiting on deliveries (webhook_id, run, due_at, seq) where due_at is not null;
-- The log of deliveries, and the job that removes old ones.
create index deliveries_in_order on deliveries (webhook_id, id);
-- Those of the log that failed.
create index deliveries_failed on deliveries (webhook_id, id) where status in ('failed', 'dropped');
-- Has an event reached a subscription before?
create index deliveries_made on deliveries (webhook_id, seq) where status = 'delivered';
`
