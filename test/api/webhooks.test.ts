// Subscriptions through the API: what may be subscribed, by whom, and what is shown of it.
import { beforeAll, describe, expect, it } from 'vitest'
import type { Webhook } from '@challenge-service/contract'
import { readDepth } from '../../packages/server/src/features/webhooks/depth.store.ts'
import { engines } from '../support/engine.ts'
import { challenge, person, useFreshPerson, type Person } from '../support/people.ts'
import { receivers } from '../support/receivers.ts'
import { startTestService, useService, type TestGroup } from '../support/service.ts'
import { actOn, deliveriesOf, getWebhook, loopbackAllowed, subscribe } from '../support/subscriptions.ts'

const url = 'https://bot.example.com/hooks'
const MOST = 7
const unknown = `whk_${'0'.repeat(26)}`

describe.each(engines)('subscriptions, on %s', (engine) => {
  const service = useService(engine, {
    READS_PER_MINUTE: '100000',
    WRITES_PER_MINUTE: '100000',
    WEBHOOKS_PER_OWNER: String(MOST),
  })
  const ana = useFreshPerson(service)
  const bo = useFreshPerson(service)
  const refused = async (owner: Person, body: object, status: number, reason: string) => {
    const reply = await owner.call('POST', '/v1/webhooks', body)
    expect([reply.status, reply.body.error?.reason], reply.text).toEqual([status, reason])
    return reply.body.error
  }

  it('are shown with all but their secret, which is shown once', async () => {
    const made = await subscribe(ana, { url }, { events: ['challenge.accepted'], description: 'my bot' })
    const { signing_secret, ...shown } = made
    expect(shown).toEqual({
      id: expect.stringMatching(/^whk_/) as string,
      url,
      events: ['challenge.accepted'],
      description: 'my bot',
      header_names: [],
      status: 'active',
      disabled_reason: null,
      disabled_at: null,
      created_at: new Date(service.clock.now()).toISOString(),
    })
    const replies = [
      await ana.call('GET', `/v1/webhooks/${made.id}`),
      await ana.call('GET', '/v1/webhooks'),
      await ana.call('GET', `/v1/webhooks/${made.id}/deliveries`),
    ]
    expect(replies[0]?.body.data).toEqual(shown)
    expect(replies[1]?.body.data).toEqual([shown])
    for (const { text } of replies) expect(text).not.toContain('whsec_')
    expect(signing_secret).toMatch(/^whsec_/)
    expect(service.logLines.join('')).not.toContain('whsec_')
  })

  it('ask for every kind where nothing is said', async () => {
    expect(await subscribe(ana, { url })).toMatchObject({ events: ['*'], description: null })
  })

  it('give the same secret to a repeated call, and only that once', async () => {
    const options = { token: ana.token, body: { url }, headers: { 'idempotency-key': 'again' } }
    const [first, second] = [
      await service.call('POST', '/v1/webhooks', options),
      await service.call('POST', '/v1/webhooks', options),
    ]
    expect(second.headers['idempotency-replayed']).toBe('true')
    expect(second.body.data).toEqual(first.body.data)
    expect((await ana.call('GET', '/v1/webhooks')).body.data).toHaveLength(1)
  })

  it.each([
    ['http://bot.example.com/hooks'],
    ['https://127.0.0.1/hooks'],
    ['https://localhost/hooks'],
    ['https://10.1.2.3/'],
    ['https://[::1]/'],
    ['https://bot.example.com/hooks#part'],
  ])('may not go to %s', async (forbidden) => {
    const error = await refused(ana, { url: forbidden }, 400, 'url_refused')
    expect(error?.fields).toMatchObject([{ field: 'url' }])
  })

  it('cannot ask for everything and something', async () => {
    const error = await refused(ana, { url, events: ['*', 'challenge.due'] }, 400, 'input_invalid')
    expect(error?.fields).toMatchObject([{ field: 'events' }])
  })

  it('have a URL once for each owner, however it is written', async () => {
    const { id } = await subscribe(ana, { url })
    for (const same of [url, 'https://BOT.example.com:443/x/../hooks']) {
      const error = await refused(ana, { url: same }, 409, 'url_taken')
      expect(error?.message).toContain(id)
    }
    await subscribe(bo, { url })
    await subscribe(ana, { url: `${url}?a=1` })
  })

  it('are at most as many for an owner as the operator says, also when made at once', async () => {
    const made = await Promise.all(
      Array.from({ length: MOST + 5 }, (_, n) => ana.call('POST', '/v1/webhooks', { url: `${url}/${n}` })),
    )
    const statuses = made.map(({ status }) => status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(MOST)
    const over = made.filter(({ status }) => status !== 201)
    expect(over.map(({ body }) => body.error?.reason)).toEqual(Array(5).fill('limit_reached'))
    expect(over[0]?.body.error?.message).toContain(String(MOST))
    // One more for the same URL names the subscription, also where there is no room.
    await refused(ana, { url: `${url}/0` }, 409, 'url_taken')
    const [first] = (await ana.call('GET', '/v1/webhooks')).body.data as readonly Webhook[]
    await ana.call('DELETE', `/v1/webhooks/${first?.id}`)
    await subscribe(ana, { url: `${url}/one-more` })
  })

  it('of one URL, made at once, are one', async () => {
    const made = await Promise.all(Array.from({ length: 5 }, () => ana.call('POST', '/v1/webhooks', { url })))
    expect(made.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409, 409])
  })

  it('are listed newest first, page by page', async () => {
    const made: string[] = []
    for (let n = 0; n < 5; n += 1) made.push((await subscribe(ana, { url: `${url}/${n}` })).id)
    const seen: string[] = []
    for (let path = '/v1/webhooks?limit=2'; ;) {
      const { body } = await ana.call('GET', path)
      seen.push(...(body.data as readonly Webhook[]).map(({ id }) => id))
      if (!body.next_cursor) break
      path = `/v1/webhooks?cursor=${body.next_cursor}&limit=2`
    }
    expect(seen).toEqual(made.toReversed())
  })

  it('of others are not there', async () => {
    const { id } = await subscribe(ana, { url })
    for (const one of [id, unknown]) {
      const calls = [
        await bo.call('GET', `/v1/webhooks/${one}`),
        await bo.call('DELETE', `/v1/webhooks/${one}`),
        await bo.call('GET', `/v1/webhooks/${one}/deliveries`),
        await bo.call('POST', `/v1/webhooks/${one}/test`, {}),
        await bo.call('POST', `/v1/webhooks/${one}/enable`, {}),
        await bo.call('POST', `/v1/webhooks/${one}/rotate`, {}),
      ]
      expect(calls.map(({ status, body }) => `${status} ${body.error?.reason}`)).toEqual(
        Array(6).fill('404 not_visible'),
      )
    }
    expect((await bo.call('GET', '/v1/webhooks')).body.data).toEqual([])
    expect((await getWebhook(ana, { id })).status).toBe('active')
  })

  it('that are deleted are gone, with their secret and their log', async () => {
    const made = await subscribe(ana, { url })
    expect((await ana.call('DELETE', `/v1/webhooks/${made.id}`)).body.data).toEqual({
      id: made.id,
      deleted: true,
    })
    expect((await ana.call('GET', `/v1/webhooks/${made.id}`)).status).toBe(404)
    expect((await ana.call('GET', `/v1/webhooks/${made.id}/deliveries`)).status).toBe(404)
    expect((await ana.call('DELETE', `/v1/webhooks/${made.id}`)).status).toBe(404)
    expect((await ana.call('GET', '/v1/webhooks')).body.data).toEqual([])
  })

  it('are enabled only where they are disabled', async () => {
    const made = await subscribe(ana, { url })
    const reply = await ana.call('POST', `/v1/webhooks/${made.id}/enable`, { resend: true })
    expect([reply.status, reply.body.error?.reason]).toEqual([409, 'already_active'])
  })

  it('count against the quota where they create, and only there', async () => {
    const remaining = async (method: string, path: string, body?: object): Promise<number> =>
      Number((await ana.call(method, path, body)).headers['x-quota-remaining'])
    const before = await remaining('GET', '/v1/webhooks')
    expect(await remaining('POST', '/v1/webhooks', { url })).toBe(before - 1)
    const [made] = (await ana.call('GET', '/v1/webhooks')).body.data as readonly Webhook[]
    expect(await remaining('POST', `/v1/webhooks/${made?.id}/test`, {})).toBe(before - 2)
    expect(await remaining('POST', `/v1/webhooks/${made?.id}/rotate`, {})).toBe(before - 2)
    expect(await remaining('DELETE', `/v1/webhooks/${made?.id}`)).toBe(before - 2)
  })

  it('are to be sent what was written, or nothing at all', async () => {
    await subscribe(ana, { url })
    const count = async (): Promise<number> => (await readDepth(service.store)).waiting
    const before = await count()
    const made = await challenge(ana, bo)
    expect(await count()).toBe(before + 1)
    // Refused in the same transaction that would have told of it.
    expect((await ana.call('POST', `/v1/challenges/${made.id}/accept`, {})).status).toBe(403)
    expect(await count()).toBe(before + 1)
  })

  describe('of a group', () => {
    let group: TestGroup
    const member = `mo-${engine}@test.example`
    beforeAll(async () => {
      group = await service.group()
      await group.addMember(member)
    })
    const as = (email: string) => ({
      call: (method: string, path: string, body?: object) =>
        service.call(method, `${path}?user_email=${email}`, {
          token: group.token,
          ...(body ? { body } : {}),
        }),
    })

    it('are for its admins alone', async () => {
      const admin = as(group.adminEmail)
      const made = await subscribe(admin, { url })
      const refusals = [
        await as(member).call('GET', '/v1/webhooks'),
        await as(member).call('POST', '/v1/webhooks', { url: `${url}/other` }),
        await as(member).call('GET', `/v1/webhooks/${made.id}`),
        await as(member).call('GET', `/v1/webhooks/${made.id}/deliveries`),
        await as(member).call('DELETE', `/v1/webhooks/${made.id}`),
        await as(member).call('POST', `/v1/webhooks/${made.id}/rotate`, {}),
        await as(member).call('POST', `/v1/webhooks/${made.id}/test`, {}),
      ]
      expect(refusals.map(({ status, body }) => `${status} ${body.error?.reason}`)).toEqual(
        Array(7).fill('403 admin_only'),
      )
      expect((await as(member).call('GET', `/v1/webhooks/${unknown}`)).status).toBe(404)
      expect((await admin.call('GET', '/v1/webhooks')).body.data).toHaveLength(1)
      expect((await ana.call('GET', `/v1/webhooks/${made.id}`)).status).toBe(404)
    })
  })

  it('keep what is written of them in feeds to id, description and host', async () => {
    const receiver = await receivers.gone()
    const local = await startTestService(engine, loopbackAllowed)
    const [cy, di] = [await person(local), await person(local)]
    const secretPath = `${receiver.url}/s3cret-path?key=s3cret-query`
    const made = await subscribe(cy, { url: secretPath }, { description: 'the bot' })
    await challenge(cy, di)
    await local.runDue()
    await receiver.close()
    const feed = (await cy.call('GET', '/v1/events')).text
    expect(feed).toContain(
      `{"id":"${made.id}","description":"the bot","host":"${new URL(receiver.url).host}"}`,
    )
    expect(feed).not.toContain('s3cret')
    expect(local.logLines.join('')).not.toContain('s3cret')
    expect(await deliveriesOf(cy, made)).toHaveLength(1)
    await actOn(cy, made, 'enable')
    await local.stop()
  })
})
