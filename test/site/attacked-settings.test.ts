// What an attack on the settings of the site found, each as a test that fails where it is possible again.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../../packages/server/src/kernel/instants.ts'
import { once } from '../../packages/server/src/store/statements/statement.ts'
import { engines } from '../support/engine.ts'
import { openPostOffice, type PostOffice } from '../support/post-office.ts'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { askToSignIn, isSignedIn, readMailTo } from './inbox.ts'
import { siteSettings, Visitor, type SeenPage } from './visitor.ts'

const SESSIONS = '/settings/sessions'
const OTHERS = `${SESSIONS}/end-others`
const TOKENS = '/settings/tokens'
const WEBHOOKS = '/settings/webhooks'
const CALENDAR = '/settings/calendar'
const ERASE = '/settings/data/erase'
const PROVE = 'Prove that it is you'

describe.each(engines)('the settings of the site, on %s', (engine) => {
  let service: TestService
  let office: PostOffice
  let ana: TestAccount
  let browser: Visitor
  beforeAll(async () => {
    office = await openPostOffice()
    service = await startTestService(engine, { ...siteSettings, SMTP_URL: office.url })
  })
  afterAll(async () => {
    await service.stop()
    await office.close()
  })
  beforeEach(async () => {
    ana = await service.account()
    browser = await enter(ana)
  })

  const enter = ({ email }: Pick<TestAccount, 'email'>): Promise<Visitor> => Visitor.signedIn(service, email)

  const count = async (what: string): Promise<number> =>
    (await service.store.first(once<{ count: number }>(`select count(*) as count from ${what}`)))?.count ?? 0

  const makeToken = async (visitor = browser): Promise<SeenPage> =>
    visitor.submit(await visitor.get(TOKENS), TOKENS, { name: 'laptop', preset: 'read' })

  const actionIn = (page: SeenPage, end: string): string =>
    page.forms.find(({ action }) => action.endsWith(end))?.action ?? `${page.path} has no form for ${end}`

  describe('where another session has used up what the account may do', () => {
    let thief: Visitor
    beforeEach(async () => {
      await makeToken()
      thief = await enter(ana)
      for (let sent = 0; sent < 30; sent += 1) await thief.post('/settings/names', { first_name: 'Zed' })
      for (let seen = 0; seen < 120; seen += 1) await thief.get('/settings')
    })

    it('one can do nothing else', async () => {
      expect((await browser.post('/settings/names', { first_name: 'Ann' })).status).toBe(429)
      expect((await browser.get('/settings')).status).toBe(429)
    })

    it('one can end that session', async () => {
      const page = await browser.get(SESSIONS)
      expect((await browser.submit(page, actionIn(page, '/end'))).status).toBe(303)
      expect((await thief.get(SESSIONS)).headers['location']).toContain('/sign-in')
    })

    it('one can end all others, revoke tokens and sign out', async () => {
      const page = await browser.get(TOKENS)
      expect((await browser.submit(page, actionIn(page, '/revoke'))).status).toBe(303)
      expect((await browser.submit(page, `${TOKENS}/revoke-all`)).status).toBe(303)
      expect((await browser.submit(await browser.get(SESSIONS), OTHERS)).status).toBe(303)
      expect((await thief.get(SESSIONS)).headers['location']).toContain('/sign-in')
      expect((await browser.submit(await browser.get(SESSIONS), '/sign-out')).status).toBe(303)
    })

    it('what ends things is counted too, for each session by itself', async () => {
      const statuses: number[] = []
      for (let sent = 0; sent < 31; sent += 1) {
        statuses.push((await thief.post(`${TOKENS}/revoke-all`, {})).status)
      }
      expect(statuses).toEqual([...Array.from({ length: 30 }, () => 303), 429])
      expect((await browser.post(`${TOKENS}/revoke-all`, {})).status).toBe(303)
    })
  })

  describe('in a browser that has not proved of late who sits there', () => {
    let owner: Visitor
    beforeEach(async () => {
      service.clock.advance(16 * MINUTE_MS)
      owner = await enter(ana)
    })

    it('nobody signs out all others, nor ends the mails that are out', async () => {
      await askToSignIn(new Visitor(service.url), ana.email)
      const { link } = await readMailTo(service, office, ana.email)
      const asked = await browser.submit(await browser.get(SESSIONS), OTHERS)
      expect(asked.text).toContain(PROVE)
      expect(await isSignedIn(owner)).toBe(true)
      expect((await new Visitor(service.url).get(link)).status).toBe(200)
      const mailed = await browser.submit(asked, OTHERS, { prove: 'mail' })
      const { code } = await readMailTo(service, office, ana.email)
      expect((await browser.submit(mailed, OTHERS, { prove: 'code', prove_code: code })).status).toBe(303)
      expect(await isSignedIn(owner)).toBe(false)
    })

    it('nobody signs out one that has proved it later, yet one that has not', async () => {
      const page = await browser.get(SESSIONS)
      const asked = await browser.submit(page, actionIn(page, '/end'))
      expect(asked.text).toContain(PROVE)
      expect(await isSignedIn(owner)).toBe(true)
      service.clock.advance(16 * MINUTE_MS)
      const seen = await owner.get(SESSIONS)
      expect((await owner.submit(seen, actionIn(seen, '/end'))).status).toBe(303)
      expect(await isSignedIn(browser)).toBe(false)
    })
  })

  describe('a second press', () => {
    it('of erasing says goodbye again, only to a browser with its page', async () => {
      const page = await browser.get('/settings/data')
      const mark = page.forms.find(({ action }) => action === ERASE)?.fields ?? []
      const press = () => browser.submit(page, ERASE, { address: ana.email })
      const [first, second] = [await press(), await press()]
      expect([first.status, second.status]).toEqual([200, 200])
      expect(first.text).toContain('You are erased')
      expect(second.text).toBe(first.text)
      expect(mark.map(([name]) => name)).toContain('made_for')
      const stranger = await new Visitor(service.url).post(ERASE, { address: ana.email })
      expect(stranger.status).toBe(401)
      const elsewhere = await browser.submit(page, ERASE, { address: 'someone@else.example' })
      expect(elsewhere.status).toBe(401)
      await new Visitor(service.url).signIn(service, ana.email).catch(() => undefined)
    })

    it('of two at once says goodbye twice', async () => {
      const page = await browser.get('/settings/data')
      const press = () => browser.submit(page, ERASE, { address: ana.email })
      const pages = await Promise.all([press(), press()])
      for (const { status, text } of pages)
        expect([status, text.includes('You are erased')]).toEqual([200, true])
    })

    it('says the same again; of what another form took away it leads to the list, which says so', async () => {
      await makeToken()
      await browser.submit(await browser.get(WEBHOOKS), WEBHOOKS, { url: 'https://h.example/', every: 'yes' })
      await enter(ana)
      const [, hook = ''] =
        /href="(\/settings\/webhooks\/whk_\w+)"/.exec((await browser.get(WEBHOOKS)).text) ?? []
      const pages = [
        [await browser.get(TOKENS), '/revoke', TOKENS],
        [await browser.get(SESSIONS), '/end', SESSIONS],
        [await browser.get(hook), '/delete', WEBHOOKS],
      ] as const
      const others = [await browser.get(TOKENS), await browser.get(SESSIONS), await browser.get(hook)]
      for (const [at, [page, end, list]] of pages.entries()) {
        const press = () => browser.submit(page, actionIn(page, end))
        const { location } = (await press()).headers
        expect(location).not.toContain('did=gone')
        expect((await press()).headers['location']).toBe(location)
        const again = await browser.submit(others[at] ?? page, actionIn(page, end))
        expect(again.headers['location']).toBe(`${list}?did=gone`)
        const led = await browser.follow(again)
        expect([
          led.status,
          led.text.includes('That is not here any more, or not yours to change. Nothing was changed.'),
        ]).toEqual([200, true])
      }
    })
  })

  describe('a page that was made for someone else', () => {
    let ben: TestAccount
    beforeEach(async () => {
      ben = await service.account()
    })

    it('changes nothing, says so, and leads to the page again', async () => {
      const [names, tokens] = [await browser.get('/settings'), await browser.get(TOKENS)]
      await browser.signIn(service, ben.email)
      const told = await browser.submit(names, '/settings/names', { first_name: 'Ana' })
      expect(told.status).toBe(409)
      expect(told.text).toContain('You have signed in as somebody else since this page was made.')
      expect(told.text).toContain('href="/settings"')
      expect((await browser.get('/settings')).text).not.toContain('value="Ana"')
      const refused = await browser.submit(tokens, TOKENS, { name: 'laptop', preset: 'read' })
      expect(refused.text).toContain(`href="${TOKENS}"`)
      expect(await count(`tokens where account_id = '${ben.id}'`)).toBe(0)
      expect(
        (await browser.submit(await browser.get('/settings'), '/settings/names', { first_name: 'Bo' }))
          .status,
      ).toBe(303)
    })

    it('signs nobody out, and erases nobody', async () => {
      const [sessions, data] = [await browser.get(SESSIONS), await browser.get('/settings/data')]
      await browser.signIn(service, ben.email)
      expect((await browser.submit(sessions, '/sign-out')).status).toBe(409)
      expect((await browser.submit(data, ERASE, { address: ben.email })).status).toBe(409)
      expect(await isSignedIn(browser)).toBe(true)
    })

    it('does not go on with what was to be proved', async () => {
      service.clock.advance(16 * MINUTE_MS)
      const asked = await makeToken()
      expect(asked.text).toContain(PROVE)
      await browser.signIn(service, ben.email)
      expect((await browser.submit(asked, TOKENS, { prove: 'again' })).status).toBe(409)
      expect(await count(`tokens where account_id = '${ben.id}'`)).toBe(0)
    })

    it('is known by a mark in every form; after signing in again as oneself it acts as before', async () => {
      const paths = ['/challenges/new', '/settings', '/settings/mails', SESSIONS, TOKENS, WEBHOOKS, CALENDAR]
      const page = await browser.get('/settings')
      for (const path of paths) {
        const { forms } = await browser.get(path)
        expect(forms.length, path).toBeGreaterThan(0)
        for (const { action, fields } of forms) {
          const mark = new Map(fields).get('made_for')
          expect(mark, `${path}: ${action}`).toMatch(/^[\w-]{27}$/)
        }
      }
      await browser.signIn(service, ana.email)
      expect((await browser.submit(page, '/settings/names', { first_name: 'Ann' })).status).toBe(303)
    })
  })

  it('what a wish replaced is one of the wishes, or not carried on', async () => {
    const send = (before: string) => browser.post('/settings/mails', { wish: 'all_news', before })
    const plain = '/settings/mails?did=all_news&before=all_news'
    expect((await send('x'.repeat(20_000))).headers['location']).toBe(plain)
    expect((await send('no_news')).headers['location']).toBe('/settings/mails?did=all_news&before=no_news')
  })

  it('a header of a webhook that is written twice is refused', async () => {
    const send = (headers: string) =>
      browser.post(WEBHOOKS, { url: 'https://h.example/', every: 'yes', headers })
    for (const name of ['X-Api-Key', 'x-api-key']) {
      const { status, text } = await send(`X-Api-Key: first\r\n${name}: second`)
      expect([status, text.includes('is given twice')], name).toEqual([400, true])
    }
    expect(await count(`webhooks where owner_id = '${ana.id}'`)).toBe(0)
  })

  it('a secret that was shown is kept for a minute, and that it was made for a day', async () => {
    const kept = () => count(`idempotency_keys where owner_id = '${ana.id}'`)
    const tokens = await browser.get(TOKENS)
    const send = () => browser.submit(tokens, TOKENS, { name: 'once', preset: 'read' })
    await send()
    await browser.submit(await browser.get(CALENDAR), CALENDAR)
    await browser.submit(await browser.get(WEBHOOKS), WEBHOOKS, { url: 'https://h.example/', every: 'yes' })
    expect(await kept()).toBe(6)
    service.clock.advance(MINUTE_MS - 1)
    await service.runDue()
    expect((await send()).text).toContain('cs_acc_')
    expect(await kept()).toBe(6)
    service.clock.advance(1)
    await service.runDue()
    expect(await kept()).toBe(3)
    expect((await send()).text).toContain('That was shown before')
    expect(await count(`tokens where account_id = '${ana.id}'`)).toBe(1)
  })

  it('a token is shown again only while it works, not once it is revoked or renewed', async () => {
    const tokenIn = ({ text }: SeenPage): string | undefined => /cs_acc_\w{49}/.exec(text)?.[0]
    const ways: Readonly<Record<string, (listed: SeenPage) => Promise<unknown>>> = {
      'all are revoked': (listed) => browser.submit(listed, `${TOKENS}/revoke-all`),
      'it is revoked': (listed) => browser.submit(listed, actionIn(listed, '/revoke')),
      'it is renewed': (listed) => browser.submit(listed, actionIn(listed, '/renew'), { old: 'now' }),
    }
    for (const [name, end] of Object.entries(ways)) {
      const page = await browser.get(TOKENS)
      const send = () => browser.submit(page, TOKENS, { name, preset: 'read' })
      const token = tokenIn(await send())
      expect(token, name).toBeDefined()
      expect(tokenIn(await send()), name).toBe(token)
      await end(await browser.get(TOKENS))
      expect((await service.call('GET', '/v1/token', { token: token ?? '' })).status, name).toBe(401)
      const again = await send()
      expect([tokenIn(again), again.text.includes('That token no longer works')], name).toEqual([
        undefined,
        true,
      ])
      expect(again.status, name).toBe(200)
    }
  })

  it('an address of a calendar is shown again only while it works, not once it is ended or renewed', async () => {
    const addressIn = ({ text }: SeenPage): string | undefined => /\/calendar\/[\w-]{43}\.ics/.exec(text)?.[0]
    for (const path of [`${CALENDAR}/end`, CALENDAR]) {
      const page = await browser.get(CALENDAR)
      const send = () => browser.submit(page, CALENDAR)
      const address = addressIn(await send())
      expect(address, path).toBeDefined()
      expect(addressIn(await send()), path).toBe(address)
      await browser.submit(await browser.get(CALENDAR), path)
      expect((await browser.get(address ?? '')).status, path).toBe(404)
      const again = await send()
      expect([addressIn(again), again.text.includes('That address no longer works')], path).toEqual([
        undefined,
        true,
      ])
    }
  })
})
