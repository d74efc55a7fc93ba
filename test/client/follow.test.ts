// Following the feed: every event, in order, each once, whatever happens to the network on the way.
import type { Event, EventKind } from '@challenge-service/contract'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { assembleClient, type ClientOptions } from '../../packages/client/src/client.ts'
import type { Runtime } from '../../packages/client/src/runtime.ts'
import { startFeedServer, type FeedEvent, type FeedServer } from './feed-server.ts'
import { cut, page, refuse, reset, succeed, type Behaviour } from './stand-in.ts'
import { createSurroundings } from './surroundings.ts'

let server: FeedServer
beforeEach(async () => {
  server = await startFeedServer()
})
afterEach(() => server.stop())

const event = (number: number, type: EventKind = 'challenge.created'): FeedEvent => ({
  id: `evt_${number}`,
  type,
})
const events = (count: number, from = 1): FeedEvent[] =>
  Array.from({ length: count }, (_, at) => event(from + at))
const idsOf = (list: readonly { readonly id: string }[]): string[] => list.map(({ id }) => id)

const newClient = (options: Partial<ClientOptions> = {}, overrides: Partial<Runtime> = {}) => {
  const surroundings = createSurroundings(overrides)
  const client = assembleClient({ baseUrl: server.url, token: 'cs_acc_x', ...options }, surroundings.runtime)
  return { client, ...surroundings }
}

const take = async (feed: AsyncIterator<Event>, count: number): Promise<string[]> => {
  const taken: string[] = []
  while (taken.length < count) {
    const next = await feed.next()
    if (next.done) break
    taken.push(next.value.id)
  }
  return taken
}

describe('the feed', () => {
  test('is read through page by page, and then waited for', async () => {
    const { client } = newClient()
    server.append(...events(250))
    const feed = client.followEvents()
    expect(await take(feed, 250)).toEqual(idsOf(events(250)))

    const next = feed.next()
    await server.whenHeld()
    server.append(event(251))
    expect(await next).toMatchObject({ value: { id: 'evt_251' } })
    const asked = server.received.map(({ query }) => Object.fromEntries(query))
    expect(asked).toEqual([
      { wait: '25', limit: '100' },
      { cursor: '|evt_100', limit: '100' },
      { cursor: '|evt_200', limit: '100' },
      { after: 'evt_250', wait: '25', limit: '100' },
    ])
  })

  test('is followed from the event that was seen last', async () => {
    const { client } = newClient()
    server.append(...events(5))
    expect(await take(client.followEvents({ after: 'evt_3' }), 2)).toEqual(['evt_4', 'evt_5'])
  })

  test('is followed for the kinds and the person that were asked for, on every page', async () => {
    const { client } = newClient()
    const mixed = Array.from({ length: 400 }, (_, at) =>
      event(at, at % 2 ? 'challenge.due' : 'tally.recorded'),
    )
    server.append(...mixed)
    const feed = client.followEvents({ types: ['challenge.due'], user_email: 'a@b.example' })
    const wanted = mixed.filter(({ type }) => type === 'challenge.due')
    expect(await take(feed, 200)).toEqual(idsOf(wanted))
    const next = feed.next()
    await server.whenHeld()
    server.append(event(1000, 'tally.recorded'), event(1001, 'challenge.due'))
    expect(await next).toMatchObject({ value: { id: 'evt_1001' } })
    expect(new Set(server.received.map(({ query }) => query.get('user_email')))).toEqual(
      new Set(['a@b.example']),
    )
  })

  test('is asked again when a wait passes with nothing new', async () => {
    let now = 0
    const { client, sleeps } = newClient({}, { monotonic: () => (now += 25_000) })
    const next = client.followEvents().next()
    for (let round = 0; round < 3; round += 1) {
      await server.whenHeld()
      server.letWaitPass()
    }
    await server.whenHeld()
    server.append(event(1))
    expect(await next).toMatchObject({ value: { id: 'evt_1' } })
    expect(server.received).toHaveLength(4)
    expect(sleeps).toEqual([])
  })

  test('is not asked without a pause where the service does not hold the call', async () => {
    const { client, sleeps } = newClient({}, { monotonic: () => 0 })
    const nothing = succeed([], { next_cursor: null })
    server.disturb(nothing, nothing, nothing, succeed([event(1)], { next_cursor: null }))
    expect(await take(client.followEvents(), 1)).toEqual(['evt_1'])
    expect(sleeps).toEqual([1000, 1000, 1000])
  })

  test('gives an event once, though a page repeats it', async () => {
    const { client } = newClient()
    const repeating = (list: readonly FeedEvent[]): Behaviour => succeed(list, { next_cursor: null })
    server.disturb(
      repeating([...events(3), event(2)]),
      repeating(events(3)),
      repeating(events(4, 2)),
      repeating(events(2, 6)),
    )
    expect(await take(client.followEvents(), 7)).toEqual(idsOf(events(7)))
  })

  test('can be followed for long without growing', async () => {
    const { client } = newClient()
    server.append(...events(5_000))
    expect(await take(client.followEvents(), 5_000)).toEqual(idsOf(events(5_000)))
  })
})

describe('what passes', () => {
  test('is waited out, longer than any ordinary call would', async () => {
    const { client, sleeps } = newClient({ retries: 0 })
    server.append(...events(2))
    server.disturb(...Array.from({ length: 9 }, () => reset))
    expect(await take(client.followEvents(), 2)).toEqual(['evt_1', 'evt_2'])
    expect(sleeps).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000])
  })

  test('is waited out for as long as Retry-After says', async () => {
    const { client, sleeps } = newClient()
    server.append(event(1))
    server.disturb(
      refuse('rate_limited', 'streams_open', { retry_after: 9 }),
      page(503, { 'retry-after': '900' }),
    )
    expect(await take(client.followEvents(), 1)).toEqual(['evt_1'])
    expect(sleeps).toEqual([9_500, 900_500])
  })

  test('is told', async () => {
    const told: string[] = []
    const { client } = newClient({ onRetry: ({ call, error }) => told.push(`${call}: ${error.name}`) })
    server.append(event(1))
    server.disturb(reset, page(502))
    await take(client.followEvents(), 1)
    expect(told).toEqual(['listEvents: ConnectionError', 'listEvents: UnexpectedAnswerError'])
  })

  test('costs no event and repeats none, whatever it is and whenever it comes', async () => {
    const trouble = fc.constantFrom<Behaviour>(
      reset,
      cut,
      page(503),
      refuse('internal_error', 'unforeseen'),
      refuse('rate_limited', 'rate_passed', { retry_after: 1 }),
    )
    // Either so many events come, or so many calls go wrong, or held ones are lost, or a wait passes.
    const step = fc.oneof(
      fc.record({ come: fc.integer({ min: 1, max: 130 }) }),
      fc.record({ fail: fc.array(trouble, { minLength: 1, maxLength: 4 }) }),
      fc.constant({ drop: true }),
      fc.constant({ pass: true }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        await server.stop()
        server = await startFeedServer()
        const controller = new AbortController()
        const { client } = newClient()
        const seen: string[] = []
        const following = (async () => {
          for await (const { id } of client.followEvents({}, { signal: controller.signal })) seen.push(id)
        })()
        let count = 0
        for (const now of steps) {
          if ('come' in now) {
            server.append(...events(now.come, count + 1))
            count += now.come
          } else if ('fail' in now) server.disturb(...now.fail)
          else if ('drop' in now) server.dropHeld()
          else server.letWaitPass()
          // Some steps meet a call on its way, some a call that is held.
          if (count % 2 === 0) await server.whenHeld()
        }
        server.append(event(count + 1))
        // Held again, with nothing left to give.
        while (seen.at(-1) !== `evt_${count + 1}`) await server.whenHeld().then(turn)
        controller.abort()
        await following
        expect(seen).toEqual(idsOf(events(count + 1)))
      }),
      { numRuns: 100 },
    )
  })
})

const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))

describe('the end', () => {
  test('comes with an abort, while waiting, and closes the connection', async () => {
    const { client } = newClient()
    const controller = new AbortController()
    const next = client.followEvents({}, { signal: controller.signal }).next()
    await server.whenHeld()
    const closed = new Promise<void>((resolve) => {
      for (const { response } of server.held) response.on('close', () => resolve())
    })
    controller.abort()
    expect(await next).toEqual({ done: true, value: undefined })
    await closed
  })

  test('comes with an abort between two events of one page', async () => {
    const { client } = newClient()
    const controller = new AbortController()
    server.append(...events(5))
    const seen: string[] = []
    for await (const { id } of client.followEvents({}, { signal: controller.signal })) {
      seen.push(id)
      if (id === 'evt_2') controller.abort()
    }
    expect(seen).toEqual(['evt_1', 'evt_2'])
    expect(server.received).toHaveLength(1)
  })

  test('comes with an abort during a pause', async () => {
    const controller = new AbortController()
    const { client } = newClient({ onRetry: () => controller.abort() })
    server.disturb(reset)
    const next = client.followEvents({}, { signal: controller.signal }).next()
    expect(await next).toEqual({ done: true, value: undefined })
  })

  test('comes with an error that does not pass: the place that is gone is told, not skipped', async () => {
    const { client } = newClient()
    server.append(...events(2))
    await expect(client.followEvents({ after: 'evt_0' }).next()).rejects.toMatchObject({
      reason: 'event_unknown',
    })
    server.disturb(refuse('invalid_token', 'token_revoked'))
    await expect(client.followEvents().next()).rejects.toMatchObject({ code: 'invalid_token' })
  })
})
