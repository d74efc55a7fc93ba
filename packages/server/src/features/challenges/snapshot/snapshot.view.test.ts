// A face says what the view says, word for word, to every reader; and no longer than it holds.
import {
  Challenge as ChallengeShape,
  challengeStatuses,
  FeedChallenge,
  parties,
  positions,
} from '@challenge-service/contract'
import fastJson from 'fast-json-stringify'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { viewChallenge, viewForGroup, type Reading } from '../reading/challenge.view.ts'
import { nextMoveAt } from '../rules/clock.rules.ts'
import { faceOf, holds, readFace, showChallenge, showToGroup } from './snapshot.view.ts'
import { newLife, type Challenge, type Life } from '../rules/life.rules.ts'

const toJson = fastJson(ChallengeShape)
const toFeedJson = fastJson(FeedChallenge)

const NOW = Date.UTC(2026, 10, 15)
const instant = fc.integer({ min: NOW - 1_000, max: NOW + 1_000 })
const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(value, { nil: null })
// With everything in it that could be taken for a gap.
const words = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
  fc.constantFrom(
    '"role":"observer"',
    '","mine":null,"',
    '\\"allowed_actions":null',
    '"data":{',
    '\u2028"\\',
  ),
)
const party = fc.constantFrom(...parties)
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
  resolution: maybe(
    fc.record({ outcome: position, settledBy: fc.constantFrom('agreement', 'silence'), settledAt: instant }),
  ),
  support: ofBoth(few),
  supportDecides: fc.boolean(),
  evidence: ofBoth(few),
  tally: ofBoth(count),
})

const challenge: fc.Arbitrary<Challenge> = fc.record({
  id: fc.constant('ch_01m7f3fzeq0001ff77p9qqfw34'),
  groupId: maybe(fc.constant('grp_01m7f3fzeq0001ff77p9qqfw34')),
  groupName: maybe(words),
  creatorId: fc.constant('per_1'),
  opponentId: fc.constant('per_2'),
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

const reading: fc.Arbitrary<Reading> = fc.oneof(
  fc.record({
    role: fc.constantFrom(...parties),
    maySupport: fc.constant(false),
    mine: fc.constant(null),
  }),
  fc.record({
    role: fc.constant('observer' as const),
    maySupport: fc.boolean(),
    supportChanges: fc.integer({ min: 0, max: 10 }),
    mine: maybe(party),
  }),
)

describe('the face of a challenge', () => {
  it('says to each reader what the view says, at any time', () => {
    fc.assert(
      fc.property(challenge, reading, instant, (one, who, now) => {
        expect(showChallenge(one, who, now)).toBe(toJson(viewChallenge(one, who, now)))
        expect(showToGroup(one, now)).toBe(toFeedJson(viewForGroup(one, now)))
      }),
      { numRuns: 2_000 },
    )
  })

  it('has the members that stored ones have: who adds one empties the column in a migration', () => {
    expect(Object.keys(FeedChallenge.properties).join(' ')).toBe(
      'id claim stake due_days due_at status role reference creator opponent group_id group_name positions ' +
        'proposal resolution dispute cancellation support evidence_count allowed_actions created_at accepted_at ' +
        'closed_at updated_at',
    )
  })

  it('holds until the clock has something to do, and not at that instant', () => {
    expect(holds(null, NOW)).toBe(true)
    expect(holds(NOW, NOW - 1)).toBe(true)
    expect(holds(NOW, NOW)).toBe(false)
  })

  it('changes at the deadline, so that one read later would be wrong', () => {
    const [one] = fc.sample(challenge, { numRuns: 1, seed: 1 })
    const pending = { ...one, life: newLife(NOW, 1_000, true) } as Challenge
    const who: Reading = { role: 'opponent', maySupport: false, mine: null }
    expect(nextMoveAt(pending.life)).toBe(NOW)
    const late = toJson(viewChallenge(pending, who, NOW))
    expect(readFace(faceOf(pending), who, null)).not.toBe(late)
    expect(showChallenge(pending, who, NOW)).toBe(late)
  })
})
