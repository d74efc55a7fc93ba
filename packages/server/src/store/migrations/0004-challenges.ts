// Challenges, the lanes in which they are listed, evidence and support.
// A lane is whatever a list begins at: a person, a membership or a group. Each has a small row for each
// challenge in it, so that a page is a walk along an index whatever is filtered.
import type { Migration } from './migration.ts'

const statuses = `'pending', 'active', 'due', 'proposed', 'disputed', 'resolved', 'cancelled', 'declined', 'expired'`

export const challenges: Migration = {
  version: 4,
  name: 'challenges',
  statements: [
    `create table challenges (
       id {key} primary key,
       group_id {key} references groups (id),
       creator_id {key} not null references people (id),
       opponent_id {key} not null references people (id),
       creator_name {text} not null,
       opponent_name {text},
       claim {text} not null,
       stake {text} not null,
       due_days {int} not null,
       reference {text},
       status {text} not null check (status in (${statuses})),
       due_at {int} not null,
       settle_by {int} not null,
       accepted_at {int},
       closed_at {int},
       creator_position {text},
       opponent_position {text},
       proposal_by {text},
       proposal_outcome {text},
       proposed_at {int},
       confirm_by {int},
       dispute_by {text},
       dispute_reason {text},
       disputed_at {int},
       decide_by {int},
       cancel_by {text},
       cancel_reason {text},
       cancel_requested_at {int},
       cancel_lapses_at {int},
       outcome {text},
       settled_by {text},
       settled_at {int},
       support_decides {int} not null,
       creator_support {int} not null,
       opponent_support {int} not null,
       creator_evidence {int} not null,
       opponent_evidence {int} not null,
       creator_entries {int} not null,
       creator_pending {int} not null,
       creator_disputed {int} not null,
       creator_claimed {int} not null,
       creator_confirmed {int} not null,
       opponent_entries {int} not null,
       opponent_pending {int} not null,
       opponent_disputed {int} not null,
       opponent_claimed {int} not null,
       opponent_confirmed {int} not null,
       next_move_at {int},
       version {int} not null,
       created_at {int} not null,
       updated_at {int} not null
     ) {strict}`,
    `create index challenges_by_next_move on challenges (next_move_at, id) where next_move_at is not null`,
    `create table challenge_lanes (
       lane {key} not null,
       role {key} not null check (role in ('creator', 'opponent', 'observer')),
       status {key} not null,
       challenge_id {key} not null references challenges (id),
       reference {key},
       primary key (challenge_id, lane)
     ) {keyed}`,
    `create index challenge_lanes_in_order on challenge_lanes (lane, challenge_id)`,
    `create index challenge_lanes_by_status on challenge_lanes (lane, role, status, challenge_id)`,
    `create index challenge_lanes_by_reference on challenge_lanes (lane, reference, status, challenge_id)
     where reference is not null`,
    `create table evidence (
       id {key} primary key,
       challenge_id {key} not null references challenges (id),
       party {text} not null,
       text {text},
       url {text},
       created_at {int} not null
     ) {strict}`,
    `create index evidence_of_challenge on evidence (challenge_id, id)`,
    `create table supports (
       challenge_id {key} not null references challenges (id),
       person_id {key} not null references people (id),
       side {text} not null,
       comment {text},
       created_at {int} not null,
       primary key (challenge_id, person_id)
     ) {keyed}`,
  ],
}
