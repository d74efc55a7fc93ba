// A subscription that is changed while deliveries wait, are claimed or are under way: what is sent afterwards goes to the
// new URL with the new headers, and no header ever reaches a receiver that it was not given for.
import { afterEach, describe, expect, it } from 'vitest'
import { MAX_LIMIT } from '../../packages/server/src/delivery/queue/capacity.ts'
import { lockQueue } from '../../packages/server/src/delivery/queue/queue.store.ts'
import { once } from '../../packages/server/src/store/statement.ts'
import { appendNamed, namesIn } from '../support/backlog.ts'
import { call } from '../support/call.ts'
import { engines } from '../support/engine.ts'
import { asId } from '../support/ids.ts'
import { challenge, findPersonId, person, type Person } from '../support/people.ts'
import { plantFault, soundSources, type SourceTree } from '../support/planted.ts'
import {
  answer,
  openReceivers,
  receivers,
  startReceiver,
  type Received,
  type Receiver,
} from '../support/receivers.ts'
import { startPlanted, startTestService, type TestService } from '../support/service.ts'
import { actOn, deliveriesOf, loopbackAllowed, subscribe } from '../support/subscriptions.ts'

/** Receivers that say nothing are waited for. */
const patient = { ...loopbackAllowed, WEBHOOK_TIMEOUT_MS: '60000' }
const LONG = { timeout: 60_000 }
const soon = { timeout: 20_000 }

const SECRET = { 'X-Api-Key': 'for the old one' }

const keysOf = ({ requests }: Pick<Receiver, 'requests'>) =>
  requests.map(({ headers }) => headers['x-api-key'])
const kindsOf = ({ requests }: Pick<Receiver, 'requests'>) =>
  requests.map(({ headers }) => headers['x-svc-event'])
const nameOf = ({ body }: Received): string => namesIn(body)[0] ?? ''

describe.each(engines)('a subscription that is changed, on %s', (engine) => {
  let service: TestService
  let ana: Person
  let bo: Person
  let sources: SourceTree = soundSources
  const { keep: started, close: closeReceivers } = openReceivers()
  afterEach(async () => {
    await closeReceivers()
    await service.stop()
    sources.remove()
    sources = soundSources
  })
  const begin = async (made: Promise<TestService> = startTestService(engine, loopbackAllowed)) => {
    service = await made
    ana = await person(service)
    bo = await person(service)
  }
  const patch = async ({ id }: { readonly id: string }, body: object): Promise<void> => {
    const reply = await ana.call('PATCH', `/v1/webhooks/${id}`, body)
    expect(reply.status, reply.text).toBe(200)
  }

  it('gets what was waiting, the retries too, at its new URL, signed with the same secret', async () => {
    await begin()
    const [old, next] = [await started(receivers.failing()), await started(receivers.healthy())]
    const webhook = await subscribe(ana, old)
    const made = await challenge(ana, bo)
    await service.runDue()
    await bo.act(made, 'accept')
    await patch(webhook, { url: next.url })
    await service.runDue()
    expect([kindsOf(old), kindsOf(next)]).toEqual([['challenge.created'], ['challenge.accepted']])
    service.clock.advance(60_000)
    await service.runDue()
    expect(kindsOf(next)).toEqual(['challenge.accepted', 'challenge.created'])
    expect(old.requests).toHaveLength(1)
    expect(next.requests[1]).toMatchObject({
      body: old.requests[0]?.body,
      headers: { 'x-svc-attempt': '2', 'x-svc-delivery': old.requests[0]?.headers['x-svc-delivery'] },
    })
  })

  /** The old header is sent to the old host; what the new host is sent of it. */
  const moveHost = async (body: (next: Receiver) => object) => {
    const [old, next] = [await started(receivers.failing()), await started(receivers.healthy())]
    const webhook = await subscribe(ana, old, { headers: SECRET })
    const made = await challenge(ana, bo)
    await service.runDue()
    await patch(webhook, body(next))
    await bo.act(made, 'accept')
    service.clock.advance(60_000)
    await service.runDue()
    expect(keysOf(old)).toEqual(['for the old one'])
    expect(next.requests).toHaveLength(2)
    return keysOf(next)
  }

  it('sends no header of before to another host', async () => {
    await begin()
    expect(await moveHost(({ url }) => ({ url }))).toEqual([undefined, undefined])
  })

  it('would send it there if a change of host left the headers', async () => {
    sources = plantFault([
      {
        file: 'packages/server/src/features/webhooks/headers.rules.ts',
        from: 'new URL(target).origin !== new URL(next).origin',
        to: 'new URL(target).protocol !== new URL(next).protocol',
      },
    ])
    await begin(startPlanted(sources, engine, loopbackAllowed))
    expect(await moveHost(({ url }) => ({ url }))).toEqual(['for the old one', 'for the old one'])
  })

  it('sends another host the headers that came with the change', async () => {
    await begin()
    const keys = await moveHost(({ url }) => ({ url, headers: { 'x-api-key': 'for the new one' } }))
    expect(keys).toEqual(['for the new one', 'for the new one'])
  })

  it('sends new headers to the same host at once, and none once they are removed', async () => {
    await begin()
    const receiver = await started(receivers.healthy())
    const webhook = await subscribe(ana, receiver, { headers: SECRET })
    const test = async () => {
      await actOn(ana, webhook, 'test', {}, 202)
      await service.runDue()
    }
    await test()
    await patch(webhook, { headers: { 'X-Api-Key': 'another' } })
    await test()
    await patch(webhook, { url: `${receiver.url}/other` })
    await test()
    await patch(webhook, { headers: {} })
    await test()
    expect(keysOf(receiver)).toEqual(['for the old one', 'another', 'another', undefined])
  })

  it('asks for other kinds from what is not yet taken from the feed on; what is a delivery stays one', async () => {
    await begin()
    const receiver = await started(receivers.failing())
    const webhook = await subscribe(ana, receiver, { events: ['challenge.created'] })
    const made = await challenge(ana, bo)
    await service.runDue()
    // Written while the old list held, and looked at when the new one does.
    await challenge(ana, bo)
    await bo.act(made, 'accept')
    await patch(webhook, { events: ['challenge.accepted'] })
    await service.runDue()
    service.clock.advance(60_000)
    await service.runDue()
    expect(kindsOf(receiver)).toEqual([
      'challenge.created',
      'challenge.accepted',
      'challenge.created',
      'challenge.accepted',
    ])
    expect(await deliveriesOf(ana, webhook)).toHaveLength(2)
  })

  const nameEvents = (from: number, count: number) =>
    Array.from({ length: count }, (_, n) => `ch_${String(from + n).padStart(3, '0')}`)

  /**
   * A quick receiver is handed more than it is sent at once. It stops answering, so that much waits in memory for its
   * turn; then the subscription moves. Ends when all 260 were sent to one of the two, while the old one is still silent.
   */
  const moveWhileClaimed = async (change: (path: string, body: object) => Promise<unknown>) => {
    const held: (() => void)[] = []
    let isHolding = false
    const old = await started(
      startReceiver((socket) => {
        if (isHolding) held.push(() => socket.write(answer(200)))
        else socket.write(answer(200))
      }),
    )
    const next = await started(receivers.healthy())
    const webhook = await subscribe(ana, old, { headers: SECRET })
    const feedId = await findPersonId(service, ana.email)
    const append = (from: number, count: number) =>
      appendNamed(service.store, feedId, nameEvents(from, count), service.clock.now())
    await append(0, 60)
    await expect.poll(() => old.requests.length, soon).toBe(60)
    isHolding = true
    await append(60, 200)
    const countClaimed = async (): Promise<number> =>
      (await service.store.first(once<{ n: number }>(`select count(*) as n from deliveries`)))?.n ?? 0
    await expect.poll(countClaimed, soon).toBe(260)
    await expect.poll(() => held.length, soon).toBeGreaterThanOrEqual(MAX_LIMIT)
    const underWay = held.length
    await change(`/v1/webhooks/${webhook.id}`, { url: next.url })
    await expect.poll(() => old.requests.length + next.requests.length, soon).toBe(260)
    return { old, next, underWay, release: () => held.splice(0).forEach((go) => go()) }
  }

  it('takes what was claimed and not begun along, and begins nothing more at the old URL', LONG, async () => {
    await begin(startTestService(engine, patient, { jobs: true }))
    const { old, next, underWay, release } = await moveWhileClaimed((path, body) =>
      ana.call('PATCH', path, body),
    )
    release()
    const isSettled = async () =>
      (await service.store.all(once('select id from deliveries where due_at is not null'))).length === 0
    await expect.poll(isSettled, soon).toBe(true)
    expect(underWay).toBe(MAX_LIMIT)
    expect(old.requests).toHaveLength(60 + underWay)
    expect([...old.requests, ...next.requests].map(nameOf).toSorted()).toEqual(nameEvents(0, 260))
    expect(new Set(keysOf(next))).toEqual(new Set([undefined]))
    expect(new Set(keysOf(old))).toEqual(new Set(['for the old one']))
    expect(next.requests.every(({ headers }) => headers['x-svc-attempt'] === '1')).toBe(true)
  })

  // SQLite has one process, and one writer at a time.
  if (engine === 'postgres') {
    it('is changed only after a claim that is under way, which is therefore known when it is answered', async () => {
      await begin()
      const [old, next] = [await started(receivers.healthy()), await started(receivers.healthy())]
      const webhook = await subscribe(ana, old)
      const countBlocked = async () =>
        (
          await service.store.first(
            once<{ n: number }>(
              `select count(*) as n from pg_stat_activity
               where datname = current_database() and wait_event_type = 'Lock'`,
            ),
          )
        )?.n
      const patched = await service.store.write(async (tx) => {
        await lockQueue(tx, asId('webhook', webhook.id))
        const answered = ana.call('PATCH', `/v1/webhooks/${webhook.id}`, { url: next.url })
        await expect.poll(countBlocked, soon).toBe(1)
        return { answered }
      })
      expect((await patched.answered).status).toBe(200)
    })

    it('takes along what another process has claimed', LONG, async () => {
      await begin(startTestService(engine, patient, { jobs: true }))
      const node = await service.startNode()
      const { next, release } = await moveWhileClaimed((path, body) =>
        call(node.url, 'PATCH', path, { token: ana.token, body }),
      )
      expect(new Set(keysOf(next))).toEqual(new Set([undefined]))
      release()
    })
  }
})
