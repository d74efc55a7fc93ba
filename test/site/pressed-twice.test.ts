// A button that is pressed twice behind a slow line: the browser drops the first answer and takes the second. Signing in,
// re-authentication and asking for a mail come out as if it had been pressed once, and nobody else gains by it.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../../packages/server/src/kernel/instants.ts'
import { engines } from '../support/engine.ts'
import { openPostOffice, type PostOffice } from '../support/post-office.ts'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { Authenticator, readChallenge } from './authenticator.ts'
import { askToSignIn, countMailsTo, isSignedIn, readMailTo } from './inbox.ts'
import { siteSettings, SITE_URL, Visitor, type Fields, type SeenPage } from './visitor.ts'

const TOKENS = '/settings/tokens'
const CODE = '/sign-in/code'

describe.each(engines)('pressed twice, on %s', (engine) => {
  let service: TestService
  let office: PostOffice
  let ana: TestAccount
  let browser: Visitor
  beforeAll(async () => {
    office = await openPostOffice()
    service = await startTestService(engine, { ...siteSettings, SMTP_URL: office.url, SIGN_UP: 'open' })
  })
  afterAll(async () => {
    await service.stop()
    await office.close()
  })
  beforeEach(async () => {
    ana = await service.account()
    browser = new Visitor(service.url)
  })

  /** Of both answers, the browser takes the second. */
  const pressTwice = async (page: SeenPage, action: string, fields: Fields = {}): Promise<SeenPage> => {
    await browser.copy().submit(page, action, fields)
    return browser.submit(page, action, fields)
  }

  const pressAtOnce = (page: SeenPage, action: string, fields: Fields = {}): Promise<readonly SeenPage[]> =>
    Promise.all([browser.copy(), browser].map((visitor) => visitor.submit(page, action, fields)))

  const mailedLink = async (): Promise<string> => {
    await askToSignIn(new Visitor(service.url), ana.email)
    return (await readMailTo(service, office, ana.email)).link
  }

  const mailedCode = async (): Promise<{ readonly page: SeenPage; readonly code: string }> => {
    const page = await browser.follow(await askToSignIn(browser, ana.email))
    return { page, code: (await readMailTo(service, office, ana.email)).code }
  }

  it('a link signs in the browser, though it never saw this site before', async () => {
    const link = await mailedLink()
    expect((await pressTwice(await browser.get(link), link)).headers['location']).toBe('/')
    expect(await isSignedIn(browser)).toBe(true)
  })

  it('a link signs in by each answer where both come at once', async () => {
    const link = await mailedLink()
    const answers = await pressAtOnce(await browser.get(link), link)
    expect(answers.map(({ status }) => status)).toEqual([303, 303])
  })

  it('a code signs in by each answer where both come at once', async () => {
    const { page, code } = await mailedCode()
    const answers = await pressAtOnce(page, CODE, { code })
    expect(answers.map(({ status }) => status)).toEqual([303, 303])
  })

  it('a code signs in, also as the last try that it has', async () => {
    const { page, code } = await mailedCode()
    for (let tries = 0; tries < 4; tries += 1) await browser.submit(page, CODE, { code: 'ZZZZ-ZZZZ' })
    expect((await pressTwice(page, CODE, { code })).headers['location']).toBe('/')
    expect(await isSignedIn(browser)).toBe(true)
  })

  it('a used link is good for no other browser, for no other form, and for a minute', async () => {
    const link = await mailedLink()
    const [page, other] = [await browser.get(link), await browser.get(link)]
    await browser.copy().submit(page, link)
    const [stranger, another, bare] = [new Visitor(service.url), browser.copy(), browser.copy()]
    await stranger.get('/sign-in')
    expect((await stranger.submit(page, link)).status).toBe(410)
    expect((await another.submit(other, link)).status).toBe(410)
    expect((await bare.post(link, {})).status).toBe(410)
    service.clock.advance(MINUTE_MS)
    expect((await browser.submit(page, link)).status).toBe(410)
    expect(await isSignedIn(browser)).toBe(false)
  })

  it('a used code is good for no other form, and for a minute', async () => {
    const { page, code } = await mailedCode()
    const other = await browser.get(CODE)
    await browser.copy().submit(page, CODE, { code })
    expect((await browser.copy().submit(other, CODE, { code })).status).toBe(400)
    service.clock.advance(MINUTE_MS)
    expect((await browser.submit(page, CODE, { code })).status).toBe(400)
  })

  it('a used link is good no more once all other browsers were signed out, or its owner erased', async () => {
    const link = await mailedLink()
    const page = await browser.get(link)
    const first = browser.copy()
    await first.submit(page, link)
    await first.post('/settings/sessions/end-others', {})
    expect((await browser.submit(page, link)).status).toBe(410)
    const later = await mailedLink()
    const erased = await browser.get(later)
    await browser.copy().submit(erased, later)
    await service.erase(ana.email)
    expect((await browser.submit(erased, later)).status).toBe(404)
  })

  describe('re-authentication', () => {
    let asked: SeenPage
    let device: Authenticator
    beforeEach(async () => {
      await browser.signIn(service, ana.email)
      device = new Authenticator()
      const page = await browser.get('/settings/passkeys')
      const credential = device.make({ origin: SITE_URL, challenge: readChallenge(page) })
      await browser.submit(page, '/settings/passkeys', { credential })
      service.clock.advance(15 * MINUTE_MS)
      const fields = { name: 'laptop', expires: '90', preset: 'play' }
      asked = await browser.submit(await browser.get(TOKENS), TOKENS, fields)
    })

    const tokensIn = (pages: readonly SeenPage[]): ReadonlySet<string | undefined> =>
      new Set(pages.map(({ text }) => /cs_acc_\w+/.exec(text)?.[0]))

    it('by a code goes on, and makes one token', async () => {
      const mailed = await browser.submit(asked, TOKENS, { prove: 'mail' })
      const { code } = await readMailTo(service, office, ana.email)
      const tokens = tokensIn(await pressAtOnce(mailed, TOKENS, { prove: 'code', prove_code: code }))
      expect(tokens).toEqual(new Set([expect.stringContaining('cs_acc_')]))
    })

    it('by a passkey goes on, and makes one token', async () => {
      const credential = device.use({ origin: SITE_URL, challenge: readChallenge(asked) })
      const proof = { prove: 'passkey', prove_credential: credential }
      const tokens = tokensIn(await pressAtOnce(asked, TOKENS, proof))
      expect(tokens).toEqual(new Set([expect.stringContaining('cs_acc_')]))
    })

    it('sends one code, and another for another request', async () => {
      const before = countMailsTo(office, ana.email)
      const mailed = await pressTwice(asked, TOKENS, { prove: 'mail' })
      await service.runDue()
      expect(countMailsTo(office, ana.email) - before).toBe(1)
      await pressTwice(mailed, TOKENS, { prove: 'mail' })
      await service.runDue()
      expect(countMailsTo(office, ana.email) - before).toBe(2)
    })
  })

  it('a mail is sent once, and its code is good in the browser', async () => {
    const answer = await pressTwice(await browser.get('/sign-in'), '/sign-in', { email: ana.email })
    const { code } = await readMailTo(service, office, ana.email)
    expect(countMailsTo(office, ana.email)).toBe(1)
    expect((await browser.submit(await browser.follow(answer), CODE, { code })).headers['location']).toBe('/')
  })

  it('a mail is sent once where both come at once', async () => {
    await pressAtOnce(await browser.get('/sign-in'), '/sign-in', { email: ana.email })
    await service.runDue()
    expect(countMailsTo(office, ana.email)).toBe(1)
  })

  it('a mail is sent again to another address, from a new page, and after a minute', async () => {
    const zoe = await service.account()
    const page = await browser.get('/sign-in')
    for (const email of [ana.email, zoe.email]) await browser.submit(page, '/sign-in', { email })
    await askToSignIn(browser, ana.email)
    service.clock.advance(MINUTE_MS)
    await browser.submit(page, '/sign-in', { email: ana.email })
    await service.runDue()
    expect([countMailsTo(office, ana.email), countMailsTo(office, zoe.email)]).toEqual([3, 1])
  })
})
