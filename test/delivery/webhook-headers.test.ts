// Headers that an owner chose go out with each delivery, and nowhere else.
import { afterEach, describe, expect, it } from 'vitest'
import { exportPerson } from '../../packages/server/src/features/privacy/export.service.ts'
import { once } from '../../packages/server/src/store/statements/statement.ts'
import { engines } from '../support/engine.ts'
import { challenge, useFreshPerson } from '../support/people.ts'
import { answer, openReceivers, receivers, startReceiver } from '../support/receivers.ts'
import { useService } from '../support/service.ts'
import { actOn, deliveriesOf, loopbackAllowed, subscribe } from '../support/subscriptions.ts'
import { listTables } from '../support/tables.ts'

const CANARY = 'canary-5f1c'

describe.each(engines)('headers of a subscription, on %s', (engine) => {
  const service = useService(engine, { ...loopbackAllowed, LOG_LEVEL: 'trace' })
  const ana = useFreshPerson(service)
  const bo = useFreshPerson(service)
  const { keep: started, close: closeReceivers } = openReceivers()
  afterEach(() => closeReceivers())

  it('go out with each attempt of each delivery, beside those of every delivery', async () => {
    const receiver = await started(receivers.failing())
    const headers = { 'X-Api-Key': 'k!"~ 1', authorization: 'Bearer abc' }
    await subscribe(ana, receiver, { headers })
    await challenge(ana, bo)
    await service.runDue()
    service.clock.advance(60_000)
    await service.runDue()
    expect(receiver.requests.map(({ headers: sent }) => sent)).toMatchObject(
      ['1', '2'].map((attempt) => ({
        'x-api-key': 'k!"~ 1',
        authorization: 'Bearer abc',
        'content-type': 'application/json',
        'x-svc-event': 'challenge.created',
        'x-svc-attempt': attempt,
        'x-svc-signature': expect.stringMatching(/^t=/) as string,
      })),
    )
  })

  it('go to their own subscription alone', async () => {
    const [own, other] = [await started(receivers.healthy()), await started(receivers.healthy())]
    await subscribe(ana, own, { headers: { 'X-Api-Key': 'mine' } })
    await subscribe(ana, other)
    await challenge(ana, bo)
    await service.runDue()
    expect(own.requests[0]?.headers['x-api-key']).toBe('mine')
    expect(other.requests[0]?.headers).not.toHaveProperty('x-api-key')
  })

  /** Every column of every row that holds the text, be it text or bytes. */
  const findInDatabase = async (text: string): Promise<readonly string[]> => {
    const found: string[] = []
    for (const table of await listTables(service.store, service.databaseUrl)) {
      for (const row of await service.store.all(once<Record<string, unknown>>(`select * from ${table}`))) {
        for (const [column, value] of Object.entries(row)) {
          const bytes = value instanceof Uint8Array ? Buffer.from(value) : Buffer.from(String(value))
          if (bytes.includes(text)) found.push(`${table}.${column}`)
        }
      }
    }
    return found
  }

  it('leave in the delivery itself and nowhere else, whatever the receiver answers', async () => {
    // Says all that it was told, as debugging receivers do; and then that it is gone, so that feed and mail tell of it.
    let status = 500
    const receiver = await started(
      startReceiver((socket, { headers }) => socket.write(answer(status, JSON.stringify(headers)))),
    )
    const headers = { 'X-Api-Key': `${CANARY}  a`, Authorization: `Bearer ${CANARY}-b` }
    const made = await service.call('POST', '/v1/webhooks', {
      token: ana.token,
      body: { url: receiver.url, headers, description: 'echo' },
      headers: { 'idempotency-key': 'once' },
    })
    expect(made.status, made.text).toBe(201)
    const webhook = made.body.data as { readonly id: string }
    await challenge(ana, bo)
    await service.runDue()
    const failed = await deliveriesOf(ana, webhook)
    status = 410
    service.clock.advance(60_000)
    await service.runDue()
    expect(receiver.requests).toHaveLength(2)
    for (const { headers: sent } of receiver.requests) expect(sent['x-api-key']).toBe(`${CANARY}  a`)

    const replies = [
      made,
      await ana.call('GET', `/v1/webhooks/${webhook.id}`),
      await ana.call('GET', '/v1/webhooks'),
      await ana.call('GET', `/v1/webhooks/${webhook.id}/deliveries`),
      await ana.call('GET', '/v1/events'),
    ]
    const exported: string[] = []
    for await (const piece of exportPerson(service.store, service.keys, ana.email, service.clock.now()))
      exported.push(piece)
    expect(exported.join('')).toContain('"header_names":["X-Api-Key","Authorization"]')
    expect(failed).toMatchObject([
      { response_status: 500, response_excerpt: expect.stringMatching(/^\(not shown/) as string },
    ])
    const shown = [
      ...replies.map(({ text }) => text),
      JSON.stringify(failed),
      ...exported,
      ...service.logLines,
    ]
    expect(shown.filter((text) => text.includes(CANARY))).toEqual([])
    expect(await findInDatabase(CANARY)).toEqual([])
    // The look finds what is there.
    expect(await findInDatabase('"description":"echo"')).toContain('events.body')
    expect(new Set(await findInDatabase('X-Api-Key'))).toEqual(new Set(['webhooks.header_names']))
  })

  it('hide an answer that repeats a value across the end of what is shown, or in other writing', async () => {
    const value = 'pa"ss/word-of-the-receiver'
    const bodies = [`${'x'.repeat(1_020)}${value}`, JSON.stringify({ value }), encodeURIComponent(value)]
    for (const body of bodies) {
      const receiver = await started(startReceiver((socket) => socket.write(answer(500, body))))
      const webhook = await subscribe(ana, receiver, { headers: { 'X-Api-Key': value } })
      await actOn(ana, webhook, 'test', {}, 202)
      await service.runDue()
      expect(await deliveriesOf(ana, webhook), body).toMatchObject([
        { response_excerpt: '(not shown: it repeats a header of the subscription)' },
      ])
    }
  })

  it('hide an answer that repeats a value, and no other', async () => {
    const receiver = await started(startReceiver((socket) => socket.write(answer(200, 'thank you'))))
    const webhook = await subscribe(ana, receiver, { headers: { 'X-Api-Key': 'k' } })
    await actOn(ana, webhook, 'test', {}, 202)
    await service.runDue()
    expect(await deliveriesOf(ana, webhook)).toMatchObject([
      { response_excerpt: '(not shown: it repeats a header of the subscription)' },
    ])
    const other = await subscribe(ana, { url: `${receiver.url}/2` }, { headers: { 'X-Api-Key': 'Key-1' } })
    await actOn(ana, other, 'test', {}, 202)
    await service.runDue()
    expect(await deliveriesOf(ana, other)).toMatchObject([{ response_excerpt: 'thank you' }])
  })
})
