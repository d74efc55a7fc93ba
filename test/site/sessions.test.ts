// Sessions: which of them end when someone signs in, how many there are, what they may do together, and that each is
// proved by itself.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, MINUTE_MS } from '../../packages/server/src/kernel/instants.ts'
import { engines } from '../support/engine.ts'
import { openPostOffice, type PostOffice } from '../support/post-office.ts'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { isSignedIn, readMailTo } from './inbox.ts'
import { fromOwnPage, Listener } from './listener.ts'
import { siteSettings, Visitor, type Fields, type SeenPage } from './visitor.ts'

const TOKENS = '/settings/tokens'
const newToken = { name: 'laptop', expires: '90', preset: 'play' }

describe.each(engines)('sessions, on %s', (engine) => {
  let service: TestService
  let office: PostOffice
  let ana: TestAccount
  let browser: Visitor
  beforeAll(async () => {
    office = await openPostOffice()
    const settings = { SMTP_URL: office.url, SIGN_UP: 'open' }
    service = await startTestService(engine, { ...siteSettings, ...settings })
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

  const makeToken = async (visitor: Visitor, fields: Fields = {}): Promise<SeenPage> =>
    visitor.submit(await visitor.get(TOKENS), TOKENS, { ...newToken, ...fields })

  describe('of a browser', () => {
    it('end when someone signs in there again, and those of other browsers do not', async () => {
      const [before, other] = [browser.copy(), await enter(ana)]
      await browser.signIn(service, ana.email)
      const signedIn = [await isSignedIn(browser), await isSignedIn(before), await isSignedIn(other)]
      expect(signedIn).toEqual([true, false, true])
    })

    it('end when someone else signs in there, or opens an account', async () => {
      const before = browser.copy()
      await browser.signIn(service, (await service.account()).email)
      expect([await isSignedIn(browser), await isSignedIn(before)]).toEqual([true, false])
      const between = browser.copy()
      const page = await browser.follow(await browser.signIn(service, `new-${engine}@open.example`))
      await browser.submit(page, '/sign-up', { first_name: 'Noa' })
      expect((await browser.get('/settings')).text).toContain(`new-${engine}@open.example`)
      expect(await isSignedIn(between)).toBe(false)
    })

    it('end on the server too when it signs out', async () => {
      const before = browser.copy()
      await browser.post('/sign-out', {})
      expect([await isSignedIn(browser), await isSignedIn(before)]).toEqual([false, false])
    })
  })

  it('are fifty of an account: one more ends the one that was not used for longest', async () => {
    const second = await enter(ana)
    for (let made = 2; made < 50; made += 1) await enter(ana)
    expect(await isSignedIn(second)).toBe(true)
    service.clock.advance(MINUTE_MS)
    expect(await isSignedIn(browser)).toBe(true)
    await enter(ana)
    expect([await isSignedIn(browser), await isSignedIn(second)]).toEqual([true, false])
  })

  describe('that stand open and unused', () => {
    const wait = (): void => service.clock.advance(29 * DAY_MS)

    it.each([
      ['of a script', { 'sec-fetch-dest': 'empty' }],
      ['of a script in a browser that does not say so', { 'x-renews': '1' }],
      ['of a browser that loads ahead', { 'sec-fetch-dest': 'document', 'sec-purpose': 'prefetch' }],
    ])('lapse after 30 days, whatever requests %s come', async (_, headers) => {
      wait()
      expect((await browser.get('/challenges', headers)).status).toBe(200)
      service.clock.advance(DAY_MS)
      expect(await isSignedIn(browser)).toBe(false)
    })

    it('lapse though their pages listen at /live', async () => {
      wait()
      const head = { ...fromOwnPage, 'sec-fetch-dest': 'empty' }
      const listener = await Listener.open(service.url, browser, '/live', head)
      listener.close()
      expect(listener.status).toBe(200)
      service.clock.advance(DAY_MS)
      expect(await isSignedIn(browser)).toBe(false)
    })

    it.each([
      ['a page is opened', () => browser.get('/challenges', { 'sec-fetch-dest': 'document' })],
      ['a form is sent', () => browser.post('/settings/names', { first_name: 'Anna' })],
    ])('are used where %s', async (_, use) => {
      wait()
      await use()
      service.clock.advance(DAY_MS)
      expect(await isSignedIn(browser)).toBe(true)
    })
  })

  it('of an account have one allowance together: 30 forms and 120 pages in a minute', async () => {
    const other = await enter(ana)
    const statuses: number[] = []
    for (let sent = 0; sent < 31; sent += 1) {
      const by = sent % 2 === 0 ? browser : other
      statuses.push((await by.post('/settings/names', { first_name: 'Anna' })).status)
    }
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 303), 429])
    for (let seen = 0; seen < 120; seen += 1) await (seen % 2 === 0 ? browser : other).get('/settings')
    const last = await other.get('/settings')
    expect(last.status).toBe(429)
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(0)
    expect((await (await enter(await service.account())).get('/settings')).status).toBe(200)
  })

  describe('that were not proved of late', () => {
    let other: Visitor
    let asked: SeenPage
    beforeEach(async () => {
      other = await enter(ana)
      service.clock.advance(15 * MINUTE_MS)
      asked = await makeToken(browser)
    })

    const proveByMail = async (): Promise<SeenPage> => {
      const mailed = await browser.submit(asked, TOKENS, { prove: 'mail' })
      const { code } = await readMailTo(service, office, ana.email)
      return browser.submit(mailed, TOKENS, { prove: 'code', prove_code: code })
    }

    it('are proved for 15 minutes by a code, and no other session is with them', async () => {
      expect(asked.text).toContain('Prove that it is you')
      expect((await proveByMail()).text).toContain('cs_acc_')
      expect((await makeToken(other)).text).toContain('Prove that it is you')
      service.clock.advance(15 * MINUTE_MS - 1)
      expect((await makeToken(browser)).text).toContain('cs_acc_')
      service.clock.advance(1)
      expect((await makeToken(browser)).text).toContain('Prove that it is you')
    })

    it('are not proved by a code that was mailed to someone else, though this browser asked for it', async () => {
      const thief = await service.account()
      const copy = browser.copy()
      await copy.post('/sign-in', { email: thief.email })
      const { code } = await readMailTo(service, office, thief.email)
      const refused = await copy.submit(asked, TOKENS, { prove: 'code', prove_code: code })
      expect(refused.status).toBe(403)
      expect(refused.text).not.toContain('cs_acc_')
    })

    it('are not proved by a code that was tried too often, nor by saying so', async () => {
      const mailed = await browser.submit(asked, TOKENS, { prove: 'mail' })
      const { code } = await readMailTo(service, office, ana.email)
      for (let tries = 0; tries < 5; tries += 1) {
        await browser.submit(mailed, TOKENS, { prove: 'code', prove_code: 'ZZZZ-ZZZZ' })
      }
      for (const proof of [{ prove: 'code', prove_code: code }, { prove: 'again' }, { prove: 'proved' }]) {
        expect((await browser.submit(mailed, TOKENS, proof)).text).toContain('Prove that it is you')
      }
    })

    it('are not proved by someone else who signs in elsewhere with the same account', async () => {
      await enter(ana)
      const refused = await browser.submit(asked, TOKENS, { prove: 'again' })
      expect(refused.text).toContain('You have not signed in anew yet')
    })
  })
})
