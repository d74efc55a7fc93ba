// The challenge as its readers see it. Of another person only the first name is ever in it.
import type { Static } from 'typebox'
import { describeAs } from '../described.ts'
import { namedObject, object } from '../object.ts'
import {
  count,
  email,
  id,
  instant,
  integer,
  line,
  list,
  nullable,
  oneOf,
  optional,
  string,
  text,
  whole,
} from '../schema.ts'
import {
  actions,
  challengeStatuses,
  outcomes,
  parties,
  positions,
  roles,
  settlements,
} from './challenge-words.ts'

export const Actions = list(oneOf(actions))

export const Proposal = namedObject('Proposal', 'The outcome that one party proposed.', {
  by: oneOf(parties, 'The party that proposed.'),
  outcome: oneOf(positions, 'What it proposed.'),
  proposed_at: instant('When.'),
  confirm_by: instant(
    'Until then the other party can dispute it. After that it holds, if they were told of it in time; else it lapses.',
  ),
})

export const Resolution = namedObject('Resolution', 'How a challenge ended.', {
  outcome: oneOf(outcomes, 'Who won. `void` comes from the clock alone: no majority in a dispute.'),
  settled_by: oneOf(settlements, 'Whether one gave in, both agreed, one stayed silent, or support decided.'),
  settled_at: instant('When.'),
})

export const Dispute = namedObject('Dispute', 'The objection to a proposal.', {
  opened_by: oneOf(parties, 'The party that objected.'),
  reason: string('Why.'),
  opened_at: instant('When.'),
  decide_by: instant('When support decides, if the parties have not settled it by then.'),
})

export const Cancellation = namedObject(
  'Cancellation',
  'The request of one party to cancel an accepted challenge.',
  {
    requested_by: oneOf(parties, 'The party that asked.'),
    reason: nullable(string(), 'Why.'),
    requested_at: instant('When.'),
    lapses_at: instant('When the request counts no more.'),
  },
)

/** What is sent to make one. */
export const newChallengeMembers = {
  claim: text(1, 500, 'The statement that the creator makes.'),
  opponent_email: optional(
    email(
      'The address of the other party, unless one of the next two stands in its place. It is never returned.',
    ),
  ),
  opponent_member_id: optional(
    id('member', 'In place of the address, with a token of a group: another member of that group.'),
  ),
  rematch_of: optional(
    id(
      'challenge',
      'In place of the address: a challenge of the caller that was accepted and has ended. Its other party is the opponent.',
    ),
  ),
  stake: line(1, 80, 'What it is about. The operator may allow certain names only.'),
  due_days: integer(1, 365, 'Days until the challenge is due, 24 hours each.'),
  reference: optional(line(0, 100, 'A word of your own to find it again. Shown to the creator alone.')),
}

const members = {
  id: id('challenge', 'The challenge.'),
  claim: string('The statement that the creator makes.'),
  stake: string('What it is about.'),
  due_days: whole('Days until it is due, as given when it was made.'),
  due_at: instant('When it is due: `created_at` and `due_days` times 24 hours.'),
  status: oneOf(challengeStatuses, 'Where it stands.'),
  role: oneOf(roles, 'What the acting person is to it.'),
  reference: optional(
    string('The word that the creator gave it. For the creator alone, where there is one.'),
  ),
  creator: object('Who made the claim.', { first_name: string('The first name.') }),
  opponent: object('Whom it was made against.', {
    first_name: nullable(string(), 'Null until they accept, unless both are members of the group.'),
  }),
  group_id: nullable(id('group'), 'The group it was made under; null if it is private.'),
  group_name: nullable(string(), 'The name of that group.'),
  positions: object('What each party has stated.', {
    creator: nullable(oneOf(positions), 'By the creator; null if nothing yet.'),
    opponent: nullable(oneOf(positions), 'By the opponent; null if nothing yet.'),
  }),
  proposal: nullable(Proposal, 'The outcome that was proposed first.'),
  resolution: nullable(Resolution, 'How it ended.'),
  dispute: nullable(Dispute, 'The objection to the proposal.'),
  cancellation: nullable(Cancellation, 'The request of one party to cancel it.'),
  closed_reason: nullable(
    string(),
    'What was said when it was taken back or declined while it was pending. For the parties alone: null to observers and in the feed of a group.',
  ),
  support: object('How many observers believe whom.', {
    creator: count('On the side of the creator.'),
    opponent: count('On the side of the opponent.'),
    mine: nullable(oneOf(parties), 'The side of the acting person.'),
  }),
  evidence_count: count('How many pieces of evidence there are.'),
  allowed_actions: describeAs(Actions, 'What the acting person may do with it now.'),
  created_at: instant('When it was made.'),
  accepted_at: nullable(instant(), 'When the opponent accepted it.'),
  closed_at: nullable(instant(), 'When it was resolved, cancelled, declined or expired.'),
  updated_at: instant('When it last changed.'),
}

export const Challenge = namedObject(
  'Challenge',
  'A challenge as the acting person sees it. Of other people it holds the first name alone.',
  members,
)
export type Challenge = Static<typeof Challenge>

export const FeedChallenge = namedObject(
  'FeedChallenge',
  'A challenge at the moment of the event.',
  {
    ...members,
    // A group's feed is nobody's own.
    allowed_actions: nullable(
      Actions,
      'What the owner of the feed could do at that moment; null in the feed of a group.',
    ),
  },
  Challenge,
)
export type FeedChallenge = Static<typeof FeedChallenge>

export const Evidence = namedObject('Evidence', 'What a party brought forward: a text, a link or both.', {
  id: id('evidence', 'The piece of evidence.'),
  by: oneOf(parties, 'The party that added it.'),
  text: nullable(string(), 'What it says.'),
  url: nullable(string(), 'Where it can be seen.'),
  created_at: instant('When it was added.'),
})
export type Evidence = Static<typeof Evidence>

export const ChallengeWithEvidence = namedObject(
  'ChallengeWithEvidence',
  'A challenge, and what the parties have brought forward.',
  { ...members, evidence: list(Evidence, 'What the parties have brought forward, oldest first.') },
  Challenge,
)
export type ChallengeWithEvidence = Static<typeof ChallengeWithEvidence>
