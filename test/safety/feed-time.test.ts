// `created_at` never goes back within a feed: with clocks that differ or were moved back, with commits out of turn,
// and where a deadline is told of late.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Event } from '@challenge-service/contract'
import { appendEvents } from '../../packages/server/src/features/events/append.ts'
import { listFeedEvents } from '../../packages/server/src/features/events/feed.store.ts'
import { openStore } from '../../packages/server/src/store/open.ts'
import type { Reader, Store, Tx } from '../../packages/server/src/store/store.ts'
import { createStore, engines, type TestStore, holdOpen } from '../support/engine.ts'
import { asId } from '../support/ids.ts'
import { challenge, person } from '../support/people.ts'
import { useService } from '../support/service.ts'

const NOW = Date.parse('2026-11-15T12:00:00.000Z')
const DAY_MS = 86_400_000

const entriesOf = async (reader: Reader, feed: string): Promise<readonly Event[]> => {
  const everything = { above: 0, below: Number.MAX_SAFE_INTEGER, order: 'asc', limit: 1_000 } as const
  const rows = await listFeedEvents(reader, { feedId: asId('person', feed), ...everything, types: undefined })
  return rows.map(({ body }) => JSON.parse(body) as Event)
}

const timesOf = (events: readonly Event[]): readonly number[] =>
  events.map(({ created_at }) => Date.parse(created_at))

const appendAt = (tx: Tx, feed: string, ...at: readonly number[]): Promise<void> =>
  appendEvents(
    tx,
    at.map((each) => ({
      feedId: asId('person', feed),
      type: 'challenge.created' as const,
      actor: 'system' as const,
      at: each,
      challenge_id: null,
      data: {},
    })),
    Math.max(...at),
  )

const inOrder = (times: readonly number[]): readonly number[] => times.toSorted((a, b) => a - b)

describe.each(engines)('created_at goes back within a feed, on %s', (engine) => {
  describe('written by one process', () => {
    const service = useService(engine)

    it('a clock that was moved back moves no entry before the one above it', async () => {
      const [ana, ben] = [await person(service), await person(service)]
      await challenge(ana, ben)
      const before = service.clock.now()
      service.clock.set(new Date(before - DAY_MS).toISOString())
      await challenge(ana, ben)
      service.clock.set(new Date(before + 1).toISOString())
      await challenge(ana, ben)

      for (const reader of [ana, ben]) {
        expect(timesOf(await reader.events())).toEqual([before, before, before + 1])
      }
    })

    it('a deadline that is told of late is dated by its turn in the feed, and in the challenge by itself', async () => {
      const [ana, ben] = [await person(service), await person(service)]
      const late = await challenge(ana, ben, { due_days: 1 })
      service.clock.advance(2 * DAY_MS)
      await challenge(ana, ben)
      await service.runDue()
      const events = await ana.events()

      expect(events.at(-1)).toMatchObject({ type: 'challenge.expired', challenge_id: late.id })
      expect(timesOf(events)).toEqual(inOrder(timesOf(events)))
      expect(events.at(-1)?.data.challenge?.closed_at).toBe(late.due_at)
    })
  })

  describe('as it is stored', () => {
    let test: TestStore
    beforeAll(async () => {
      test = await createStore(engine)
    })
    afterAll(() => test.remove())

    it('of several entries in one transaction each keeps its own time, where that does not go back', async () => {
      await test.store.write((tx) => appendAt(tx, 'one', NOW))
      await test.store.write((tx) => appendAt(tx, 'one', NOW - 5, NOW + 3, NOW + 1, NOW + 7))

      expect(timesOf(await entriesOf(test.store, 'one'))).toEqual([NOW, NOW, NOW + 3, NOW + 3, NOW + 7])
    })
  })
})

// One file of SQLite has one process, whose transactions come one after another.
describe('created_at goes back within a feed, on several nodes of postgres', () => {
  let test: TestStore
  let other: Store
  beforeAll(async () => {
    test = await createStore('postgres')
    other = await openStore(test.storage.target, { onIdleError: () => undefined })
  })
  afterAll(async () => {
    await other.close()
    await test.remove()
  })

  it('a transaction that began first and commits last is dated no earlier than those before it', async () => {
    await test.store.write(async (tx) => {
      await holdOpen(tx)
      await other.write((second) => appendAt(second, 'race', NOW + 5))
      await appendAt(tx, 'race', NOW, NOW + 1)
    })

    expect(timesOf(await entriesOf(other, 'race'))).toEqual([NOW + 5, NOW + 5, NOW + 5])
  })

  it('writers whose clocks differ by minutes leave every feed in order', async () => {
    const write = async (writer: number): Promise<void> => {
      const store = writer % 2 === 0 ? test.store : other
      for (let n = 0; n < 20; n += 1) {
        const now = NOW + n * 1_000 + (writer % 2) * 120_000 - writer * 7
        await store.write((tx) => appendAt(tx, 'skewed', now))
      }
    }
    await Promise.all(Array.from({ length: 8 }, (_, writer) => write(writer)))
    const times = timesOf(await entriesOf(other, 'skewed'))

    expect(times).toHaveLength(160)
    expect(times).toEqual(inOrder(times))
  })
})
