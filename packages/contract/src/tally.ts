// The running score of a challenge: each party records its own count, the other confirms it or objects.
import { Type, type Static } from 'typebox'
import { parties } from './challenge.schema.ts'
import { endpoint } from './endpoint.ts'
import { limits } from './limits.ts'
import { count, id, ids, instant, line, nonZeroInteger, nullable, oneOf, text } from './schema.ts'

export const tallyStatuses = ['pending', 'confirmed', 'disputed', 'withdrawn'] as const
export type TallyStatus = (typeof tallyStatuses)[number]

export const tallyResolutions = ['withdraw', 'amend', 'accept'] as const

export const TallyEntry = Type.Object({
  id: id('tallyEntry'),
  by: oneOf(parties),
  amount: Type.Integer(),
  note: nullable(Type.String()),
  status: oneOf(tallyStatuses),
  dispute: nullable(Type.Object({ reason: Type.String(), opened_at: instant() })),
  created_at: instant(),
  settled_at: nullable(instant()),
})
export type TallyEntry = Static<typeof TallyEntry>

// Amounts may be negative, and so may their sums.
const Sums = Type.Object({ claimed: Type.Integer(), confirmed: Type.Integer() })

const standing = { creator: Sums, opponent: Sums, pending: count(), disputed: count() }

const Tally = Type.Object({ challenge_id: id('challenge'), ...standing, entries: Type.Array(TallyEntry) })
export type Tally = Static<typeof Tally>

/** The entries that a write touched, and how the tally stands after it. */
const TallyChange = Type.Object({ entries: Type.Array(TallyEntry), ...standing })
export type TallyChange = Static<typeof TallyChange>

const params = { id: id('challenge') }

export const tallyEndpoints = {
  getTally: endpoint({
    method: 'GET',
    path: '/v1/challenges/{id}/tally',
    scope: 'challenges:read',
    summary: 'Read how the tally stands, and its entries',
    params,
    result: Tally,
    paged: 'desc',
  }),
  recordTally: endpoint({
    method: 'POST',
    path: '/v1/challenges/{id}/tally',
    scope: 'challenges:write',
    summary: 'Add to the own count, for the other party to confirm',
    params,
    body: {
      amount: Type.Optional({ ...nonZeroInteger(limits.tallyAmount), default: 1 }),
      note: Type.Optional(line(0, 200)),
    },
    result: TallyChange,
    statuses: [201],
  }),
  reviewTally: endpoint({
    method: 'POST',
    path: '/v1/challenges/{id}/tally/review',
    scope: 'challenges:write',
    summary: 'Confirm pending entries of the other party, all or none',
    params,
    body: { entry_ids: ids('tallyEntry', 100) },
    result: TallyChange,
  }),
  disputeTally: endpoint({
    method: 'POST',
    path: '/v1/challenges/{id}/tally/dispute',
    scope: 'challenges:write',
    summary: 'Object to a pending entry of the other party',
    params,
    body: { entry_id: id('tallyEntry'), reason: text(1, 500) },
    result: TallyChange,
  }),
  resolveTally: endpoint({
    method: 'POST',
    path: '/v1/challenges/{id}/tally/resolve',
    scope: 'challenges:write',
    summary: 'Withdraw or amend an entry of the own, or accept one after all',
    params,
    // An amount is required to amend, and only then, which the feature judges.
    body: {
      entry_id: id('tallyEntry'),
      action: oneOf(tallyResolutions),
      amount: Type.Optional(nonZeroInteger(limits.tallyAmount)),
    },
    result: TallyChange,
  }),
}
