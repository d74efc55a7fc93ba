// The running score of a challenge: each party records its own count, the other confirms it or objects.
import { moveRefusals } from '../challenges/move-refusals.ts'
import { endpoint } from '../endpoint.ts'
import { ids as storyIds } from '../examples/story.ts'
import { entries, sums } from '../examples/tally.ts'
import { limits } from '../limits.ts'
import { id, ids, line, nonZeroInteger, oneOf, optional, text } from '../schema.ts'
import { Tally, TallyChange, tallyResolutions, TallyEntry } from './tally.schema.ts'

const params = { id: id('challenge', 'The challenge.') }

export const tallyEndpoints = {
  getTally: endpoint({
    method: 'GET',
    path: '/v1/challenges/{id}/tally',
    scope: 'challenges:read',
    summary: 'Read how the tally stands, and its entries',
    notes: [
      '`next_cursor` stands beside `data` and pages through `entries`; the sums are always those of the whole tally.',
    ],
    params,
    result: Tally,
    paged: 'desc',
    example: {
      input: { id: storyIds.run },
      result: {
        challenge_id: storyIds.run,
        ...sums,
        pending: 1,
        disputed: 0,
        entries: [entries.friday, entries.wednesday],
      },
    },
  }),
  recordTally: endpoint({
    method: 'POST',
    path: '/v1/challenges/{id}/tally',
    scope: 'challenges:write',
    summary: 'Add to the own count, for the other party to confirm',
    notes: [
      'For the parties, while the challenge is `active` or `due`. The entry is `pending` until the other party confirms or disputes it. A negative amount takes back.',
    ],
    params,
    body: {
      amount: optional(nonZeroInteger(limits.tallyAmount, 'How much is added to the own count.'), {
        default: 1,
      }),
      note: optional(line(0, 200, 'What for.')),
    },
    result: TallyChange,
    statuses: [201],
    refusals: [...moveRefusals, 'limit_reached'],
    example: {
      input: { id: storyIds.run, amount: 4, note: 'In the park, in the dark' },
      result: { entries: [entries.friday], ...sums, pending: 1, disputed: 0 },
    },
  }),
  reviewTally: endpoint({
    method: 'POST',
    path: '/v1/challenges/{id}/tally/review',
    scope: 'challenges:write',
    summary: 'Confirm pending entries of the other party, all or none',
    notes: ['All or none: if one entry cannot be confirmed, nothing is.'],
    params,
    body: { entry_ids: ids('tallyEntry', 100, 'Pending entries of the other party.') },
    result: TallyChange,
    refusals: [...moveRefusals, 'entry_not_pending'],
    example: {
      input: { id: storyIds.run, entry_ids: [storyIds.wednesday] },
      result: {
        entries: [entries.wednesday],
        ...sums,
        creator: { claimed: 6, confirmed: 6 },
        pending: 0,
        disputed: 0,
      },
    },
  }),
  disputeTally: endpoint({
    method: 'POST',
    path: '/v1/challenges/{id}/tally/dispute',
    scope: 'challenges:write',
    summary: 'Object to a pending entry of the other party',
    notes: [
      'The entry is `disputed` until its author withdraws or amends it, or the one who objected accepts it after all.',
    ],
    params,
    body: {
      entry_id: id('tallyEntry', 'A pending entry of the other party.'),
      reason: text(1, 500, 'What is wrong with it.'),
    },
    result: TallyChange,
    refusals: [...moveRefusals, 'entry_not_pending'],
    example: {
      input: {
        id: storyIds.run,
        entry_id: storyIds.friday,
        reason: 'The park is three kilometres round.',
      },
      result: { entries: [entries.fridayDisputed], ...sums, pending: 0, disputed: 1 },
    },
  }),
  resolveTally: endpoint({
    method: 'POST',
    path: '/v1/challenges/{id}/tally/resolve',
    scope: 'challenges:write',
    summary: 'Withdraw or amend an entry of the own, or accept one after all',
    notes: [
      '`withdraw`: the author takes back a pending or disputed entry. `amend`: the author gives a disputed entry another `amount`, and it is pending again; an entry is amended at most 10 times (`conflict`). `accept`: the one who disputed it confirms it.',
    ],
    params,
    // That an amount is there to amend, and only then, is judged by the feature.
    body: {
      entry_id: id('tallyEntry', 'The entry.'),
      action: oneOf(tallyResolutions, 'What to do with it.'),
      amount: optional(
        nonZeroInteger(limits.tallyAmount, 'The new amount. Required to amend, and only then.'),
      ),
    },
    result: TallyChange,
    refusals: [...moveRefusals, 'entry_not_pending', 'limit_reached'],
    example: {
      input: { id: storyIds.run, entry_id: storyIds.friday, action: 'amend', amount: 3 },
      result: {
        entries: [entries.fridayAmended],
        ...sums,
        creator: { claimed: 9, confirmed: 6 },
        pending: 1,
        disputed: 0,
      },
    },
  }),
}

/** In the order in which documents show them. */
export const tallyObjects = [Tally, TallyChange, TallyEntry]
