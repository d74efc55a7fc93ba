// Signing in by mail, with a real mail server, on both engines.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../../packages/server/src/kernel/instants.ts'
import { once } from '../../packages/server/src/store/statements/statement.ts'
import { engines } from '../support/engine.ts'
import { openPostOffice, type PostOffice } from '../support/post-office.ts'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { askToSignIn, countMailsTo, isSignedIn, pressLink, readMailTo, type SignInMail } from './inbox.ts'
import { siteSettings, Visitor, type SeenPage } from './visitor.ts'

/** Which headers there are, and which cookies, whatever is in them. */
const headOf = (page: SeenPage | undefined) => ({
  status: page?.status,
  names: Object.keys(page?.headers ?? {}).toSorted(),
  cookies: [page?.headers['set-cookie'] ?? []].flat().map((set) => set.replace(/=[^;]*/, '')),
})

const wordsOf = (page: SeenPage | undefined): string | undefined =>
  page?.text.replaceAll(/[\w.]+@test\.example/g, 'ADDRESS').replaceAll(/value="[^"]*"/g, '')

describe.each(engines)('signing in by mail, on %s', (engine) => {
  let service: TestService
  let office: PostOffice
  beforeAll(async () => {
    office = await openPostOffice()
    service = await startTestService(engine, { SMTP_URL: office.url, ...siteSettings })
  })
  afterAll(async () => {
    await service.stop()
    await office.close()
  })

  const visitor = (): Visitor => new Visitor(service.url)

  const mailTo = (address: string): Promise<SignInMail> => readMailTo(service, office, address)
  const mailsTo = (address: string): number => countMailsTo(office, address)

  let ana: TestAccount
  beforeEach(async () => {
    ana = await service.account()
  })

  it('asks for an address, and says the same for every one', async () => {
    const [known, unknown] = [visitor(), visitor()]
    const answers = [await askToSignIn(known, ana.email), await askToSignIn(unknown, 'nobody@test.example')]
    expect(answers.map(({ status, headers }) => [status, headers['location']])).toEqual([
      [303, '/sign-in/code'],
      [303, '/sign-in/code'],
    ])
    expect(headOf(answers[0])).toEqual(headOf(answers[1]))
    const pages = [await known.follow(answers[0] as SeenPage), await unknown.follow(answers[1] as SeenPage)]
    expect(wordsOf(pages[0])).toBe(wordsOf(pages[1]))
    const wrong = { code: 'ZZZZ-ZZZZ' }
    const refused = [await known.post('/sign-in/code', wrong), await unknown.post('/sign-in/code', wrong)]
    expect(headOf(refused[0])).toEqual(headOf(refused[1]))
    expect(wordsOf(refused[0])).toBe(wordsOf(refused[1]))
    await service.runDue()
    expect(mailsTo('nobody@test.example')).toBe(0)
  })

  it('signs in where the link is pressed, and not where it is opened', async () => {
    const [asker, reader] = [visitor(), visitor()]
    await askToSignIn(asker, ana.email)
    const { link, text } = await mailTo(ana.email)
    expect(text).toContain('Firefox on Linux')
    expect(text).toContain('Never share this code')
    const opened = await reader.get(link)
    expect(opened.text).toContain(ana.email)
    expect(opened.headers['cache-control']).toBe('no-store')
    expect(await isSignedIn(reader)).toBe(false)
    expect((await reader.submit(opened, link)).headers['location']).toBe('/')
    expect([await isSignedIn(reader), await isSignedIn(asker)]).toEqual([true, false])
  })

  it('takes a link once', async () => {
    const browser = visitor()
    await askToSignIn(browser, ana.email)
    const { link } = await mailTo(ana.email)
    const page = await browser.get(link)
    expect((await browser.submit(page, link)).status).toBe(303)
    const again = await visitor().post(link, {})
    expect(again.status).toBe(410)
    expect(again.text).toContain('This link has lapsed')
  })

  it('keeps nothing of link and code once the mail is sent but their hashes', async () => {
    await service.runDue()
    await askToSignIn(visitor(), ana.email)
    const sealed = once<{ count: number }>('select count(*) as count from sign_ins where secrets is not null')
    expect((await service.store.first(sealed))?.count).toBe(1)
    await mailTo(ana.email)
    expect((await service.store.first(sealed))?.count).toBe(0)
  })

  it('takes a link for 15 minutes, and offers another one after that', async () => {
    const browser = visitor()
    await askToSignIn(browser, ana.email)
    const { link } = await mailTo(ana.email)
    service.clock.advance(15 * MINUTE_MS - 1)
    expect((await browser.get(link)).status).toBe(200)
    service.clock.advance(1)
    const lapsed = await browser.get(link)
    expect(lapsed.status).toBe(410)
    expect((await browser.submit(lapsed, '/sign-in')).headers['location']).toBe('/sign-in/code')
    expect((await browser.post(link, {})).status).toBe(410)
    expect(await isSignedIn(browser)).toBe(false)
  })

  it('takes the code in the browser that asked, in any way of writing it, and in no other', async () => {
    const [asker, other] = [visitor(), visitor()]
    await askToSignIn(other, 'nobody@test.example')
    await askToSignIn(asker, ana.email)
    const { code } = await mailTo(ana.email)
    const typed = ` ${code.toLowerCase().replace('-', ' ')} `
    expect((await other.post('/sign-in/code', { code: typed })).status).toBe(400)
    expect((await asker.post('/sign-in/code', { code: typed })).headers['location']).toBe('/')
    expect([await isSignedIn(asker), await isSignedIn(other)]).toEqual([true, false])
  })

  it('takes no code after five wrong ones; the link of the same mail stays good', async () => {
    const browser = visitor()
    await askToSignIn(browser, ana.email)
    const { code, link } = await mailTo(ana.email)
    for (let tries = 0; tries < 5; tries += 1) {
      const wrong = await browser.post('/sign-in/code', { code: 'ZZZZ-ZZZZ' })
      expect(wrong.status).toBe(400)
      expect(wrong.text).toContain('aria-invalid="true"')
    }
    expect((await browser.post('/sign-in/code', { code })).status).toBe(400)
    expect(await isSignedIn(browser)).toBe(false)
    expect((await pressLink(browser, link)).status).toBe(303)
  })

  it('takes a code for 15 minutes', async () => {
    const browser = visitor()
    await askToSignIn(browser, ana.email)
    const { code } = await mailTo(ana.email)
    service.clock.advance(15 * MINUTE_MS)
    expect((await browser.post('/sign-in/code', { code })).status).toBe(400)
    expect(await isSignedIn(browser)).toBe(false)
  })

  it('gives a code no new tries where another mail is asked for', async () => {
    const browser = visitor()
    await askToSignIn(browser, ana.email)
    const first = await mailTo(ana.email)
    for (let tries = 0; tries < 5; tries += 1) await browser.post('/sign-in/code', { code: 'ZZZZ-ZZZZ' })
    await askToSignIn(browser, ana.email)
    const second = await mailTo(ana.email)
    expect((await browser.post('/sign-in/code', { code: first.code })).status).toBe(400)
    expect((await browser.post('/sign-in/code', { code: second.code })).status).toBe(303)
  })

  it.each([
    ['/settings/mails', '/settings/mails'],
    ['//evil.example/', '/'],
    ['/\\evil.example', '/'],
    ['https://evil.example/', '/'],
    ['/sign-out', '/'],
    ['/settings/./x/../mails?did=saved#top', '/settings/mails?did=saved'],
    ['/set\ttin\ngs', '/settings'],
    ['/..//evil.example', '/'],
    ['/./%2e%2e//evil.example', '/'],
    ['/./sign-out', '/'],
  ])('asked for with the way on %s leads to %s', async (next, to) => {
    const browser = visitor()
    await browser.post('/sign-in', { email: ana.email, next })
    const { link } = await mailTo(ana.email)
    expect((await pressLink(browser, link)).headers['location']).toBe(to)
  })

  describe('asked for with a way on', () => {
    const next = '/settings/mails?did=saved'

    const ask = async (browser: Visitor): Promise<SeenPage> => {
      const page = await browser.get(`/sign-in?next=${encodeURIComponent(next)}`)
      return browser.follow(await browser.submit(page, '/sign-in', { email: ana.email }))
    }

    it('leads there by another mail, also after a wrong code', async () => {
      const browser = visitor()
      const wrong = await browser.submit(await ask(browser), '/sign-in/code', { code: 'ZZZZ-ZZZZ' })
      const again = await browser.follow(await browser.submit(wrong, '/sign-in'))
      expect(again.text).toContain('Another mail is asked for')
      const last = await browser.follow(await browser.submit(again, '/sign-in'))
      const { code } = await mailTo(ana.email)
      expect((await browser.submit(last, '/sign-in/code', { code })).headers['location']).toBe(next)
    })

    it('leads there by the mail that a lapsed link offers', async () => {
      const browser = visitor()
      await ask(browser)
      const { link } = await mailTo(ana.email)
      service.clock.advance(15 * MINUTE_MS)
      await browser.submit(await browser.get(link), '/sign-in')
      const later = await mailTo(ana.email)
      expect((await pressLink(visitor(), later.link)).headers['location']).toBe(next)
    })

    it('leads there by another address, and where the page of the code has lapsed', async () => {
      const browser = visitor()
      const { text, path } = await ask(browser)
      const to = `/sign-in?next=${encodeURIComponent(next)}`
      expect(text).toContain(`href="${to}"`)
      expect((await visitor().get(path)).headers['location']).toBe(to)
      expect((await visitor().post('/sign-in/code', { code: 'x', next })).headers['location']).toBe(to)
    })
  })

  it('ends all that is out with a sign-in; a second mail before that ends nothing', async () => {
    const browser = visitor()
    const zoe = await service.account()
    await askToSignIn(browser, zoe.email)
    const first = await mailTo(zoe.email)
    await askToSignIn(browser, zoe.email)
    const second = await mailTo(zoe.email)
    expect(first.link).not.toBe(second.link)
    expect((await pressLink(browser, first.link)).status).toBe(303)
    expect((await visitor().get(second.link)).status).toBe(410)
  })

  it('makes a new session each time, whatever value the browser brought', async () => {
    const browser = visitor()
    const planted = 'A'.repeat(43)
    browser.setCookie('__Host-session', planted)
    await askToSignIn(browser, ana.email)
    await pressLink(browser, (await mailTo(ana.email)).link)
    const value = browser.cookies.get('__Host-session')
    expect(value).not.toBe(planted)
    // Someone who is signed in need not do so again.
    expect((await browser.get('/sign-in')).status).toBe(303)
    const other = visitor()
    other.setCookie('__Host-session', planted)
    expect(await isSignedIn(other)).toBe(false)
  })

  it('sends at most five mails in an hour and ten in a day to an address, tags together', async () => {
    const address = 'many@test.example'
    await service.account({ email: address })
    const tagged = 'many+tag@test.example'
    await service.account({ email: tagged })
    for (let asked = 0; asked < 4; asked += 1) await askToSignIn(visitor(), address)
    for (let asked = 0; asked < 4; asked += 1) await askToSignIn(visitor(), tagged)
    await service.runDue()
    expect(mailsTo(address) + mailsTo(tagged)).toBe(5)
    service.clock.advance(61 * MINUTE_MS)
    for (let asked = 0; asked < 8; asked += 1) await askToSignIn(visitor(), address)
    await service.runDue()
    service.clock.advance(61 * MINUTE_MS)
    for (let asked = 0; asked < 8; asked += 1) await askToSignIn(visitor(), address)
    await service.runDue()
    expect(mailsTo(address) + mailsTo(tagged)).toBe(10)
  })

  it('sends a browser that was signed in before its own mails, though a stranger used up those of the address', async () => {
    const home = visitor()
    await home.signIn(service, ana.email)
    await home.post('/sign-out', {})
    for (let asked = 0; asked < 12; asked += 1) await askToSignIn(visitor(), ana.email)
    await service.runDue()
    const before = mailsTo(ana.email)
    await askToSignIn(home, ana.email)
    await service.runDue()
    expect([before, mailsTo(ana.email)]).toEqual([5, 6])
  })

  it('sends each browser that was signed in before its own mails, though another such browser used up its own', async () => {
    const [home, lost] = [visitor(), visitor()]
    for (const browser of [home, lost]) await browser.signIn(service, ana.email)
    for (const browser of [home, lost]) await browser.post('/sign-out', {})
    for (let asked = 0; asked < 12; asked += 1) await askToSignIn(lost, ana.email)
    await service.runDue()
    const before = mailsTo(ana.email)
    await askToSignIn(home, ana.email)
    await service.runDue()
    expect([before, mailsTo(ana.email)]).toEqual([5, 6])
  })

  it('knows no browser any more but the one that signed out all others', async () => {
    const [home, lost] = [visitor(), visitor()]
    for (const browser of [home, lost]) await browser.signIn(service, ana.email)
    await home.submit(await home.get('/settings/sessions'), '/settings/sessions/end-others')
    await home.post('/sign-out', {})
    for (let asked = 0; asked < 6; asked += 1) await askToSignIn(visitor(), ana.email)
    await service.runDue()
    await askToSignIn(lost, ana.email)
    await service.runDue()
    const before = mailsTo(ana.email)
    await askToSignIn(home, ana.email)
    await service.runDue()
    expect([before, mailsTo(ana.email)]).toEqual([5, 6])
  })

  it('sends thirty mails in an hour to one network, an IPv6 network of 64 bits as one', async () => {
    const from = (address: string) => new Visitor(service.url, { 'x-forwarded-for': address })
    const accounts: TestAccount[] = []
    for (let count = 0; count < 32; count += 1) accounts.push(await service.account())
    for (const [index, { email }] of accounts.entries()) {
      await askToSignIn(from(`2001:db8:7:7::${(index + 1).toString(16)}`), email)
    }
    await service.runDue()
    expect(accounts.filter(({ email }) => mailsTo(email) === 1)).toHaveLength(30)
    const last = accounts.at(-1)?.email ?? ''
    await askToSignIn(from('2001:db8:7:8::1'), last)
    await service.runDue()
    expect(mailsTo(last)).toBe(1)
  })

  it('sends an address three mails in an hour and five in a day at the wish of one network, tags together', async () => {
    const [address, tagged] = ['besieged@test.example', 'besieged+tag@test.example']
    for (const email of [address, tagged]) await service.account({ email })
    const from = (network: string) => new Visitor(service.url, { 'x-forwarded-for': network })
    const sent = async (): Promise<number> => {
      await service.runDue()
      return mailsTo(address) + mailsTo(tagged)
    }
    const counts: number[] = []
    for (let hour = 0; hour < 3; hour += 1) {
      for (let asked = 0; asked < 6; asked += 1) {
        await askToSignIn(from('192.0.2.251'), asked % 2 === 0 ? address : tagged)
      }
      counts.push(await sent())
      service.clock.advance(61 * MINUTE_MS)
    }
    await askToSignIn(from('192.0.2.252'), address)
    counts.push(await sent())
    service.clock.advance(24 * 60 * MINUTE_MS)
    await askToSignIn(from('192.0.2.251'), address)
    expect([...counts, await sent()]).toEqual([3, 5, 5, 6, 7])
  })

  it('counts a form that is sent twice once, and nothing of a browser that was signed in before', async () => {
    const { email } = await service.account()
    const from = () => new Visitor(service.url, { 'x-forwarded-for': '192.0.2.253' })
    const home = from()
    await home.signIn(service, email)
    await home.post('/sign-out', {})
    for (let asked = 0; asked < 3; asked += 1) await askToSignIn(home, email)
    const stranger = from()
    const page = await stranger.get('/sign-in')
    for (let sent = 0; sent < 4; sent += 1) await stranger.submit(page, '/sign-in', { email })
    for (let asked = 0; asked < 2; asked += 1) await askToSignIn(stranger, email)
    await service.runDue()
    expect(mailsTo(email)).toBe(6)
  })

  it('is tried again when the mail server was away, and is good for 15 minutes from then', async () => {
    const browser = visitor()
    const before = service.logLines.length
    office.refuse({ code: 451 })
    await askToSignIn(browser, ana.email)
    await service.runDue()
    office.refuse(undefined)
    expect(mailsTo(ana.email)).toBe(0)
    const warned = service.logLines.slice(before).filter((line) => line.includes('handed over'))
    expect(warned.map((line) => JSON.parse(line) as unknown)).toEqual([
      {
        level: 40,
        time: expect.any(String) as string,
        sign_in: expect.any(String) as string,
        code: 'EENVELOPE 451',
        msg: 'a mail to sign in could not be handed over',
      },
    ])
    service.clock.advance(MINUTE_MS)
    const { link } = await mailTo(ana.email)
    service.clock.advance(15 * MINUTE_MS - 1)
    expect((await pressLink(browser, link)).status).toBe(303)
  })

  it('a link pressed in two browsers at once signs in one of them', async () => {
    const browsers = [visitor(), visitor(), visitor()]
    await askToSignIn(visitor(), ana.email)
    const { link } = await mailTo(ana.email)
    const pages = await Promise.all(browsers.map((browser) => browser.post(link, {})))
    expect(pages.map(({ status }) => String(status)).toSorted()).toEqual(['303', '410', '410'])
  })

  it('no more than five codes are tried, though they come at once', async () => {
    const browser = visitor()
    await askToSignIn(browser, ana.email)
    const { code } = await mailTo(ana.email)
    const wrong = Array.from({ length: 12 }, () => browser.post('/sign-in/code', { code: 'ZZZZ-ZZZZ' }))
    expect(new Set((await Promise.all(wrong)).map(({ status }) => status))).toEqual(new Set([400]))
    expect((await browser.post('/sign-in/code', { code })).status).toBe(400)
  })
})
