// What an attack on the site found, each as a test that fails where it is possible again.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { once } from '../../packages/server/src/store/statements/statement.ts'
import { MINUTE_MS } from '../../packages/server/src/kernel/instants.ts'
import { engines } from '../support/engine.ts'
import { openPostOffice, type PostOffice } from '../support/post-office.ts'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { Authenticator, readChallenge } from './authenticator.ts'
import { askToSignIn, countMailsTo, isSignedIn, pressLink, readMailTo } from './inbox.ts'
import { siteSettings, SITE_URL, Visitor, type SeenPage } from './visitor.ts'

describe.each(engines)('the site, on %s', (engine) => {
  let service: TestService
  let office: PostOffice
  let ana: TestAccount
  let browser: Visitor
  beforeAll(async () => {
    office = await openPostOffice()
    const settings = { SMTP_URL: office.url, SIGN_UP: 'open', WRITES_PER_MINUTE: '1000' }
    service = await startTestService(engine, { ...siteSettings, ...settings })
  })
  afterAll(async () => {
    await service.stop()
    await office.close()
  })
  beforeEach(async () => {
    ana = await service.account()
    browser = await Visitor.signedIn(service, ana.email)
  })

  const count = async (table: string): Promise<number> =>
    (await service.store.first(once<{ count: number }>(`select count(*) as count from ${table}`)))?.count ?? 0

  const makeToken = async (name: string): Promise<SeenPage> =>
    browser.submit(await browser.get('/settings/tokens'), '/settings/tokens', { name, preset: 'read' })

  it.each(['', 'text', '/', 'a b/c'])(
    'a form of the type %j cannot be read, and breaks nothing',
    async (type) => {
      const headers = { 'sec-fetch-site': 'same-origin', 'content-type': type }
      for (const path of ['/settings/names', '/a/forged', '/stop/forged']) {
        expect((await browser.post(path, { first_name: 'Zed' }, headers)).status, path).toBe(400)
      }
    },
  )

  it('regenerating a token counts as creating one: there are never more than fifty', async () => {
    await makeToken('first')
    const statuses: number[] = []
    for (let times = 0; times < 52; times += 1) {
      // Those that were regenerated before end by themselves, and cannot be regenerated again.
      const page = await browser.get('/settings/tokens')
      const renew = page.forms.find(({ action }) => action.endsWith('/renew'))?.action ?? ''
      statuses.push((await browser.submit(page, renew, { old: 'later' })).status)
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(49)
    expect(statuses.at(-1)).toBe(409)
  })

  it('no more than sixty tokens are made in a day, though each is revoked at once', async () => {
    const statuses: number[] = []
    for (let made = 0; made < 62; made += 1) {
      statuses.push((await makeToken(`t${made}`)).status)
      await browser.post('/settings/tokens/revoke-all', {})
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(60)
  })

  it('a passkey signs in thirty times an hour, and of its browsers fifty are remembered', async () => {
    const device = new Authenticator()
    const page = await browser.get('/settings/passkeys')
    const made = { credential: device.make({ origin: SITE_URL, challenge: readChallenge(page) }) }
    await browser.submit(page, '/settings/passkeys', made)
    const statuses: number[] = []
    for (let times = 0; times < 32; times += 1) {
      const visitor = new Visitor(service.url)
      const asking = await visitor.get('/sign-in')
      const credential = device.use({ origin: SITE_URL, challenge: readChallenge(asking) })
      statuses.push((await visitor.submit(asking, '/sign-in/passkey', { credential })).status)
    }
    expect(statuses.filter((status) => status === 303)).toHaveLength(30)
    service.clock.advance(50 * MINUTE_MS)
    const late = new Visitor(service.url)
    const asking = await late.get('/sign-in')
    const credential = device.use({ origin: SITE_URL, challenge: readChallenge(asking) })
    const refused = await late.submit(asking, '/sign-in/passkey', { credential })
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '600'])
    for (let times = 0; times < 30; times += 1) {
      const visitor = new Visitor(service.url)
      await visitor.get('/sign-in')
      await visitor.signIn(service, ana.email)
    }
    expect(await count(`known_browsers where account_id = '${ana.id}'`)).toBe(50)
  })

  it('signing out all others ends the mails that are out too', async () => {
    await new Visitor(service.url).signIn(service, ana.email)
    await askToSignIn(new Visitor(service.url), ana.email)
    const { link } = await readMailTo(service, office, ana.email)
    await browser.submit(await browser.get('/settings/sessions'), '/settings/sessions/end-others')
    expect((await new Visitor(service.url).get(link)).status).toBe(410)
  })

  it('what opened an account opens no second session later, nor the account again after an erasure', async () => {
    const address = `opened-${engine}@open.example`
    const visitor = new Visitor(service.url)
    await askToSignIn(visitor, address)
    const { link } = await readMailTo(service, office, address)
    const page = await visitor.follow(await pressLink(visitor, link))
    const kept = [...visitor.cookies]
    const names = { first_name: 'Noa' }
    await visitor.submit(page, '/sign-up', names)
    expect(await isSignedIn(visitor)).toBe(true)
    const thief = new Visitor(service.url)
    for (const [name, value] of kept) thief.setCookie(name, value)
    service.clock.advance(MINUTE_MS)
    expect((await thief.post('/sign-up', names)).headers['location']).toBe('/sign-in')
    await service.erase(address)
    for (const [name, value] of kept) thief.setCookie(name, value)
    expect((await thief.post('/sign-up', names)).headers['location']).toBe('/sign-in')
    expect(await isSignedIn(thief)).toBe(false)
  })

  it('a page of someone who is signed in is kept by no browser', async () => {
    for (const path of ['/', '/settings', '/settings/sessions', '/settings/security-log', '/challenges']) {
      expect((await browser.get(path)).headers['cache-control']).toBe('no-store')
    }
    service.clock.advance(16 * MINUTE_MS)
    const asked = await browser.post('/settings/webhooks', {
      url: 'https://hooks.example.com/in',
      every: 'yes',
      headers: 'X-Api-Key: S3CR3T',
    })
    expect(asked.text).toContain('Prove that it is you')
    expect(asked.headers['cache-control']).toBe('no-store')
    await browser.signIn(service, ana.email)
    const exported = await browser.post('/settings/data/export', {})
    expect(exported.text).toContain(ana.email)
    expect(exported.headers['cache-control']).toBe('no-store')
  })

  it('mails that a server put off count against the limit', async () => {
    office.refuse({ code: 451 })
    for (let asked = 0; asked < 10; asked += 1) await askToSignIn(new Visitor(service.url), ana.email)
    await service.runDue()
    office.refuse(undefined)
    service.clock.advance(MINUTE_MS)
    await service.runDue()
    expect(countMailsTo(office, ana.email)).toBe(5)
  })

  it.each([
    '/settings/webhooks/a%00b/rotate',
    '/settings/webhooks/a%0d%0ab/rotate',
    '/settings/webhooks/%E2%80%A8/test',
    '/settings/security-log?before=%00',
    '/challenges/%00',
    '/sign-in/%00',
  ])('GET %s is an answer', async (path) => {
    expect((await browser.get(path)).status).toBeLessThan(500)
  })

  it.each([
    'tokens/%00/revoke',
    'tokens/%00/rename',
    'tokens/%00/renew',
    'sessions/%00/end',
    'passkeys/%00/remove',
  ])('POST /settings/%s finds nothing', async (path) => {
    expect((await browser.post(`/settings/${path}`, {})).status).toBe(404)
  })

  it('an id with a space before it is none', async () => {
    const other = await Visitor.signedIn(service, ana.email)
    const page = await browser.get('/settings/sessions')
    const action = page.forms.find((form) => form.action.endsWith('/end'))?.action ?? ''
    const answer = await browser.post(action.replace('/ses_', '/%20ses_'), {})
    expect(answer.headers['location']).toBe('/settings/sessions?did=gone')
    expect((await other.get('/settings')).status).toBe(200)
  })

  it('an erasure beside what is made at once is done, and leaves nothing', async () => {
    const page = await browser.get('/settings/data')
    const fields = { url: 'https://hooks.example.com/in', every: 'yes' }
    const [erased] = await Promise.all([
      browser.submit(page, '/settings/data/erase', { address: ana.email }),
      browser.post('/settings/webhooks', { ...fields, form_id: '1' }),
      browser.post('/settings/webhooks', { ...fields, url: `${fields.url}/2`, form_id: '2' }),
      makeToken('beside').catch(() => undefined),
      browser.post('/settings/calendar', { form_id: '3' }),
      browser.post('/settings/calendar', { form_id: '4' }),
    ])
    expect(erased.status).toBe(200)
    await service.runDue()
    expect(await count(`webhooks where owner_id = '${ana.id}' and deleted_at is null`)).toBe(0)
    expect(await count(`tokens where account_id = '${ana.id}'`)).toBe(0)
  })

  it.each(['/sign-in/stolen', '/sign-out', '/sign-up', '/v1/me', '//evil.example', '/\\evil.example'])(
    'signing in leads to no %s',
    async (path) => {
      const visitor = new Visitor(service.url)
      const page = await visitor.get(`/sign-in?next=${encodeURIComponent(path)}`)
      expect(page.text).not.toContain('name="next"')
    },
  )

  it('over a limit the page says the same', async () => {
    const words = async (visitor: Visitor, email: string): Promise<string> => {
      await askToSignIn(visitor, email)
      const { text } = await visitor.get('/sign-in/code')
      return text.replaceAll(/value="[^"]*"/g, '')
    }
    const [kept, sent] = [await count('sign_ins'), await count('used_proofs')]
    const before = await words(new Visitor(service.url), ana.email)
    for (let asked = 0; asked < 22; asked += 1) await askToSignIn(new Visitor(service.url), ana.email)
    expect(await words(new Visitor(service.url), ana.email)).toBe(before)
    // Twenty in an hour, with the link of the operator: a flood fills no table.
    expect([(await count('sign_ins')) - kept, (await count('used_proofs')) - sent]).toEqual([19, 19])
  })

  it('a proxy that hides the host is told so, in place of being led on without end', async () => {
    const hidden = new Visitor(service.url, { host: '127.0.0.1:9999' })
    const led = await hidden.get('/')
    expect(led.headers['location']).toBe(`${SITE_URL}/?led=1`)
    const told = await hidden.get('/?led=1')
    expect(told.status).toBe(421)
    expect(told.text).toContain('pass on the header Host')
  })

  it('a token is shown again for a minute, and not after it', async () => {
    const page = await browser.get('/settings/tokens')
    const send = () => browser.submit(page, '/settings/tokens', { name: 'once', preset: 'read' })
    const first = /cs_acc_\w{30,}/.exec((await send()).text)?.[0]
    expect(first).toBeDefined()
    expect((await send()).text).toContain(first)
    service.clock.advance(MINUTE_MS)
    const later = await send()
    expect(later.text).not.toContain(first)
    expect(later.text).toContain('That was shown before')
  })

  it('a secret of a webhook is shown again for a minute, made or rotated, and not after it', async () => {
    const secretIn = ({ text }: SeenPage): string | undefined => /whsec_[\w+/=]+/.exec(text)?.[0]
    const page = await browser.get('/settings/webhooks')
    const make = (path = 'in') =>
      browser.submit(page, '/settings/webhooks', { url: `https://hooks.example.com/${path}`, every: 'yes' })
    expect(secretIn(await make('other'))).toBeDefined()
    service.clock.advance(1)
    const secret = secretIn(await make())
    expect(secret).toBeDefined()
    expect(secretIn(await make())).toBe(secret)
    const [, path = ''] =
      /href="(\/settings\/webhooks\/whk_\w+)"/.exec((await browser.get('/settings/webhooks')).text) ?? []
    const one = await browser.get(path)
    const rotate = () => browser.submit(one, `${path}/rotate`)
    const rotated = secretIn(await rotate())
    expect(rotated).not.toBe(secret)
    expect(secretIn(await rotate())).toBe(rotated)
    const since = await make()
    expect(secretIn(since)).toBeUndefined()
    expect(since.text).toContain('was rotated again')
    service.clock.advance(MINUTE_MS)
    for (const later of [await make('other'), await make(), await rotate()]) {
      expect(secretIn(later)).toBeUndefined()
      expect(later.text).toContain('That was shown before')
    }
  })
})
