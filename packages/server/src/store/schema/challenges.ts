// Challenges. schema.ts says how to read the column types.
import type {
  ChallengeStatus,
  Outcome,
  Party,
  Position,
  Role,
  Settlement,
  TallyStatus,
} from '@challenge-service/contract'
import type { ChallengeId, EvidenceId, GroupId, ListingId, PersonId, TallyEntryId } from '../../kernel/ids.ts'
import { int, key, keyedTable, orNull, strictTable, text } from '../statements/table.ts'

/** A challenge: its terms, its life so far, its tally in sums, and how it is shown. Parties are 'creator' and 'opponent'. A column is named by the path of the member that it holds: dispute.openedBy is dispute_opened_by. */
export const challenges = strictTable('challenges', {
  id: key<ChallengeId>('primary key'),
  group_id: orNull(key<GroupId>('references groups (id)')),
  creator_id: key<PersonId>('references people (id)'),
  opponent_id: key<PersonId>('references people (id)'),
  creator_name: text(),
  opponent_name: orNull(text()),
  claim: text(),
  stake: text(),
  due_days: int(),
  reference: orNull(text()),
  is_hidden: int('default 0'),
  version: int(),
  created_at: int(),
  updated_at: int(),
  status: text<ChallengeStatus>(
    "check (status in ('pending', 'active', 'due', 'proposed', 'disputed', 'resolved', 'cancelled', 'declined', 'expired'))",
  ),
  due_at: int(),
  settle_by: int(),
  accepted_at: orNull(int()),
  closed_at: orNull(int()),
  by_own_hand_creator: int('default 0'),
  by_own_hand_opponent: int('default 0'),
  positions_creator: orNull(text<Position>()),
  positions_opponent: orNull(text<Position>()),
  changes_creator: int('default 0'),
  /** Of the position. */
  changes_opponent: int('default 0'),
  proposal_by: orNull(text<Party>()),
  proposal_outcome: orNull(text<Position>()),
  proposal_proposed_at: orNull(int()),
  proposal_confirm_by: orNull(int()),
  /** That the other party knows of the proposal. */
  proposal_notice_told_at: orNull(int()),
  proposal_notice_told_by: orNull(text<'mail' | 'stop'>()),
  proposal_notice_used_at: orNull(int()),
  dispute_opened_by: orNull(text<Party>()),
  dispute_reason: orNull(text()),
  dispute_opened_at: orNull(int()),
  dispute_decide_by: orNull(int()),
  dispute_last_by: orNull(text<Party>()),
  cancellation_requested_by: orNull(text<Party>()),
  cancellation_reason: orNull(text()),
  cancellation_requested_at: orNull(int()),
  cancellation_lapses_at: orNull(int()),
  /** Of the creator who took it back, or the opponent who declined. */
  closed_reason: orNull(text()),
  resolution_outcome: orNull(text<Outcome>()),
  resolution_settled_by: orNull(text<Settlement>()),
  resolution_settled_at: orNull(int()),
  support_creator: int(),
  support_opponent: int(),
  support_decides: int(),
  evidence_creator: int(),
  evidence_opponent: int(),
  tally_creator_entries: int(),
  tally_creator_pending: int(),
  tally_creator_disputed: int(),
  tally_creator_claimed: int(),
  tally_creator_confirmed: int(),
  tally_opponent_entries: int(),
  tally_opponent_pending: int(),
  tally_opponent_disputed: int(),
  tally_opponent_claimed: int(),
  tally_opponent_confirmed: int(),
  /** When the clock has something to do. */
  next_move_at: orNull(int()),
  snapshot: orNull(text()),
  /** How it is shown; of another version than one's own, the columns are. */
  snapshot_version: orNull(int()),
  creator_link: int('default 0'),
  /** Links with a smaller number have ended. */
  opponent_link: int('default 0'),
  /** When the creator last had the invitation sent once more. */
  invited_again_at: orNull(int()),
})

/** Where a challenge is listed: for each person, group, or person within a group (the listing) a short row, so that a page is a scan along an index, whatever is filtered. */
export const challengeListings = keyedTable(
  'challenge_listings',
  {
    listing: key<ListingId>(),
    role: key<Role>("check (role in ('creator', 'opponent', 'observer'))"),
    status: key<ChallengeStatus>(),
    challenge_id: key<ChallengeId>('references challenges (id)'),
    reference: orNull(key()),
  },
  ['primary key (challenge_id, listing)'],
)

export const evidence = strictTable('evidence', {
  id: key<EvidenceId>('primary key'),
  challenge_id: key<ChallengeId>('references challenges (id)'),
  party: text<Party>(),
  text: orNull(text()),
  url: orNull(text()),
  created_at: int(),
})

/** Whom an observer supports. */
export const supports = keyedTable(
  'supports',
  {
    challenge_id: key<ChallengeId>('references challenges (id)'),
    person_id: key<PersonId>('references people (id)'),
    side: text<Party>(),
    comment: orNull(text()),
    created_at: int(),
    changes: int('default 0'),
  },
  ['primary key (challenge_id, person_id)'],
)

/** The entries of a tally; their sums are kept on the challenge. */
export const tallyEntries = strictTable('tally_entries', {
  id: key<TallyEntryId>('primary key'),
  challenge_id: key<ChallengeId>('references challenges (id)'),
  party: text<Party>("check (party in ('creator', 'opponent'))"),
  amount: int(),
  note: orNull(text()),
  status: text<TallyStatus>("check (status in ('pending', 'confirmed', 'disputed', 'withdrawn'))"),
  dispute_reason: orNull(text()),
  disputed_at: orNull(int()),
  created_at: int(),
  settled_at: orNull(int()),
  amendments: int('default 0'),
})

export const challengesTables = { challenges, challengeListings, evidence, supports, tallyEntries }

export const challengesIndexes = `
-- The clock.
create index challenges_by_next_move on challenges (next_move_at, id) where next_move_at is not null;
-- What waits for the answer of a party, by its deadline, once it was accepted. A new challenge stands in neither.
create index challenges_waiting_for_creator on challenges (creator_id, next_move_at, id)
  where (case when status in ('due', 'disputed') then 1
    when status = 'proposed' and proposal_by = 'opponent' then 1
    when status = 'active' and cancellation_requested_by = 'opponent' then 1 else 0 end) = 1;
create index challenges_waiting_for_opponent on challenges (opponent_id, next_move_at, id)
  where is_hidden = 0 and (case when status in ('due', 'disputed') then 1
    when status = 'proposed' and proposal_by = 'creator' then 1
    when status = 'active' and cancellation_requested_by = 'creator' then 1 else 0 end) = 1;
-- Whether a group has challenges, before it is deleted: that is asked for each reference. Only those of groups stand in it.
create index challenges_by_group on challenges (group_id) where group_id is not null;
-- Lists without a filter, with a status or role, and with a reference.
create index challenge_listings_in_order on challenge_listings (listing, challenge_id);
create index challenge_listings_by_status on challenge_listings (listing, role, status, challenge_id);
create index challenge_listings_by_reference on challenge_listings (listing, reference, status, challenge_id)
  where reference is not null;
-- The evidence of a challenge, where it is shown.
create index evidence_of_challenge on evidence (challenge_id, id);
-- The export and the erasure of a person.
create index supports_by_person on supports (person_id, challenge_id);
-- The tally of a challenge.
create index tally_entries_of_challenge on tally_entries (challenge_id, id);
`
