// A snapshot says what the view says, word for word, to every reader; only while it is current, and only to the version
// of the code that wrote it.
import { createHash } from 'node:crypto'
import { actions, Challenge as ChallengeSchema, FeedChallenge, parties } from '@challenge-service/contract'
import fc from 'fast-check'
import fastJson from 'fast-json-stringify'
import { describe, expect, it } from 'vitest'
import {
  challenge,
  instant,
  maybe,
  NOW,
  party,
  pending,
} from '../../../../../../test/support/arbitrary-challenge.ts'
import { viewChallenge, viewForGroup } from '../reading/challenge.view.ts'
import type { Access } from '../rules/action.rules.ts'
import { nextMoveAt } from '../rules/clock.rules.ts'
import { isCurrent, showChallenge, showSnapshot, showToGroup, takeSnapshot } from './snapshot.view.ts'
import { fingerprints, SNAPSHOT_VERSION } from './version.ts'

const toJson = fastJson(ChallengeSchema)
const toFeedJson = fastJson(FeedChallenge)

const access: fc.Arbitrary<Access> = fc.oneof(
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

describe('the snapshot of a challenge', () => {
  it('says to each reader what the view says, at any time', () => {
    fc.assert(
      fc.property(challenge, access, instant, (one, who, now) => {
        expect(showChallenge(one, who, now)).toBe(toJson(viewChallenge(one, who, now)))
        expect(showToGroup(one, now)).toBe(toFeedJson(viewForGroup(one, now)))
      }),
      { numRuns: 2_000 },
    )
  })

  it('says the same once it was stored', () => {
    fc.assert(
      fc.property(challenge, access, (one, who) => {
        const stored = showSnapshot(takeSnapshot(one), who, one)
        expect(stored).toBe(toJson(viewChallenge(one, who, Number.NEGATIVE_INFINITY)))
      }),
      { numRuns: 500 },
    )
  })

  it('does not hold the name of the group, which is shown as it is when someone looks', () => {
    fc.assert(
      fc.property(challenge, access, fc.string(), (one, who, groupName) => {
        const renamed = { ...one, groupName }
        const stored = showSnapshot(takeSnapshot(one), who, renamed)
        expect(stored).toBe(toJson(viewChallenge(renamed, who, Number.NEGATIVE_INFINITY)))
      }),
      { numRuns: 500 },
    )
  })

  it('is shown by no other version of the code than wrote it', () => {
    const { text } = takeSnapshot(pending)
    const who: Access = { role: 'creator', maySupport: false }
    expect(showSnapshot({ version: SNAPSHOT_VERSION, text }, who, pending)).toBeDefined()
    expect(showSnapshot({ version: SNAPSHOT_VERSION + 1, text }, who, pending)).toBeUndefined()
    expect(showSnapshot({ version: SNAPSHOT_VERSION - 1, text }, who, pending)).toBeUndefined()
  })

  it('is current until the clock has something to do, and not at that instant', () => {
    expect(isCurrent(null, NOW)).toBe(true)
    expect(isCurrent(NOW, NOW - 1)).toBe(true)
    expect(isCurrent(NOW, NOW)).toBe(false)
  })

  it('changes at the deadline, so that one read later would be wrong', () => {
    const who: Access = { role: 'opponent', maySupport: false }
    expect(nextMoveAt(pending.life)).toBe(NOW)
    const late = toJson(viewChallenge(pending, who, NOW))
    expect(showSnapshot(takeSnapshot(pending), who, pending)).not.toBe(late)
    expect(showChallenge(pending, who, NOW)).toBe(late)
  })
})

describe('the version of snapshots', () => {
  it('is raised whenever the schema, the actions or the form of a snapshot change', () => {
    const withoutWords = (_: string, value: unknown): unknown => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
      const { description: _words, ...rest } = value as Record<string, unknown>
      return rest
    }
    const madeOf = JSON.stringify([FeedChallenge, actions, takeSnapshot(pending).text], withoutWords)
    const fingerprint = createHash('sha256').update(madeOf).digest('hex').slice(0, 16)
    expect(
      fingerprint,
      'What a snapshot holds has changed: add the new fingerprint to those in version.ts, below the others.',
    ).toBe(fingerprints.at(-1))
  })
})
