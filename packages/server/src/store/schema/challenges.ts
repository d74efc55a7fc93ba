// Challenges. schema.ts says how to read the column types.

export const challengesTables = `
-- A challenge: its terms, its life so far, its tally in sums, and how it is shown. Parties are 'creator' and 'opponent'.
-- A column is named by the path of the member that it holds: dispute.openedBy is dispute_opened_by.
create table challenges (
  id {key} primary key, group_id {key} references groups (id),
  creator_id {key} not null references people (id), opponent_id {key} not null references people (id),
  creator_name {text} not null, opponent_name {text},
  claim {text} not null, stake {text} not null, due_days {int} not null, reference {text},
  is_hidden {int} not null default 0,
  version {int} not null, created_at {int} not null, updated_at {int} not null,
  status {text} not null check (status in ('pending', 'active', 'due', 'proposed', 'disputed', 'resolved',
    'cancelled', 'declined', 'expired')),
  due_at {int} not null, settle_by {int} not null, accepted_at {int}, closed_at {int},
  by_own_hand_creator {int} not null default 0, by_own_hand_opponent {int} not null default 0,
  positions_creator {text}, positions_opponent {text},
  changes_creator {int} not null default 0, changes_opponent {int} not null default 0, -- of the position
  proposal_by {text}, proposal_outcome {text}, proposal_proposed_at {int}, proposal_confirm_by {int},
  -- That the other party knows of the proposal.
  proposal_notice_told_at {int}, proposal_notice_told_by {text}, proposal_notice_used_at {int},
  dispute_opened_by {text}, dispute_reason {text}, dispute_opened_at {int}, dispute_decide_by {int},
  dispute_last_by {text},
  cancellation_requested_by {text}, cancellation_reason {text}, cancellation_requested_at {int},
  cancellation_lapses_at {int},
  closed_reason {text}, -- of the creator who took it back, or the opponent who declined
  resolution_outcome {text}, resolution_settled_by {text}, resolution_settled_at {int},
  support_creator {int} not null, support_opponent {int} not null, support_decides {int} not null,
  evidence_creator {int} not null, evidence_opponent {int} not null,
  tally_creator_entries {int} not null, tally_creator_pending {int} not null, tally_creator_disputed {int} not null,
  tally_creator_claimed {int} not null, tally_creator_confirmed {int} not null,
  tally_opponent_entries {int} not null, tally_opponent_pending {int} not null,
  tally_opponent_disputed {int} not null, tally_opponent_claimed {int} not null,
  tally_opponent_confirmed {int} not null,
  next_move_at {int}, -- when the clock has something to do
  snapshot {text}, snapshot_version {int}, -- how it is shown; of another version than one's own, the columns are
  creator_link {int} not null default 0, opponent_link {int} not null default 0, -- links with a smaller number have ended
  invited_again_at {int} -- when the creator last had the invitation sent once more
) {strict};
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

-- Where a challenge is listed: for each person, group, or person within a group (the listing) a short row, so that a page
-- is a scan along an index, whatever is filtered.
create table challenge_listings (
  listing {key} not null, role {key} not null check (role in ('creator', 'opponent', 'observer')),
  status {key} not null, challenge_id {key} not null references challenges (id), reference {key},
  primary key (challenge_id, listing)
) {keyed};
-- Lists without a filter, with a status or role, and with a reference.
create index challenge_listings_in_order on challenge_listings (listing, challenge_id);
create index challenge_listings_by_status on challenge_listings (listing, role, status, challenge_id);
create index challenge_listings_by_reference on challenge_listings (listing, reference, status, challenge_id)
  where reference is not null;

create table evidence (
  id {key} primary key, challenge_id {key} not null references challenges (id), party {text} not null,
  text {text}, url {text}, created_at {int} not null
) {strict};
-- The evidence of a challenge, where it is shown.
create index evidence_of_challenge on evidence (challenge_id, id);

-- Whom an observer supports.
create table supports (
  challenge_id {key} not null references challenges (id), person_id {key} not null references people (id),
  side {text} not null, comment {text}, created_at {int} not null, changes {int} not null default 0,
  primary key (challenge_id, person_id)
) {keyed};
-- The export and the erasure of a person.
create index supports_by_person on supports (person_id, challenge_id);

-- The entries of a tally; their sums are kept on the challenge.
create table tally_entries (
  id {key} primary key, challenge_id {key} not null references challenges (id),
  party {text} not null check (party in ('creator', 'opponent')), amount {int} not null, note {text},
  status {text} not null check (status in ('pending', 'confirmed', 'disputed', 'withdrawn')),
  dispute_reason {text}, disputed_at {int}, created_at {int} not null, settled_at {int},
  amendments {int} not null default 0
) {strict};
-- The tally of a challenge.
create index tally_entries_of_challenge on tally_entries (challenge_id, id);
`
