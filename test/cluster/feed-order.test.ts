// A reader that tails a feed while sixteen writers on two nodes commit late and out of turn misses nothing and
// sees nothing twice. The same test on a log numbered by a sequence finds what such a log loses.
import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Event } from '@challenge-service/contract'
import { appendEvents } from '../../packages/server/src/features/events/append.ts'
import { listFeedEvents } from '../../packages/server/src/features/events/feed.store.ts'
import type { AccountId, FeedId, PersonId } from '../../packages/server/src/kernel/ids.ts'
import { once, sql } from '../../packages/server/src/store/statements/statement.ts'
import type { Store, Tx } from '../../packages/server/src/store/store.ts'
import { asId } from '../support/ids.ts'
import { useService, type TestNode } from '../support/service.ts'

const WRITERS = 16
const WRITES = 15
const LONGEST_HOLD_MS = 6

interface Log {
  append(tx: Tx, label: string): Promise<void>
  /** Whatever is new since the last time. */
  tail(): Promise<readonly string[]>
}

interface Reading {
  readonly missed: readonly string[]
  readonly repeated: readonly string[]
}

/** Writers hold their transactions open between the append and the commit, each for a time of its own. */
const readWhileWriting = async (stores: readonly Store[], log: Log): Promise<Reading> => {
  const written: string[] = []
  const write = async (writer: number): Promise<void> => {
    const store = stores[writer % stores.length]
    for (let n = 0; n < WRITES; n += 1) {
      const label = `w${writer}n${n}`
      await store?.write(async (tx) => {
        await log.append(tx, label)
        await pause(Math.random() * LONGEST_HOLD_MS)
      })
      written.push(label)
    }
  }
  const writing = Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)))
  const seen: string[] = []
  const isOver = () => written.length === WRITERS * WRITES
  const failed = writing.then(() => new Promise<never>(() => undefined))
  while (!isOver()) seen.push(...(await Promise.race([log.tail(), failed])))
  await writing
  for (let more = await log.tail(); more.length > 0; more = await log.tail()) seen.push(...more)
  return {
    missed: written.filter((label) => !seen.includes(label)),
    repeated: seen.filter((label, at) => seen.indexOf(label) !== at),
  }
}

describe('a feed under late commits', { timeout: 120_000 }, () => {
  const service = useService('postgres', { READS_PER_MINUTE: '1000000', LOG_LEVEL: 'silent' })
  let writers: readonly TestNode[]
  beforeAll(async () => {
    writers = [await service.startNode(), await service.startNode()]
  })

  const stores = (): readonly Store[] => writers.map(({ store }) => store)

  const newReader = async () => {
    const account = await service.account()
    const { token } = await service.token(account)
    const row = await service.store.first(
      sql<{ person_id: PersonId }, [id: AccountId]>(
        `test.person_of_${account.id}`,
        'select person_id from accounts where id = $1',
      ),
      account.id,
    )
    return { token, feedId: row?.person_id ?? asId('person', '') }
  }

  /** Into two feeds at once, as every challenge does. */
  const appendTo = (feedIds: readonly FeedId[]) => (tx: Tx, label: string) =>
    appendEvents(
      tx,
      feedIds.map((feedId) => ({
        feedId,
        type: 'challenge.created',
        actor: 'system',
        at: service.clock.now(),
        challenge_id: asId('challenge', label),
        data: {},
      })),
      service.clock.now(),
    )

  it('read over HTTP after the last event seen, is whole', async () => {
    const [own, other] = [await newReader(), await newReader()]
    let last: string | undefined
    const reading = await readWhileWriting(stores(), {
      append: appendTo([own.feedId, other.feedId]),
      tail: async () => {
        const query = last === undefined ? '' : `&after=${last}`
        const reply = await service.call('GET', `/v1/events?limit=100${query}`, { token: own.token })
        expect(reply.status, reply.text).toBe(200)
        const events = reply.body.data as readonly Event[]
        last = events.at(-1)?.id ?? last
        return events.map(({ challenge_id }) => challenge_id ?? '')
      },
    })

    expect(reading).toEqual({ missed: [], repeated: [] })
  })

  it('read by its numbers, has no gap at any moment', async () => {
    const [own, other] = [await newReader(), await newReader()]
    let last = 0
    const reading = await readWhileWriting(stores(), {
      append: appendTo([other.feedId, own.feedId]),
      tail: async () => {
        const rows = await listFeedEvents(service.store, {
          feedId: own.feedId,
          above: last,
          below: Number.MAX_SAFE_INTEGER,
          order: 'asc',
          limit: 100,
          types: undefined,
        })
        expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, at) => last + at + 1))
        last += rows.length
        return rows.map(({ body }) => (JSON.parse(body) as Event).challenge_id ?? '')
      },
    })

    expect(reading).toEqual({ missed: [], repeated: [] })
    expect(last).toBe(WRITERS * WRITES)
  })

  it('would lose entries if it were numbered by a sequence', async () => {
    await service.store.write((tx) =>
      tx.run(once('create table naive_log (id bigserial primary key, label text not null)')),
    )
    const insert = sql<never, [label: string]>(
      'test.naive_insert',
      'insert into naive_log (label) values ($1)',
    )
    const newer = sql<{ id: number; label: string }, [after: number]>(
      'test.naive_newer',
      'select id, label from naive_log where id > $1 order by id limit 100',
    )
    let last = 0
    const reading = await readWhileWriting(stores(), {
      append: async (tx, label) => {
        await tx.run(insert, label)
      },
      tail: async () => {
        const rows = await service.store.all(newer, last)
        last = rows.at(-1)?.id ?? last
        return rows.map(({ label }) => label)
      },
    })

    expect(reading.repeated).toEqual([])
    expect(reading.missed.length).toBeGreaterThan(0)
  })
})
