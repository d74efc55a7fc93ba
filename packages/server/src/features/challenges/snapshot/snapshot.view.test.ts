// A snapshot says what the view says, word for word, to every reader; only while it is current, and only to the version
// of the code that wrote it.
import { execFileSync } from 'node:child_process'
import { Challenge as ChallengeSchema, FeedChallenge, limits, parties } from '@challenge-service/contract'
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
import { plantFault, soundSources } from '../../../../../../test/support/planted.ts'
import { viewChallenge, viewForGroup } from '../reading/challenge.view.ts'
import type { Access } from '../rules/action.rules.ts'
import { nextMoveAt } from '../rules/clock.rules.ts'
import { samples } from './samples.ts'
import {
  isCurrent,
  showChallenge,
  showSnapshot,
  showToGroup,
  SNAPSHOT_VERSION,
  takeSnapshot,
} from './snapshot.view.ts'
import { deriveVersion } from './version.ts'

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
  const texts = samples.map((sample) => takeSnapshot(sample).text)
  const versionWith = (properties: object): number =>
    deriveVersion([{ ...FeedChallenge, properties }, limits, texts])
  const { properties } = FeedChallenge

  it('is another one where the schema has another member, at whatever depth', () => {
    const others = [
      { ...properties, mood: { type: 'string' } },
      { ...properties, description: { type: 'string' } },
      { ...properties, dispute: { ...properties.dispute, properties: { mood: { type: 'string' } } } },
      Object.fromEntries(Object.entries(properties).slice(1)),
      Object.fromEntries(Object.entries(properties).toReversed()),
    ].map(versionWith)
    expect(versionWith({ ...properties })).toBe(SNAPSHOT_VERSION)
    expect(new Set([SNAPSHOT_VERSION, ...others]).size).toBe(others.length + 1)
  })

  it('is the same where only a sentence of the schema is another', () => {
    expect(versionWith({ ...properties, claim: { ...properties.claim, description: 'The claim.' } })).toBe(
      SNAPSHOT_VERSION,
    )
  })

  it('is the same in every process, and another one where a rule or the view says something else', async () => {
    const path = 'packages/server/src/features/challenges/snapshot/snapshot.view.ts'
    const print = (file: string): number => {
      const code = `import(${JSON.stringify(file)}).then((made) => console.log(made.SNAPSHOT_VERSION))`
      const env = { ...process.env, TZ: 'Asia/Kathmandu', LANG: 'tr_TR.UTF-8' }
      return Number(execFileSync(process.execPath, ['-e', code], { encoding: 'utf8', env }))
    }
    expect(print(await soundSources.bundle(path))).toBe(SNAPSHOT_VERSION)
    const faults = [
      {
        file: 'packages/server/src/features/challenges/rules/action.rules.ts',
        from: "dispute: { from: ['proposed'], by: parties }",
        to: "dispute: { from: ['proposed', 'disputed'], by: parties }",
      },
      {
        file: 'packages/server/src/features/challenges/reading/challenge.view.ts',
        from: 'decide_by: toRfc3339(decideBy)',
        to: 'decide_by: toRfc3339(openedAt)',
      },
    ]
    for (const fault of faults) {
      const sources = plantFault([fault])
      expect(print(await sources.bundle(path)), fault.to).not.toBe(SNAPSHOT_VERSION)
      sources.remove()
    }
  })

  it('is a whole number above those that release 0.2.0 counts, whatever it follows from', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), (parts) => {
        const version = deriveVersion(parts)
        expect(Number.isSafeInteger(version) && version >= 2 ** 48).toBe(true)
      }),
    )
  })
})
