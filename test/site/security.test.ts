// What must not work on the site, on both engines.
import { get, type IncomingMessage } from 'node:http'
import { beforeEach, describe, expect, it } from 'vitest'
import { makeOperatorsLink } from '../../packages/server/src/features/sign-in/sign-in.service.ts'
import { DAY_MS, MINUTE_MS } from '../../packages/server/src/kernel/instants.ts'
import { engines } from '../support/engine.ts'
import { useService, type TestAccount } from '../support/service.ts'
import { SITE_URL, siteSettings, Visitor, type SeenPage } from './visitor.ts'

const asText = { 'sec-fetch-site': 'same-origin', 'content-type': 'text/plain' }

const newToken = { name: 'laptop', expires: '90', preset: 'play' }

describe.each(engines)('the site, on %s', (engine) => {
  const service = useService(engine, { ...siteSettings, WRITES_PER_MINUTE: '1000' })
  let ana: TestAccount
  let browser: Visitor
  beforeEach(async () => {
    ana = await service.account()
    browser = await Visitor.signedIn(service, ana.email)
  })

  const isSignedIn = async (one: Visitor): Promise<boolean> => (await one.get('/settings')).status === 200

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site', origin: SITE_URL }],
    ['another host of the same domain', { 'sec-fetch-site': 'same-site', origin: SITE_URL }],
    ['nobody knows where', { 'sec-fetch-site': 'none', origin: SITE_URL }],
    ['another origin', { origin: 'https://evil.example' }],
    ['a page without an origin', { origin: 'null' }],
    ['http in place of https', { origin: SITE_URL.replace('https', 'http') }],
    ['something that says nothing', {}],
  ])('refuses a form from %s, and changes nothing', async (_, headers) => {
    const sent = await browser.post('/settings/names', { first_name: 'Mallory' }, headers)
    expect(sent.status).toBe(403)
    expect((await browser.get('/settings')).text).not.toContain('Mallory')
  })

  it.each([
    ['says that it is of the same site', { 'sec-fetch-site': 'same-origin' }],
    ['names the origin of the site', { origin: SITE_URL }],
  ])('takes a form that %s', async (_, headers) => {
    expect((await browser.post('/settings/names', { first_name: 'Anna' }, headers)).status).toBe(303)
    expect((await browser.get('/settings')).text).toContain('value="Anna"')
  })

  const kinds: readonly (readonly [string, number, () => Promise<SeenPage>])[] = [
    ['home', 200, () => browser.get('/')],
    ['the settings', 200, () => browser.get('/settings')],
    ['the tokens', 200, () => browser.get('/settings/tokens')],
    ['the page to sign in', 200, () => new Visitor(service.url).get('/sign-in')],
    ['a link that is none', 404, () => new Visitor(service.url).get('/sign-in/none')],
    ['what leads on', 303, () => new Visitor(service.url).get('/settings')],
    ['no page at all', 404, () => browser.get('/nothing-here', { accept: 'text/html' })],
    ['what is not there', 404, () => browser.get('/challenges/none')],
    ['a form that is refused', 400, () => browser.post('/settings/names', { first_name: ' ' })],
    ['a form of another site', 403, () => browser.post('/settings/names', {}, { origin: 'null' })],
    ['a form of nobody', 401, () => new Visitor(service.url).post('/settings/names', {})],
    ['what cannot be read', 400, () => browser.post('/settings/names', {}, asText)],
    ['another host', 421, () => new Visitor(service.url, { host: 'x.example' }).get('/?led=1')],
    ['a file', 200, () => browser.post('/settings/data/export', {})],
  ]

  it.each(kinds)(
    'stands in no frame, runs nothing inline and tells other sites nothing: %s',
    async (_, status, open) => {
      const { status: seen, headers, text } = await open()
      expect(seen).toBe(status)
      const policy = String(headers['content-security-policy'])
      expect(policy.split('; ')).toEqual(
        expect.arrayContaining([
          "default-src 'none'",
          "script-src 'self'",
          "style-src 'self'",
          "form-action 'self'",
          "base-uri 'none'",
          "frame-ancestors 'none'",
        ]),
      )
      expect(policy).not.toMatch(/unsafe|\*|https?:/)
      expect(headers['x-frame-options']).toBe('DENY')
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['referrer-policy']).toBe('same-origin')
      if (!String(headers['content-type']).startsWith('text/html')) return
      expect(text).not.toMatch(
        /<script(?![^>]*\bsrc=)|\son\w+=|style=|https?:\/\/(?!play\.test)(?!www\.w3\.org)/,
      )
    },
  )

  it('its cookie is for this host alone, encrypted connections and no script', async () => {
    const other = new Visitor(service.url)
    const { headers } = await other.signIn(service, ana.email)
    const [cookie] = [headers['set-cookie'] ?? []].flat().filter((set) => set.startsWith('__Host-session='))
    expect(cookie).toMatch(/; HttpOnly/)
    expect(cookie).toMatch(/; Secure/)
    expect(cookie).toMatch(/; SameSite=Lax/)
    expect(cookie).toMatch(/; Path=\//)
    expect(cookie).not.toMatch(/Domain/i)
  })

  it('a cookie is no token', async () => {
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    expect((await service.call('GET', '/v1/me', { headers: { cookie } })).status).toBe(401)
  })

  it('a session ends where it is ended from elsewhere, from the next page on', async () => {
    const other = await Visitor.signedIn(service, ana.email)
    const page = await browser.get('/settings/sessions')
    const end = page.forms.find(({ action }) => action.endsWith('/end'))
    expect((await browser.submit(page, end?.action ?? '')).status).toBe(303)
    expect([await isSignedIn(browser), await isSignedIn(other)]).toEqual([true, false])
  })

  it('a session ends with signing out, also for a copy of its cookie', async () => {
    const copy = browser.copy()
    expect(await isSignedIn(copy)).toBe(true)
    await browser.submit(await browser.get('/settings'), '/sign-out')
    expect([await isSignedIn(browser), await isSignedIn(copy)]).toEqual([false, false])
  })

  it('a session of someone else cannot be ended', async () => {
    const [zoe, hers] = [await service.account(), new Visitor(service.url)]
    await hers.signIn(service, zoe.email)
    const page = await browser.get('/settings/sessions')
    await new Visitor(service.url).signIn(service, ana.email)
    const [own] = (await browser.get('/settings/sessions')).forms.filter(({ action }) =>
      action.endsWith('/end'),
    )
    expect(page.status).toBe(200)
    const { headers } = await hers.post(own?.action ?? '', {})
    expect(headers['location']).toBe('/settings/sessions?did=gone')
    expect((await browser.get('/settings/sessions')).forms.map(({ action }) => action)).toContain(own?.action)
  })

  it('a session ends after 30 days of silence', async () => {
    service.clock.advance(30 * DAY_MS - 1)
    expect(await isSignedIn(browser)).toBe(true)
    service.clock.advance(30 * DAY_MS)
    expect(await isSignedIn(browser)).toBe(false)
  })

  it('a session ends after 180 days, however much it is used', async () => {
    for (let days = 0; days < 174; days += 29) {
      service.clock.advance(29 * DAY_MS)
      expect(await isSignedIn(browser)).toBe(true)
    }
    service.clock.advance(6 * DAY_MS - 1)
    expect(await isSignedIn(browser)).toBe(true)
    service.clock.advance(1)
    expect(await isSignedIn(browser)).toBe(false)
  })

  it('all sessions end with the account, at once, on every node', async () => {
    const node = await service.startNode()
    expect(await isSignedIn(browser)).toBe(true)
    await service.erase(ana.email, 0)
    const there = new Visitor(node.url)
    for (const [name, value] of browser.cookies) there.setCookie(name, value)
    expect([await isSignedIn(browser), await isSignedIn(there)]).toEqual([false, false])
  })

  it('a session that was not proved of late makes no token, and loses nothing that was typed', async () => {
    service.clock.advance(15 * MINUTE_MS)
    const page = await browser.get('/settings/tokens')
    const asked = await browser.submit(page, '/settings/tokens', newToken)
    expect(asked.text).toContain('Prove that it is you')
    expect(asked.text).not.toContain('cs_acc_')
    // The link of the operator proves who sits there; then the same form goes on.
    await browser.signIn(service, ana.email)
    const made = await browser.submit(asked, '/settings/tokens', { prove: 'again' })
    expect(made.text).toContain('cs_acc_')
    expect((await browser.get('/settings/tokens')).text).toContain('laptop')
  })

  it.each([
    ['/settings/passkeys', { name: 'key', ceremony: '', credential: '{}' }],
    ['/settings/passkeys/some/remove', {}],
    ['/settings/tokens/some/renew', { old: 'now' }],
    ['/settings/webhooks', { url: 'https://hooks.example.com/in' }],
    ['/settings/webhooks/some/change', { url: 'https://hooks.example.com/in' }],
    ['/settings/webhooks/some/rotate', {}],
    ['/groups/some/webhooks', { url: 'https://hooks.example.com/in' }],
    ['/groups/some/webhooks/some/change', { url: 'https://hooks.example.com/in' }],
    ['/groups/some/webhooks/some/rotate', {}],
    ['/settings/calendar', {}],
    ['/settings/data/export', {}],
    ['/settings/data/erase', { address: 'x' }],
  ])('a session that was not proved of late does nothing at %s', async (path, fields) => {
    service.clock.advance(15 * MINUTE_MS)
    expect((await browser.post(path, fields)).text).toContain('Prove that it is you')
    expect(await isSignedIn(browser)).toBe(true)
  })

  it('shows a token once', async () => {
    const made = await browser.submit(await browser.get('/settings/tokens'), '/settings/tokens', newToken)
    const token = /cs_acc_[0-9A-Za-z]{49}/.exec(made.text)?.[0] ?? ''
    expect(made.headers['cache-control']).toBe('no-store')
    expect((await service.call('GET', '/v1/token', { token })).status).toBe(200)
    for (const path of ['/', '/settings', '/settings/tokens', '/settings/security-log']) {
      expect((await browser.get(path)).text).not.toContain(token)
    }
  })

  it('a form that is sent twice, and twice at once, does one thing; with other words it is another', async () => {
    const page = await browser.get('/settings/tokens')
    const made = await Promise.all([
      browser.submit(page, '/settings/tokens', newToken),
      browser.submit(page, '/settings/tokens', newToken),
    ])
    made.push(await browser.submit(page, '/settings/tokens', newToken))
    const tokens = made.map(({ text }) => /cs_acc_[0-9A-Za-z]{49}/.exec(text)?.[0])
    expect(new Set(tokens).size).toBe(1)
    await browser.submit(page, '/settings/tokens', { ...newToken, name: 'another' })
    expect((await browser.get('/settings/tokens')).text.match(/<code>cs_acc_/g)).toHaveLength(2)
  })

  it.each([
    '//evil.example/',
    '/\\evil.example',
    'https://evil.example/',
    '/\t/evil.example',
    'javascript:alert(1)',
    '/\\evil.example',
    '\\\\evil.example',
    '/\n/evil.example',
    '/%5cevil.example',
    '/%2f/evil.example',
    '/..//evil.example',
    '/./%2e%2e//evil.example',
    '/x/..//evil.example',
    '/x/.\t.//evil.example',
    `${SITE_URL}@evil.example/`,
    'https://evil.example@play.test.example/settings',
    `blob:${SITE_URL}/evil.example`,
    `${SITE_URL}.evil.example/`,
    `/evil.example?${'x'.repeat(2_000)}`,
    `/evil.example?${'ü'.repeat(1_000)}`,
  ])('never leads to another site after signing in: %s', async (next) => {
    const stranger = new Visitor(service.url)
    const { text } = await stranger.get(`/sign-in?next=${encodeURIComponent(next)}`)
    expect(text).not.toContain('evil.example')
    expect(text).not.toContain('javascript:')
    const { headers } = await browser.get(`/sign-in?next=${encodeURIComponent(next)}`)
    expect(headers['location']).toBe('/')
  })

  it('leads to the page that was asked for', async () => {
    const { headers } = await new Visitor(service.url).get('/settings/tokens')
    expect(headers['location']).toBe('/sign-in?next=%2Fsettings%2Ftokens')
  })

  it('under another host it leads to its own, and takes no form', async () => {
    const elsewhere = new Visitor(service.url, { host: 'other.test.example' })
    expect((await elsewhere.get('/sign-in?next=/settings')).headers['location']).toBe(
      `${SITE_URL}/sign-in?next=/settings&led=1`,
    )
    expect((await elsewhere.post('/sign-in', { email: ana.email })).status).toBe(403)
  })

  it('over http, as a proxy that is trusted says, it leads to https, and takes no form', async () => {
    const plain = new Visitor(service.url, { 'x-forwarded-proto': 'http' })
    expect((await plain.get('/sign-in')).headers['location']).toBe(`${SITE_URL}/sign-in?led=1`)
    expect((await plain.post('/sign-in', { email: ana.email })).status).toBe(403)
    const encrypted = new Visitor(service.url, { 'x-forwarded-proto': 'https' })
    expect((await encrypted.get('/sign-in')).status).toBe(200)
  })

  it('names the header by which it was asked for elsewhere, where it was led there already', async () => {
    const told = async (headers: Readonly<Record<string, string>>) => {
      const { status, text } = await new Visitor(service.url, headers).get('/sign-in?led=1')
      const named = ['header Host', 'X-Forwarded-Proto'].filter((name) => text.includes(name))
      return [status, ...named]
    }
    expect(await told({ 'x-forwarded-proto': 'http' })).toEqual([421, 'X-Forwarded-Proto'])
    expect(await told({ host: 'other.test.example' })).toEqual([421, 'header Host'])
  })

  it('under another host it leads nowhere where a whole URL is asked for in place of a path', async () => {
    const { hostname, port } = new URL(service.url)
    const target = { hostname, port, path: 'http://evil.example/sign-in', headers: { host: 'x.example' } }
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      get(target, resolve).on('error', reject)
    })
    answer.resume()
    expect([answer.statusCode, answer.headers.location]).toEqual([403, undefined])
  })
})

describe.each(engines)('the site without https, on %s', (engine) => {
  const service = useService(engine)

  it('signs in on this machine, with a cookie of a plain name', async () => {
    const { email } = await service.account()
    const host = new URL(service.url).host
    const browser = new Visitor(service.url, { host })
    await browser.signIn(service, email)
    expect([...browser.cookies.keys()].toSorted()).toEqual(['browser', 'session'])
    expect((await browser.get('/settings')).status).toBe(200)
  })

  it('refuses to sign in at any other address, says why, and how to go on', async () => {
    const browser = new Visitor(service.url, { host: '192.168.1.5:8080' })
    const page = await browser.get('/sign-in')
    expect(page.status).toBe(403)
    expect(page.text).toContain('needs https')
    expect(page.text).toContain('PUBLIC_URL')
    const headers = { 'sec-fetch-site': 'same-origin' }
    expect((await browser.post('/sign-in', { email: 'x@test.example' }, headers)).status).toBe(403)
    expect(browser.cookies.size).toBe(0)
  })

  it('takes no link, no code and no cookie there, and trusts nobody who claims that it is https', async () => {
    const { email } = await service.account()
    const here = new Visitor(service.url, { host: new URL(service.url).host })
    await here.signIn(service, email)
    const { store, keys, clock } = service
    const link = await store.write((tx) => makeOperatorsLink(tx, keys, email, clock.now()))
    const there = new Visitor(service.url, { host: '192.168.1.5:8080', 'x-forwarded-proto': 'https' })
    expect((await there.get('/sign-in')).text).toContain('needs https')
    expect((await there.get(`/sign-in/${link}`)).status).toBe(403)
    expect((await there.post(`/sign-in/${link}`, {})).status).toBe(403)
    expect(there.cookies.size).toBe(0)
    for (const [name, value] of here.cookies) {
      there.setCookie(name, value)
      there.setCookie(`__Host-${name}`, value)
    }
    expect((await there.get('/settings')).status).toBe(303)
    expect((await there.post('/sign-in/code', { code: 'ZZZZ-ZZZZ' })).headers['location']).toBe('/sign-in')
  })
})
