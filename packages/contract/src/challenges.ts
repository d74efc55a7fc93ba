// Making, reading and answering challenges.
import { Type } from 'typebox'
import {
  Challenge,
  ChallengeWithEvidence,
  challengeStatuses,
  Evidence,
  parties,
  positions,
} from './challenge.schema.ts'
import { endpoint } from './endpoint.ts'
import { email, id, integer, line, oneOf, someOf, text, webUrl } from './schema.ts'

const params = { id: id('challenge') }

export const challengeEndpoints = {
  listChallenges: endpoint({
    method: 'GET',
    path: '/v1/challenges',
    scope: 'challenges:read',
    summary: 'List the challenges in which the acting person is a party',
    query: {
      status: Type.Optional(someOf(challengeStatuses)),
      role: Type.Optional(oneOf(parties)),
      reference: Type.Optional(line(1, 100)),
    },
    result: Type.Array(Challenge),
    paged: 'desc',
  }),
  createChallenge: endpoint({
    method: 'POST',
    path: '/v1/challenges',
    scope: 'challenges:write',
    summary: 'Make a claim against an opponent, with a stake and a due period',
    body: {
      claim: text(1, 500),
      opponent_email: email(),
      stake: line(1, 80),
      due_days: integer(1, 365),
      reference: Type.Optional(line(0, 100)),
    },
    result: Challenge,
    statuses: [201],
  }),
  getChallenge: endpoint({
    method: 'GET',
    path: '/v1/challenges/{id}',
    scope: 'challenges:read',
    summary: 'Read one challenge with its evidence',
    params,
    result: ChallengeWithEvidence,
  }),
  acceptChallenge: endpoint({
    method: 'POST',
    path: '/v1/challenges/{id}/accept',
    scope: 'challenges:write',
    summary: 'Accept a pending challenge as its opponent',
    params,
    result: Challenge,
  }),
  resolveChallenge: endpoint({
    method: 'POST',
    path: '/v1/challenges/{id}/resolve',
    scope: 'challenges:write',
    summary: 'State who won: propose an outcome, agree to one, or concede',
    params,
    body: { outcome: oneOf(positions) },
    result: Challenge,
  }),
  cancelChallenge: endpoint({
    method: 'POST',
    path: '/v1/challenges/{id}/cancel',
    scope: 'challenges:write',
    summary: 'Take back or decline a pending challenge; ask for, or agree to, the end of an accepted one',
    params,
    body: { reason: Type.Optional(text(0, 500)) },
    result: Challenge,
  }),
  disputeChallenge: endpoint({
    method: 'POST',
    path: '/v1/challenges/{id}/dispute',
    scope: 'challenges:write',
    summary: 'Object to the outcome that the other party proposed',
    params,
    body: { reason: text(1, 1000) },
    result: Challenge,
  }),
  addEvidence: endpoint({
    method: 'POST',
    path: '/v1/challenges/{id}/evidence',
    scope: 'challenges:write',
    summary: 'Add a text, a link or both as evidence of a party',
    params,
    // At least one of the two, which the feature judges.
    body: { text: Type.Optional(text(1, 2000)), url: Type.Optional(webUrl()) },
    result: Evidence,
    statuses: [201],
  }),
  supportChallenge: endpoint({
    method: 'POST',
    path: '/v1/challenges/{id}/support',
    scope: 'challenges:write',
    summary: 'Take a side as an observer, or change it',
    params,
    body: { side: oneOf(parties), comment: Type.Optional(text(0, 500)) },
    result: Challenge,
    statuses: [201, 200],
  }),
}
