// A database that the last release filled, brought over: it shows what it showed, that release still works on it, and
// it is played on.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Challenge, Delivery, Event, Webhook } from '@challenge-service/contract'
import { verifyWebhook } from '../../packages/client/src/verify-webhook.ts'
import type { Service } from '../../packages/server/src/service.ts'
import { once } from '../../packages/server/src/store/statements/statement.ts'
import { startOn } from '../safety/keyed-world.ts'
import { call, type Reply } from '../support/call.ts'
import { TestClock } from '../support/clock.ts'
import { createStorage, createStore, engines, type TestStorage } from '../support/engine.ts'
import {
  fillByLastRelease,
  showByLastRelease,
  unpackLastRelease,
  type FilledDatabase,
  type Shown,
} from '../support/last-release.ts'
import { receivers, type Receiver } from '../support/receivers.ts'
import { describeSchema } from '../support/schema.ts'

const HOUR_MS = 3_600_000
/** Longer than the longest pause between two attempts. */
const PAUSE_MS = 7 * HOUR_MS
const ROUNDS = 20

describe.each(engines)('a database of the last release in use, on %s', (engine) => {
  const last = unpackLastRelease()
  let kept: FilledDatabase
  let storage: TestStorage
  /** What the last release shows of it when this one has served it. */
  let shownBack: Shown
  let madeMeanwhile: Challenge
  let service: Service
  let receiver: Receiver
  const clock = new TestClock()

  beforeAll(async () => {
    storage = await createStorage(engine)
    kept = await fillByLastRelease(last, storage.url)
    clock.set(new Date(kept.now).toISOString())
    receiver = await receivers.healthy()
    service = await startOn(storage.url, clock, kept.secretKey)
    madeMeanwhile = await challengeByBen()
    await service.stop()
    const paths = { ...kept.paths, ben: [`/v1/challenges/${madeMeanwhile.id}`] }
    shownBack = await showByLastRelease(last, storage.url, { ...kept, paths })
    service = await startOn(storage.url, clock, kept.secretKey)
  }, 240_000)
  afterAll(async () => {
    await service.stop()
    await receiver.close()
    await storage.remove()
    last.remove()
  })

  /** Ana, whom `kept.shown` is about, has no part in it. */
  const challengeByBen = async (): Promise<Challenge> => {
    const body = { claim: 'Newer.', stake: 'tea', due_days: 30, opponent_email: 'fay@old.example' }
    const reply = await call(service.url, 'POST', '/v1/challenges', { token: kept.tokens.ben, body })
    expect(reply.status, reply.text).toBe(201)
    return reply.body.data as Challenge
  }
  const asked = (who: keyof FilledDatabase['tokens'], path: string): Promise<Reply> =>
    call(service.url, 'GET', path, { token: kept.tokens[who] })
  const act = async (who: 'ana' | 'ben', name: string, action: string, body = {}): Promise<Challenge> => {
    const path = `/v1/challenges/${kept.challenges[name]}/${action}`
    const reply = await call(service.url, 'POST', path, { token: kept.tokens[who], body })
    expect(reply.status, reply.text).toBe(200)
    return reply.body.data as Challenge
  }
  const statusOf = async (name: string): Promise<string> =>
    ((await asked('ana', `/v1/challenges/${kept.challenges[name]}`)).body.data as Challenge).status

  it('shows everything as it was shown before', async () => {
    for (const who of ['ana', 'group'] as const) {
      for (const [path, data] of Object.entries(kept.shown[who])) {
        // Members may have been added since.
        const shown = (await asked(who, path)).body.data
        expect(shown, path).toMatchObject(data as object)
      }
    }
    const statuses = ['pending', 'active', 'due', 'proposed', 'disputed', 'resolved']
    for (const name of [...statuses, 'cancelled', 'declined', 'expired']) {
      expect(await statusOf(name)).toBe(name)
    }
  })

  it('is shown by the last release as before, and with what this one made', () => {
    const { ben, ...others } = shownBack
    expect(others).toEqual(kept.shown)
    const { id, claim, status } = madeMeanwhile
    expect(ben?.[`/v1/challenges/${id}`]).toMatchObject({ id, claim, status })
  })

  it('knows who was on the Club plan, and whom someone blocks', async () => {
    const plans = 'select plan, had_club from accounts group by plan, had_club order by plan'
    expect(await service.store.all(once(plans))).toEqual([
      { plan: 'club', had_club: 1 },
      { plan: 'free', had_club: 0 },
    ])
    const blocks = await service.store.all(
      once('select person_id, blocked_id as origin, blocked_id, blocked_at, name from blocks'),
    )
    expect(blocks).toHaveLength(1)
    const origins = 'select person_id, origin, blocked_id, blocked_at, name from block_origins'
    expect(await service.store.all(once(origins))).toEqual(blocks)
  })

  it('knows its cursors, and what it did under an Idempotency-Key', async () => {
    const { status, body } = await asked('ana', `/v1/challenges?limit=2&cursor=${kept.cursor}`)
    expect([status, (body.data as readonly Challenge[]).length]).toEqual([200, 2])

    const { body: sent, key, id } = kept.repeated
    const headers = { 'idempotency-key': key }
    const again = await call(service.url, 'POST', '/v1/challenges', {
      token: kept.tokens.ana,
      body: sent,
      headers,
    })
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect((again.body.data as Challenge).id).toBe(id)
  })

  it('sends each delivery that waits once, signed with its secret', async () => {
    const url = `${receiver.url}/hook`
    await service.store.write((tx) =>
      tx.run(once(`update webhooks set url = '${url}', target = '${url}' where id = '${kept.webhook.id}'`)),
    )
    const delivered = async (): Promise<readonly Delivery[]> =>
      (await asked('ana', `/v1/webhooks/${kept.webhook.id}/deliveries?limit=100`)).body
        .data as readonly Delivery[]
    for (let round = 0; round < ROUNDS; round += 1) {
      clock.advance(PAUSE_MS / ROUNDS)
      await service.runDue()
    }
    const log = await delivered()
    expect(new Set(log.map(({ status }) => status))).toEqual(new Set(['delivered']))

    const events = (kept.shown.ana['/v1/events?limit=100'] as readonly Event[]).map(({ id }) => id)
    expect(events.length).toBeGreaterThan(20)
    const sent = receiver.requests.map(({ body }) => (JSON.parse(body) as Event).id)
    // One of them had arrived before the database was kept.
    const known = sent.filter((id) => events.includes(id))
    expect(known.toSorted()).toEqual(events.slice(1).toSorted())
    for (const { headers, body } of receiver.requests) {
      const signedAt = Number(/t=(\d+)/.exec(headers['x-svc-signature'] ?? '')?.[1]) * 1_000
      await verifyWebhook(headers['x-svc-signature'], body, kept.webhook.signing_secret, {
        now: () => signedAt,
      })
    }
    const webhook = (await asked('ana', `/v1/webhooks/${kept.webhook.id}`)).body.data as Webhook
    expect(webhook.status).toBe('active')
  })

  it('is played on: by calls, and by the clock', async () => {
    expect(await act('ben', 'pending', 'accept')).toMatchObject({ status: 'active' })
    expect(await act('ben', 'proposed', 'resolve', { outcome: 'creator_won' })).toMatchObject({
      status: 'resolved',
      resolution: { outcome: 'creator_won' },
    })
    expect(await act('ana', 'active', 'resolve', { outcome: 'opponent_won' })).toMatchObject({
      status: 'resolved',
      resolution: { outcome: 'opponent_won' },
    })
    expect(await statusOf('disputed')).toBe('disputed')
    for (let day = 0; day < 100; day += 5) {
      clock.advance(5 * 24 * HOUR_MS)
      await service.runDue()
    }
    const running = ((await asked('ana', '/v1/challenges?status=pending,active,due,proposed,disputed')).body
      .data ?? []) as readonly Challenge[]
    expect(running).toEqual([])
    expect((await asked('ana', '/v1/me')).status).toBe(200)
  })

  it('has the schema of a new one in the end', async () => {
    const fresh = await createStore(engine)
    expect(await describeSchema(service.store, engine)).toEqual(await describeSchema(fresh.store, engine))
    await fresh.remove()
  })
})
