// The webhooks, tokens and quota of a group on the site: for its admins, who need no plan for it, and who see to the same
// webhooks as the tools of the group.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createToken } from '../../packages/server/src/features/access/access.service.ts'
import { MINUTE_MS } from '../../packages/server/src/kernel/instants.ts'
import { engines } from '../support/engine.ts'
import { adminOf, challengeIn } from '../support/groups.ts'
import { answer, startReceiver, type Receiver } from '../support/receivers.ts'
import { startTestService, type TestGroup, type TestService } from '../support/service.ts'
import { loopbackAllowed } from '../support/subscriptions.ts'
import { loseClub, seat, type Seated } from './group-cast.ts'
import { siteSettings, type SeenPage } from './visitor.ts'

describe.each(engines)('of a group, on %s,', (engine) => {
  let service: TestService
  let receiver: Receiver
  let group: TestGroup
  let path: string
  let ana: Seated
  let ben: Seated
  beforeAll(async () => {
    service = await startTestService(engine, {
      ...siteSettings,
      ...loopbackAllowed,
      WRITES_PER_MINUTE: '10000',
    })
    receiver = await startReceiver((socket) => socket.write(answer(200)))
  })
  afterAll(async () => {
    await service.stop()
    await receiver.close()
  })
  beforeEach(async () => {
    group = await service.group()
    path = `/groups/${group.id}/webhooks`
    ana = await seat(service, group, 'Ana', 'admin')
    ben = await seat(service, group, 'Ben', 'member')
    await loseClub(service, ana)
  })

  const make = async (url = receiver.url): Promise<{ id: string; page: SeenPage }> => {
    const page = await ana.browser.submit(await ana.browser.get(path), path, { url })
    const [, id = ''] = /\/webhooks\/(whk_\w+)"/.exec(page.text) ?? []
    return { id, page }
  }

  const quotaOf = async (): Promise<{ remaining: number }> =>
    ((await adminOf(service, group).call('GET', '/v1/me')).body.data as { quota: { remaining: number } })
      .quota

  it('a webhook is made without a plan, told what happens in the group, and seen by its tools', async () => {
    expect((await ana.browser.get(path)).text).toContain('The group has none.')
    const before = await quotaOf()
    const { id, page } = await make()
    expect([page.status, page.text.includes('whsec_')]).toEqual([200, true])
    const listed = (await adminOf(service, group).call('GET', '/v1/webhooks')).body.data
    expect(listed).toMatchObject([{ id, url: receiver.url, status: 'active' }])
    expect((await quotaOf()).remaining).toBe(before.remaining - 1)
    const count = receiver.requests.length
    await challengeIn(ana.inGroup, ben)
    await service.runDue()
    expect(receiver.requests.length).toBe(count + 1)
    const { text } = await ana.browser.get(`${path}/${id}`)
    expect(text).toContain('challenge.created')
    const [, delivery = ''] = /\/deliveries\/(dlv_\w+)"/.exec(text) ?? []
    expect((await ana.browser.get(`${path}/${id}/deliveries/${delivery}`)).text).toContain('What was sent')
    // An account has its own, which have nothing to do with it.
    expect((await ana.browser.get('/settings/webhooks')).text).not.toContain(id)
    expect((await ana.browser.get(`/settings/webhooks/${id}`)).status).toBe(404)
  })

  it('a webhook is changed, tested, rotated, sent again and deleted', async () => {
    const { id } = await make()
    const one = `${path}/${id}`
    const does = async (what: string, fields = {}) =>
      ana.browser.submit(await ana.browser.get(one), `${one}/${what}`, fields)
    expect((await does('change', { description: 'the kitchen' })).headers['location']).toBe(
      `${one}?did=changed`,
    )
    expect((await ana.browser.get(one)).text).toContain('the kitchen')
    expect((await does('test')).headers['location']).toBe(`${one}?did=tested`)
    await service.runDue()
    expect((await does('rotate')).text).toContain('Copy the signing secret now')
    const [, delivery = ''] = /\/deliveries\/(dlv_\w+)"/.exec((await ana.browser.get(one)).text) ?? []
    const at = `${one}/deliveries/${delivery}`
    const again = await ana.browser.submit(await ana.browser.get(at), `${at}/resend`)
    expect(again.headers['location']).toBe(`${one}?did=resent`)
    expect((await does('delete')).headers['location']).toBe(`${path}?did=deleted`)
    expect((await ana.browser.get(one)).status).toBe(404)
    expect((await adminOf(service, group).call('GET', '/v1/webhooks')).body.data).toEqual([])
  })

  it('a webhook is one of this group: another group’s page does not have it', async () => {
    const other = await service.group()
    const eve = await seat(service, other, 'Eve', 'admin')
    const { id } = await make()
    for (const list of [path, `/groups/${other.id}/webhooks`, '/settings/webhooks']) {
      expect((await eve.browser.get(`${list}/${id}`)).status).toBe(404)
      const { status, headers } = await eve.browser.post(`${list}/${id}/delete`, {})
      // Led to the list where there is one for them.
      const found = list === path ? [404, undefined] : [303, `${list}?did=gone`]
      expect([status, headers['location']]).toEqual(found)
    }
    expect((await ana.browser.get(`${path}/${id}`)).status).toBe(200)
  })

  it('making a webhook, changing and rotating it ask for re-authentication', async () => {
    const { id } = await make()
    service.clock.advance(16 * MINUTE_MS)
    for (const address of [path, `${path}/${id}/change`, `${path}/${id}/rotate`]) {
      const seen = await ana.browser.post(address, { url: 'https://hooks.example.com/other' })
      expect(seen.text).toContain('Prove that it is you')
    }
    expect((await adminOf(service, group).call('GET', '/v1/webhooks')).body.data).toMatchObject([
      { id, url: receiver.url },
    ])
  })

  it('webhooks, tokens and quota are not there for who is an admin no more', async () => {
    const { id } = await make()
    const pages = [path, `${path}/${id}`, `/groups/${group.id}/tokens`]
    for (const page of pages) expect((await ana.browser.get(page)).status).toBe(200)
    await ana.inGroup.call('PATCH', `/v1/groups/${group.id}/members/${ana.memberId}`, { role: 'member' })
    for (const page of pages) expect((await ana.browser.get(page)).status).toBe(404)
    expect((await ana.browser.post(`${path}/${id}/delete`, {})).status).toBe(404)
    expect((await ana.browser.post(path, { url: 'https://hooks.example.com/x' })).status).toBe(404)
  })

  it('nothing is there from the instant on in which an admin was removed', async () => {
    const { id } = await make()
    const one = `${path}/${id}`
    const pages = ['', '/members', `/members/${ben.memberId}`, '/tokens']
      .map((page) => `/groups/${group.id}${page}`)
      .concat(path, one)
    for (const page of pages) expect([page, (await ana.browser.get(page)).status]).toEqual([page, 200])
    const removed = `/v1/groups/${group.id}/members/${ana.memberId}`
    expect((await adminOf(service, group).call('DELETE', removed)).status).toBe(200)
    for (const page of pages) expect([page, (await ana.browser.get(page)).status]).toEqual([page, 404])
    for (const form of [path, `${one}/rotate`, `${one}/delete`]) {
      const seen = await ana.browser.post(form, { url: 'https://hooks.example.com/x' })
      expect([form, seen.status]).toEqual([form, 404])
    }
    const listed = (await adminOf(service, group).call('GET', '/v1/webhooks')).body.data
    expect(listed).toMatchObject([{ id }])
  })

  it('the quota is what the API says, and the tokens show everything but themselves', async () => {
    const { store, clock } = service
    const wanted = {
      owner: { kind: 'group', id: group.id },
      scopes: 'group:read',
      name: 'kitchen',
      expiresInDays: 5,
    } as const
    const minted = await store.write((tx) => createToken(tx, wanted, clock.now()))
    await challengeIn(ana.inGroup, ben)
    const { text } = await ana.browser.get(`/groups/${group.id}/tokens`)
    expect(text).toContain('<strong>kitchen</strong>')
    expect(text).toContain(`<code>${minted.token.slice(0, 11)}…</code>`)
    expect(text).not.toContain(minted.token)
    const words = text.replaceAll(/<[^>]*>/g, '').replaceAll(/\s+/g, ' ')
    expect(words).toContain('group:read · made just now · never used · expires Friday 20 November')
    const { remaining } = await quotaOf()
    expect(remaining).toBe(9_999)
    expect(text).toContain('<td>9,999</td>')
    expect(text).toContain('<td>1</td>')
    expect(text).toContain('Tuesday 1 December 2026')
    expect(text).not.toMatch(/<form method="post" action="\/groups/)
  })
})
