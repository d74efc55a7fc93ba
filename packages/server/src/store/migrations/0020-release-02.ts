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
  ],
}
