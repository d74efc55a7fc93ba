// Challenges as chance makes them, possible or not: for what must hold of every one.
import { challengeStatuses, parties, positions } from '@challenge-service/contract'
import fc from 'fast-check'
import {
  newChallenge,
  type Challenge,
  type Life,
} from '../../packages/server/src/features/challenges/rules/life.rules.ts'
import type { ChallengeId, GroupId, PersonId } from '../../packages/server/src/kernel/ids.ts'
import { DAY_MS } from '../../packages/server/src/kernel/instants.ts'

/** All of their instants are within a second of it. */
export const NOW = Date.UTC(2026, 10, 15)
export const instant = fc.integer({ min: NOW - 1_000, max: NOW + 1_000 })
export const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(value, { nil: null })
// With everything in it that could be taken for the edge of a piece.
const words = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
  fc.constantFrom(
    '"role":"observer"',
    '","mine":null,"',
    '\\"allowed_actions":null',
    '"data":{',
    '\u2028"\\',
    'two\nlines',
  ),
)
export const party = fc.constantFrom(...parties)
const position = fc.constantFrom(...positions)
const ofBoth = <T>(value: fc.Arbitrary<T>) => fc.record({ creator: value, opponent: value })
const few = fc.integer({ min: 0, max: 50 })
const count = fc.record({ entries: few, pending: few, disputed: few, claimed: few, confirmed: few })

const notice = fc.record({
  toldAt: maybe(instant),
  toldBy: maybe(fc.constantFrom('mail', 'stop')),
  usedAt: maybe(instant),
})

const life: fc.Arbitrary<Life> = fc.record({
  status: fc.constantFrom(...challengeStatuses),
  dueAt: instant,
  settleBy: instant,
  acceptedAt: maybe(instant),
  closedAt: maybe(instant),
  byOwnHand: ofBoth(fc.boolean()),
  positions: ofBoth(maybe(position)),
  changes: ofBoth(few),
  proposal: maybe(
    fc.record({ by: party, outcome: position, proposedAt: instant, confirmBy: instant, notice }),
  ),
  dispute: maybe(
    fc.record({ openedBy: party, reason: words, openedAt: instant, decideBy: instant, lastBy: party }),
  ),
  cancellation: maybe(
    fc.record({ requestedBy: party, reason: maybe(words), requestedAt: instant, lapsesAt: instant }),
  ),
  closedReason: maybe(words),
  resolution: maybe(
    fc.record({ outcome: position, settledBy: fc.constantFrom('agreement', 'silence'), settledAt: instant }),
  ),
  support: ofBoth(few),
  supportDecides: fc.boolean(),
  evidence: ofBoth(few),
  tally: ofBoth(count),
})

const groupId = 'grp_01m7f3fzeq0001ff77p9qqfw34' as GroupId

/** One whose life has just begun; it is due at `NOW`. */
export const pending: Challenge = newChallenge(
  {
    claim: 'I will run ten kilometres before Sunday.',
    opponent_email: 'ben@demo.example',
    stake: 'coffee',
    due_days: 5,
    reference: 'run-46',
  },
  {
    id: 'ch_01m7f3fzeq0001ff77p9qqfw34' as ChallengeId,
    groupId,
    groupName: 'Blue',
    creatorId: 'per_1' as PersonId,
    opponentId: 'per_2' as PersonId,
    creatorName: 'Ana',
    opponentName: null,
    isHidden: false,
    createdAt: NOW - 5 * DAY_MS,
    byOwnHand: true,
    settleMs: 1_000,
  },
)

export const challenge: fc.Arbitrary<Challenge> = fc
  .record({
    groupId: maybe(fc.constant(groupId)),
    groupName: maybe(words),
    creatorName: words,
    opponentName: maybe(words),
    claim: words,
    stake: words,
    dueDays: few,
    reference: maybe(words),
    isHidden: fc.boolean(),
    life,
    version: few,
    createdAt: instant,
    updatedAt: instant,
  })
  .map((any) => ({ ...pending, ...any }))
