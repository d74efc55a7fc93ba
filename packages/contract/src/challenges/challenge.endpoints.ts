// Making and reading challenges.
import { endpoint } from '../endpoint.ts'
import { evidence, run } from '../examples/run.ts'
import { ids } from '../examples/story.ts'
import { id, line, list, oneOf, optional, someOf } from '../schema.ts'
import { challengeStatuses, parties } from './challenge-words.ts'
import {
  Challenge,
  ChallengeWithEvidence,
  Proposal,
  Resolution,
  Dispute,
  Cancellation,
  Evidence,
  newChallengeMembers,
} from './challenge.schema.ts'

export const challengeEndpoints = {
  listChallenges: endpoint({
    method: 'GET',
    path: '/v1/challenges',
    scope: 'challenges:read',
    summary: 'List the challenges in which the acting person is a party',
    notes: ['Newest first. With a group token: those of that group alone. Filters can be combined.'],
    query: {
      status: optional(someOf(challengeStatuses, 'Only those in one of these statuses.')),
      role: optional(oneOf(parties, 'Only those in which the acting person is this party.')),
      reference: optional(line(1, 100, 'Only those that were made with exactly this reference.')),
    },
    result: list(Challenge),
    paged: 'desc',
    example: { input: { status: ['active', 'due'], role: 'creator' }, result: [run.active] },
  }),
  createChallenge: endpoint({
    method: 'POST',
    path: '/v1/challenges',
    scope: 'challenges:write',
    summary: 'Make a claim against an opponent, with a stake and a due period',
    notes: [
      'The opponent is told by mail, and needs neither a token nor a plan to answer. The answer never depends on what is known of the address, and the address is never returned.',
      'A challenge belongs to a group only if it is made with a token of that group, or on the site by a member who chose it; its members can then read it. Neither `claim` nor `stake` may hold an `opponent_email` that is sent.',
      'Where no address is known, a token of a group names a member of it with `opponent_member_id`, and any token plays again with `rematch_of`: the caller is the creator this time. Anything else is `not_found`: what the token cannot see, a member who has left, oneself, a challenge that was never accepted or is not over, and one whose other party was erased.',
    ],
    body: newChallengeMembers,
    result: Challenge,
    statuses: [201],
    exactlyOne: ['opponent_email', 'opponent_member_id', 'rematch_of'],
    refusals: ['own_address', 'address_in_text', 'stake_not_allowed', 'group_token_needed'],
    example: {
      input: {
        claim: run.pending.claim,
        opponent_email: 'ben@demo.example',
        stake: run.pending.stake,
        due_days: run.pending.due_days,
        reference: 'run-2026-46',
      },
      result: run.pending,
    },
  }),
  getChallenge: endpoint({
    method: 'GET',
    path: '/v1/challenges/{id}',
    scope: 'challenges:read',
    summary: 'Read one challenge with its evidence',
    notes: ['Parties see their own challenges, members of a group all of those made under it.'],
    params: { id: id('challenge', 'The challenge.') },
    result: ChallengeWithEvidence,
    example: { input: { id: ids.run }, result: { ...run.withEvidence, evidence: [evidence] } },
  }),
}

/** In the order in which documents show them. */
export const challengeObjects = [
  Challenge,
  ChallengeWithEvidence,
  Proposal,
  Resolution,
  Dispute,
  Cancellation,
  Evidence,
]
