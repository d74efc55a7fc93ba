// What the parties and observers of a challenge can do with it.
import { endpoint } from '../endpoint.ts'
import { evidence, run, seenByBen } from '../examples/run.ts'
import { stairs } from '../examples/stairs.ts'
import { ids } from '../examples/story.ts'
import { id, oneOf, optional, text, webUrl } from '../schema.ts'
import { parties, positions } from './challenge-words.ts'
import { Challenge, Evidence } from './challenge.schema.ts'
import { moveRefusals } from './move-refusals.ts'

const params = { id: id('challenge', 'The challenge.') }

export const moveEndpoints = {
  acceptChallenge: endpoint({
    method: 'POST',
    path: '/v1/challenges/{id}/accept',
    scope: 'challenges:write',
    summary: 'Accept a pending challenge as its opponent',
    notes: [
      'For the opponent, while the challenge is `pending`. It becomes `active`, and from now on the creator sees the opponent’s first name.',
    ],
    params,
    result: Challenge,
    refusals: moveRefusals,
    example: { input: { id: ids.run }, result: seenByBen(run.active) },
  }),
  resolveChallenge: endpoint({
    method: 'POST',
    path: '/v1/challenges/{id}/resolve',
    scope: 'challenges:write',
    summary: 'State who won: propose an outcome, agree to one, or concede',
    notes: [
      'States the position of the caller. What it does depends on where things stand, and the first that fits decides:',
      [
        '1. It grants the other party the win: `resolved`, settled by `concession`.',
        '2. It equals the position of the other party: `resolved`, settled by `agreement`.',
        '3. The challenge is `active` or `due`: `proposed`. The other party has 72 hours to agree, concede or dispute. Their silence settles it if they were told in time; else the proposal lapses, and the position with it.',
        '4. The challenge is `proposed`: the proposer may only concede (`invalid_state`); an outcome that contradicts the proposal is a `conflict`: dispute it instead.',
        '5. The challenge is `disputed`: the new position replaces the old one, at most 10 times for each party (`conflict`); to repeat one’s own changes nothing. Agreeing and conceding are always possible.',
      ].join('\n'),
    ],
    params,
    body: { outcome: oneOf(positions, 'Who won, as the caller sees it.') },
    result: Challenge,
    refusals: [...moveRefusals, 'already_proposed', 'contradicts_proposal', 'limit_reached'],
    example: { input: { id: ids.run, outcome: 'creator_won' }, result: run.proposed },
  }),
  cancelChallenge: endpoint({
    method: 'POST',
    path: '/v1/challenges/{id}/cancel',
    scope: 'challenges:write',
    summary: 'Take back or decline a pending challenge; ask for, or agree to, the end of an accepted one',
    notes: [
      'While `pending`, the creator takes the challenge back (`cancelled`) and the opponent declines it (`declined`); a `reason` is then shown to both as `closed_reason`. While `active` or `due`, it takes both: the first call is noted in `cancellation` and lapses after 72 hours; when the other party cancels too, the challenge is `cancelled`.',
    ],
    params,
    body: {
      reason: optional(
        text(0, 500, 'Why. Shown to the other party; not kept where that party has asked to cancel first.'),
      ),
    },
    result: Challenge,
    refusals: [...moveRefusals, 'already_requested'],
    example: { input: { id: ids.run, reason: 'I have a cold.' }, result: run.cancelRequested },
  }),
  disputeChallenge: endpoint({
    method: 'POST',
    path: '/v1/challenges/{id}/dispute',
    scope: 'challenges:write',
    summary: 'Object to the outcome that the other party proposed',
    notes: [
      'For the party that did not propose, while the challenge is `proposed`. After seven days the support of the group’s observers decides; without a majority the outcome is `void`.',
    ],
    params,
    body: { reason: text(1, 1000, 'Why the proposed outcome is not right.') },
    result: Challenge,
    refusals: moveRefusals,
    example: {
      input: { id: ids.run, reason: 'The track stops after nine kilometres.' },
      result: seenByBen(run.disputed),
    },
  }),
  addEvidence: endpoint({
    method: 'POST',
    path: '/v1/challenges/{id}/evidence',
    scope: 'challenges:write',
    summary: 'Add a text, a link or both as evidence of a party',
    notes: [
      'For the parties, while the challenge is `active`, `due`, `proposed` or `disputed`. A text, a link, or both. Links are shown as they are and never fetched. At most 50 for each party.',
    ],
    params,
    // That there is at least one of the two is judged by the feature.
    body: {
      text: optional(text(1, 2000, 'What speaks for the caller. At least one of `text` and `url`.')),
      url: optional(webUrl('Where it can be seen. It is never fetched.')),
    },
    result: Evidence,
    statuses: [201],
    refusals: [...moveRefusals, 'limit_reached'],
    example: {
      input: {
        id: ids.run,
        text: 'Ten kilometres on Saturday morning, in 58 minutes.',
        url: 'https://tracks.example.com/ana/2026-11-14',
      },
      result: evidence,
    },
  }),
  supportChallenge: endpoint({
    method: 'POST',
    path: '/v1/challenges/{id}/support',
    scope: 'challenges:write',
    summary: 'Take a side as an observer, or change it',
    notes: [
      'For observers who were members of the group when the challenge was accepted. 201 the first time; a second call changes side or comment, answers 200 and does not count against the quota. A person changes it at most 10 times (`conflict`); giving the same again changes nothing. Support is shown as counts, never by name.',
    ],
    params,
    body: {
      side: oneOf(parties, 'The party that the caller believes.'),
      comment: optional(text(0, 500, 'Shown in the event, without the name of its author.')),
    },
    result: Challenge,
    statuses: [201, 200],
    refusals: [...moveRefusals, 'limit_reached'],
    example: {
      input: { id: ids.stairs, side: 'creator', comment: 'I met Ben on the eighth floor.' },
      result: stairs.supported,
    },
  }),
}
