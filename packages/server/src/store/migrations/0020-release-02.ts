// Brings a database that went through all steps of release 0.1 to the schema of release 0.2.0.
// A release 0.1 refuses whatever has a step that it does not know; so from here on it is refused.
import type { Migration } from './migration.ts'

/** A column of a challenge is named by the path of the member that it holds. */
const renamed: Readonly<Record<string, string>> = {
  creator_own_hand: 'by_own_hand_creator',
  opponent_own_hand: 'by_own_hand_opponent',
  creator_position: 'positions_creator',
  opponent_position: 'positions_opponent',
  creator_changes: 'changes_creator',
  opponent_changes: 'changes_opponent',
  proposed_at: 'proposal_proposed_at',
  confirm_by: 'proposal_confirm_by',
  told_at: 'proposal_notice_told_at',
  told_by: 'proposal_notice_told_by',
  used_at: 'proposal_notice_used_at',
  dispute_by: 'dispute_opened_by',
  disputed_at: 'dispute_opened_at',
  decide_by: 'dispute_decide_by',
  cancel_by: 'cancellation_requested_by',
  cancel_reason: 'cancellation_reason',
  cancel_requested_at: 'cancellation_requested_at',
  cancel_lapses_at: 'cancellation_lapses_at',
  outcome: 'resolution_outcome',
  settled_by: 'resolution_settled_by',
  settled_at: 'resolution_settled_at',
  creator_support: 'support_creator',
  opponent_support: 'support_opponent',
  creator_evidence: 'evidence_creator',
  opponent_evidence: 'evidence_opponent',
  creator_entries: 'tally_creator_entries',
  creator_pending: 'tally_creator_pending',
  creator_disputed: 'tally_creator_disputed',
  creator_claimed: 'tally_creator_claimed',
  creator_confirmed: 'tally_creator_confirmed',
  opponent_entries: 'tally_opponent_entries',
  opponent_pending: 'tally_opponent_pending',
  opponent_disputed: 'tally_opponent_disputed',
  opponent_claimed: 'tally_opponent_claimed',
  opponent_confirmed: 'tally_opponent_confirmed',
}

export const release02: Migration = {
  version: 20,
  name: 'release 0.2.0',
  oldestRelease: '0.2.0',
  statements: [
    ...Object.entries(renamed).map(
      ([before, after]) => `alter table challenges rename column ${before} to ${after}`,
    ),
    `alter table challenges drop column face`,
    `alter table challenges drop column allowed`,
    `alter table challenges add column snapshot {text}`,
    `alter table challenges add column snapshot_version {int}`,
    `alter table challenge_lanes rename to challenge_listings`,
    `alter table challenge_listings rename column lane to listing`,
    `drop index challenge_lanes_in_order`,
    `drop index challenge_lanes_by_status`,
    `drop index challenge_lanes_by_reference`,
    `create index challenge_listings_in_order on challenge_listings (listing, challenge_id)`,
    `create index challenge_listings_by_status on challenge_listings (listing, role, status, challenge_id)`,
    `create index challenge_listings_by_reference on challenge_listings (listing, reference, status, challenge_id)
     where reference is not null`,

    // The feed is the outbox of webhooks. A queue has a position in its feed, and a delivery has a row only from the
    // moment that it is sent, or for what no feed leads to. A feed with subscriptions is marked when an event is written.
    `alter table feeds add column subscribed {int} not null default 0`,
    `alter table feeds add column waiting_since {int}`,
    `create index feeds_waiting on feeds (waiting_since, owner_id) where waiting_since is not null`,
    `alter table webhook_queues add column position {int} not null default 0`,
    `create index webhook_queues_of_feed on webhook_queues (feed_id, webhook_id)`,
    // A queue that was being filled with what it had missed goes on from there. What came after has rows that were
    // never tried: they go, and are made again in their turn. A resend of what was delivered stays.
    `delete from deliveries where status = 'pending' and attempts = 0 and due_at = 0 and lease is null
       and body is null
       and exists (select 1 from webhook_queues q where q.webhook_id = deliveries.webhook_id
         and q.run = deliveries.run and q.fill_from is not null and deliveries.seq > q.fill_to)
       and not exists (select 1 from deliveries d where d.webhook_id = deliveries.webhook_id
         and d.seq = deliveries.seq and d.status = 'delivered' and d.event_id = deliveries.event_id)`,
    // Every other queue has a row for each event that was written.
    `update webhook_queues set position = case when fill_from is not null then fill_from - 1
       else coalesce((select f.head from feeds f where f.owner_id = webhook_queues.feed_id), 0) end`,
    `update webhook_queues set due_at = coalesce(due_at, 0) where fill_from is not null`,
    `update feeds set subscribed = 1
       where exists (select 1 from webhook_queues q where q.feed_id = feeds.owner_id)`,
    // A node of an older release would write deliveries that are made here as well: it fails instead.
    `alter table feeds drop column subscribers`,
    `alter table webhook_queues drop column fill_from`,
    `alter table webhook_queues drop column fill_to`,
  ],
}
