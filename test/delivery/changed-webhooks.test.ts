// A subscription that is changed while deliveries wait: what is sent afterwards goes to the new URL with the new
// headers, and no header ever reaches a receiver that it was not given for.
import { afterEach, describe, expect, it } from 'vitest'
import { engines } from '../support/engine.ts'
import { challenge, person, type Person } from '../support/people.ts'
import { plantFault, soundSources, type Sources } from '../support/planted.ts'
import { openReceivers, receivers, type Receiver } from '../support/receivers.ts'
import { startPlanted, startTestService, type TestService } from '../support/service.ts'
import { actOn, deliveriesOf, loopbackAllowed, subscribe } from '../support/subscriptions.ts'

const SECRET = { 'X-Api-Key': 'for the old one' }

const keysOf = ({ requests }: Pick<Receiver, 'requests'>) =>
  requests.map(({ headers }) => headers['x-api-key'])
const kindsOf = ({ requests }: Pick<Receiver, 'requests'>) =>
  requests.map(({ headers }) => headers['x-svc-event'])

describe.each(engines)('a subscription that is changed, on %s', (engine) => {
  let service: TestService
  let ana: Person
  let bo: Person
  let sources: Sources = soundSources
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

  it('sends no earlier header to another host', async () => {
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
})
