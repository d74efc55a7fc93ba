// PATCH /v1/webhooks/{id}: what can be changed, by whom, and what stays.
import { describe, expect, it } from 'vitest'
import type { Webhook } from '@challenge-service/contract'
import { switchOff } from '../../packages/server/src/features/webhooks/switch.service.ts'
import { findAnyWebhook } from '../../packages/server/src/features/webhooks/webhook.store.ts'
import { once } from '../../packages/server/src/store/statements/statement.ts'
import { engines } from '../support/engine.ts'
import { useFreshPerson } from '../support/people.ts'
import { useService } from '../support/service.ts'
import { getWebhook, subscribe } from '../support/subscriptions.ts'

const url = 'https://bot.example.com/hooks'
const headers = { 'X-Api-Key': 'one', Authorization: 'Bearer two' }
const names = ['X-Api-Key', 'Authorization']

describe.each(engines)('a change of a subscription, on %s', (engine) => {
  const service = useService(engine, { READS_PER_MINUTE: '100000', WRITES_PER_MINUTE: '100000' })
  const ana = useFreshPerson(service)
  const bo = useFreshPerson(service)
  const patch = async ({ id }: Pick<Webhook, 'id'>, body: object): Promise<Webhook> => {
    const reply = await ana.call('PATCH', `/v1/webhooks/${id}`, body)
    expect(reply.status, reply.text).toBe(200)
    expect(reply.text).not.toContain('whsec_')
    const changed = reply.body.data as Webhook
    expect(await getWebhook(ana, { id })).toEqual(changed)
    return changed
  }
  const refused = async ({ id }: Pick<Webhook, 'id'>, body: object) => {
    const before = await getWebhook(ana, { id })
    const { status, body: answered } = await ana.call('PATCH', `/v1/webhooks/${id}`, body)
    expect(await getWebhook(ana, { id })).toEqual(before)
    return [status, answered.error?.reason, ...(answered.error?.fields ?? []).map(({ field }) => field)]
  }
  const readSealed = ({ id }: Pick<Webhook, 'id'>) =>
    service.store.first(
      once<{ secret: Uint8Array; headers: Uint8Array | null }>(
        `select secret, headers from webhooks where id = '${id}'`,
      ),
    )

  it('is of what was sent, and of nothing else', async () => {
    const { signing_secret: _, ...made } = await subscribe(ana, { url }, { description: 'mine', headers })
    expect(await patch(made, { url: `${url}/2` })).toEqual({ ...made, url: `${url}/2` })
    expect(await patch(made, { events: ['challenge.due'] })).toEqual({
      ...made,
      url: `${url}/2`,
      events: ['challenge.due'],
    })
    expect(await patch(made, { description: ' other ', events: ['*'], url })).toEqual({
      ...made,
      description: 'other',
    })
  })

  it('may be empty, and then changes nothing', async () => {
    const { signing_secret: _, ...made } = await subscribe(ana, { url }, { headers })
    const before = await readSealed(made)
    expect(await patch(made, {})).toEqual(made)
    const bare = await service.call('PATCH', `/v1/webhooks/${made.id}`, { token: ana.token })
    expect([bare.status, bare.body.data]).toEqual([200, made])
    expect(await readSealed(made)).toEqual(before)
  })

  it('leaves the signing secret as it is', async () => {
    const made = await subscribe(ana, { url })
    const before = await readSealed(made)
    await patch(made, { url: 'https://other.example.com/', headers })
    expect((await readSealed(made))?.secret).toEqual(before?.secret)
  })

  it.each([[null], [''], ['  ']])('takes the description away with %j', async (description) => {
    const made = await subscribe(ana, { url }, { description: 'mine' })
    expect((await patch(made, { description })).description).toBeNull()
  })

  it('keeps its URL as one for each owner', async () => {
    const [one, two] = [await subscribe(ana, { url }), await subscribe(ana, { url: `${url}/2` })]
    await subscribe(bo, { url: `${url}/3` })
    const reply = await ana.call('PATCH', `/v1/webhooks/${two.id}`, {
      url: 'https://BOT.example.com:443/hooks',
    })
    expect([reply.status, reply.body.error?.reason]).toEqual([409, 'url_taken'])
    expect(reply.body.error?.message).toContain(one.id)
    // Its own is no other, and is shown as it was sent; that of someone else does not count.
    expect((await patch(one, { url: 'https://BOT.example.com/hooks' })).url).toBe(
      'https://BOT.example.com/hooks',
    )
    await patch(two, { url: `${url}/3` })
    await subscribe(ana, { url: `${url}/2` })
  })

  it('to one URL, of several at once, is one', async () => {
    const made = await Promise.all([1, 2, 3].map((n) => subscribe(ana, { url: `${url}/${n}` })))
    const replies = await Promise.all(
      made.map(({ id }) => ana.call('PATCH', `/v1/webhooks/${id}`, { url: `${url}/same` })),
    )
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  })

  it.each([
    ['http://bot.example.com/hooks'],
    ['https://127.0.0.1/'],
    ['https://localhost/'],
    ['https://[::1]/'],
    ['https://bot.example.com/#part'],
  ])('does not go to %s', async (forbidden) => {
    expect(await refused(await subscribe(ana, { url }), { url: forbidden })).toEqual([
      400,
      'url_refused',
      'url',
    ])
  })

  it.each([
    [{ events: ['*', 'challenge.due'] }, 'events'],
    [{ events: [] }, 'events'],
    [{ events: ['weather.changed'] }, 'events[0]'],
    [{ events: null }, 'events'],
    [{ url: null }, 'url'],
    [{ url: '' }, 'url'],
    [{ description: 'x'.repeat(201) }, 'description'],
    [{ headers: null }, 'headers'],
    [{ headers: { Cookie: 'a=b' } }, 'headers.Cookie'],
    [{ headers: { 'X-A': ' a' } }, 'headers.X-A'],
    [{ status: 'active' }, 'status'],
    [{ header_names: [] }, 'header_names'],
  ])('is checked as a creation is: %j', async (body, field) => {
    const made = await subscribe(ana, { url }, { headers })
    expect(await refused(made, { url: `${url}/2`, ...body })).toEqual([400, 'input_invalid', field])
  })

  describe('of headers', () => {
    it('replaces all of them, and {} removes them', async () => {
      const made = await subscribe(ana, { url }, { headers })
      expect((await patch(made, { headers: { 'x-other': 'v' } })).header_names).toEqual(['x-other'])
      expect((await patch(made, { headers: {} })).header_names).toEqual([])
      expect((await readSealed(made))?.headers).toBeNull()
    })

    it.each([
      ['another path', `${url}/other`, names],
      ['another query', `${url}?a=1`, names],
      ['the default port, written out', 'https://bot.example.com:443/hooks', names],
      ['another host', 'https://bot.example.org/hooks', []],
      ['another port', 'https://bot.example.com:8443/hooks', []],
    ])('does not come with %s where that is another receiver', async (_, next, expected) => {
      const made = await subscribe(ana, { url }, { headers })
      expect((await patch(made, { url: next })).header_names).toEqual(expected)
      expect((await readSealed(made))?.headers === null).toBe(expected.length === 0)
    })

    it('comes with another host if the call sends them again', async () => {
      const made = await subscribe(ana, { url }, { headers })
      const next = { url: 'https://bot.example.org/hooks', headers: { 'X-Api-Key': 'new' } }
      expect((await patch(made, next)).header_names).toEqual(['X-Api-Key'])
    })
  })

  it('of a disabled one leaves it disabled', async () => {
    const made = await subscribe(ana, { url })
    const now = service.clock.now()
    await service.store.write(async (tx) => {
      const webhook = await findAnyWebhook(tx, made.id)
      if (webhook) await switchOff(tx, webhook, 'failures', now)
    })
    expect(await patch(made, { url: `${url}/2`, events: ['challenge.due'], headers })).toMatchObject({
      status: 'disabled',
      disabled_reason: 'failures',
      url: `${url}/2`,
      header_names: names,
    })
    const enabled = await ana.call('POST', `/v1/webhooks/${made.id}/enable`, { resend: true })
    expect(enabled.body.data).toMatchObject({ status: 'active', url: `${url}/2`, header_names: names })
  })

  it('is for its owner alone, and of a group for its admins', async () => {
    const made = await subscribe(ana, { url })
    const strange = await bo.call('PATCH', `/v1/webhooks/${made.id}`, { url: `${url}/2` })
    expect([strange.status, strange.body.error?.reason]).toEqual([404, 'not_visible'])
    const group = await service.group()
    const member = `patcher-${engine}@test.example`
    await group.addMember(member)
    const as = (email: string) => ({
      call: (method: string, path: string, body: object) =>
        service.call(method, path, { token: group.token, body: { ...body, user_email: email } }),
    })
    const theirs = await subscribe(as(group.adminEmail), { url })
    const path = `/v1/webhooks/${theirs.id}`
    const refusedMember = await as(member).call('PATCH', path, { url: `${url}/2` })
    expect([refusedMember.status, refusedMember.body.error?.reason]).toEqual([403, 'admin_only'])
    expect((await as(group.adminEmail).call('PATCH', path, { description: 'ours' })).status).toBe(200)
    await ana.call('DELETE', `/v1/webhooks/${made.id}`)
    expect((await ana.call('PATCH', `/v1/webhooks/${made.id}`, {})).status).toBe(404)
  })

  it('counts as a write, needs nothing of the quota, and has no use for an Idempotency-Key', async () => {
    const made = await subscribe(ana, { url })
    const before = await ana.call('GET', '/v1/webhooks')
    const change = (description: string) =>
      service.call('PATCH', `/v1/webhooks/${made.id}`, {
        token: ana.token,
        body: { description },
        headers: { 'idempotency-key': 'the same' },
      })
    const [first, second] = [await change('a'), await change('b')]
    expect([first.status, second.status]).toEqual([200, 200])
    expect(second.headers).not.toHaveProperty('idempotency-replayed')
    expect(second.headers['x-quota-remaining']).toBe(before.headers['x-quota-remaining'])
    expect(Number(second.headers['x-ratelimit-remaining'])).toBe(
      Number(first.headers['x-ratelimit-remaining']) - 1,
    )
  })
})
