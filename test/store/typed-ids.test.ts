// An id of one kind does not compile in the place of another. What is wrong here is known to the compiler alone, and
// `npm run check:types` fails once it is allowed: run, it only finds nothing.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eraseParty } from '../../packages/server/src/features/challenges/change/erase.service.ts'
import { findVisible } from '../../packages/server/src/features/challenges/storage/challenge.store.ts'
import {
  derivedId,
  isId,
  newId,
  type ChallengeId,
  type FeedId,
  type PersonId,
  type UncheckedId,
} from '../../packages/server/src/kernel/ids.ts'
import { sql } from '../../packages/server/src/store/statements/statement.ts'
import { createStore, engines, type TestStore } from '../support/engine.ts'

const NOW = Date.parse('2026-11-15T12:00:00.000Z')
const challengeId = newId('challenge', NOW)
const personId = newId('person', NOW)

const findParty = sql<{ creator_id: PersonId }, [challengeId: ChallengeId, personId: PersonId]>(
  'test.find_party',
  'select creator_id from challenges where id = $1 and creator_id = $2',
)

describe('an id', () => {
  it('is of the kind that it was made for', () => {
    const made: ChallengeId = challengeId
    // @ts-expect-error A person is no challenge.
    const other: ChallengeId = personId
    // @ts-expect-error Nor is a question, whose id is derived.
    const derived: ChallengeId = derivedId('question', NOW, 'seed')
    // @ts-expect-error A text is an id once it was looked at.
    const text: ChallengeId = String(challengeId)
    expect(new Set([made, other, derived, text]).size).toBe(3)
  })

  it('of several kinds is any of them, and no other', () => {
    const feeds: readonly FeedId[] = [personId, newId('group', NOW)]
    // @ts-expect-error An account has no feed: its person has.
    const other: FeedId = newId('account', NOW)
    expect(feeds).not.toContain(other)
  })

  it('that nobody has looked at may be any text, and no id that is known to be of another kind', () => {
    const texts: readonly UncheckedId<'challenge'>[] = ['', challengeId]
    // @ts-expect-error A person is no challenge.
    const other: UncheckedId<'challenge'> = personId
    // @ts-expect-error And what nobody has looked at is no id.
    const unseen: ChallengeId | undefined = texts[1]
    const seen: readonly ChallengeId[] = [...texts, other].filter((text) => isId('challenge', text))
    expect(seen).toEqual([unseen])
  })
})

describe.each(engines)('two ids that are swapped, on %s', (engine) => {
  let test: TestStore
  beforeAll(async () => {
    test = await createStore(engine)
  })
  afterAll(() => test.remove())

  it('do not compile as the parameters of a statement', async () => {
    expect(await test.store.first(findParty, challengeId, personId)).toBeUndefined()
    // @ts-expect-error The challenge comes first.
    expect(await test.store.first(findParty, personId, challengeId)).toBeUndefined()
    // @ts-expect-error A text is no id.
    expect(await test.store.first(findParty, String(challengeId), personId)).toBeUndefined()
  })

  it('do not compile as the arguments of a function of challenges', async () => {
    await test.store.write(async (tx) => {
      expect(await eraseParty(tx, challengeId, personId, NOW)).toBeUndefined()
      // @ts-expect-error The challenge comes first.
      expect(await eraseParty(tx, personId, challengeId, NOW)).toBeUndefined()
      const viewer = { personId, groupId: null }
      expect(await findVisible(tx, viewer, 'any text')).toBeUndefined()
      // @ts-expect-error A person is looked for among the challenges.
      expect(await findVisible(tx, viewer, personId)).toBeUndefined()
      // @ts-expect-error A challenge looks at itself.
      expect(await findVisible(tx, { ...viewer, personId: challengeId }, challengeId)).toBeUndefined()
    })
  })
})
