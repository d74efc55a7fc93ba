// Opening an account: who may, by SIGN_UP, and what the new account takes over. With a real mail server, on both engines.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  enter,
  openAccount as openProvedAccount,
} from '../../packages/server/src/features/sign-in/enter.service.ts'
import { DAY_MS, MINUTE_MS } from '../../packages/server/src/kernel/instants.ts'
import { engines } from '../support/engine.ts'
import { mailsTo as keptMailsTo } from '../support/mails.ts'
import { challenge, person } from '../support/people.ts'
import { openPostOffice, type PostOffice } from '../support/post-office.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { askToSignIn, countMailsTo, isSignedIn, pressLink, readMailTo } from './inbox.ts'
import { siteSettings, Visitor, type SeenPage } from './visitor.ts'

describe.each(engines)('opening an account, on %s', (engine) => {
  let office: PostOffice
  const services: TestService[] = []
  beforeAll(async () => {
    office = await openPostOffice()
  })
  afterAll(async () => {
    for (const service of services) await service.stop()
    await office.close()
  })

  const start = async (settings: Readonly<Record<string, string>>): Promise<TestService> => {
    const service = await startTestService(engine, { SMTP_URL: office.url, ...siteSettings, ...settings })
    services.push(service)
    return service
  }

  /** Someone without an account, whom someone has challenged. */
  const invite = async (service: TestService, email: string) => {
    const creator = await person(service)
    const { id } = await challenge(creator, { email })
    return { creator, id }
  }

  const names = { first_name: 'Noa', last_name: 'Reyes' }

  const openAccount = async (service: TestService, email: string): Promise<[Visitor, SeenPage]> => {
    const browser = new Visitor(service.url)
    await askToSignIn(browser, email)
    const { link } = await readMailTo(service, office, email)
    const page = await browser.follow(await pressLink(browser, link))
    return [browser, await browser.submit(page, '/sign-up', names)]
  }

  it('is for those who were challenged, who find the challenge there', async () => {
    const service = await start({ SIGN_UP: 'invited' })
    const email = `noa-${engine}@invited.example`
    const { id } = await invite(service, email)
    const [browser, opened] = await openAccount(service, email)
    expect(opened.headers['location']).toBe('/')
    const home = await browser.get('/')
    expect(home.text).toContain(`/challenges/${id}`)
    expect((await browser.get('/settings')).text).toContain('value="Noa"')
    expect((await browser.get('/settings/tokens')).text).toContain('Club')
  })

  it('is for nobody else: no mail leaves, and the page says the same', async () => {
    const service = await start({ SIGN_UP: 'invited' })
    const [stranger, guest] = [new Visitor(service.url), new Visitor(service.url)]
    await invite(service, `guest-${engine}@invited.example`)
    const pages = [
      await askToSignIn(stranger, `stranger-${engine}@x.example`),
      await askToSignIn(guest, `guest-${engine}@invited.example`),
    ]
    expect(new Set(pages.map(({ status, headers }) => `${status} ${String(headers['location'])}`)).size).toBe(
      1,
    )
    await service.runDue()
    expect(countMailsTo(office, `stranger-${engine}@x.example`)).toBe(0)
    expect(countMailsTo(office, `guest-${engine}@invited.example`)).toBe(1)
  })

  it('is for anyone where SIGN_UP is open, on the plan of DEFAULT_PLAN', async () => {
    const service = await start({ SIGN_UP: 'open', DEFAULT_PLAN: 'club' })
    const [browser] = await openAccount(service, `any-${engine}@open.example`)
    expect((await browser.get('/settings/tokens')).forms.map(({ action }) => action)).toContain(
      '/settings/tokens',
    )
  })

  it('is for nobody where SIGN_UP is closed: who was challenged gets no mail, and a link of the operator opens nothing', async () => {
    const service = await start({ SIGN_UP: 'closed' })
    const email = `shut-${engine}@closed.example`
    await invite(service, email)
    const browser = new Visitor(service.url)
    await askToSignIn(browser, email)
    await service.runDue()
    expect(countMailsTo(office, email)).toBe(0)
    const refused = await browser.signIn(service, email)
    expect(refused.status).toBe(403)
    expect(await isSignedIn(browser)).toBe(false)
  })

  it('is for nobody where SIGN_UP was closed after the address was proved', async () => {
    const { store, keys, clock } = await start({ SIGN_UP: 'open' })
    const address = `shut-since-${engine}@open.example`
    const browser = { hash: 'of one browser', name: 'Firefox on Linux' }
    const opened = await store.write(async (tx) => {
      const entering = { address, leadsTo: null, browser, by: 'mail_link' } as const
      const entered = await enter(tx, keys, entering, 'open', clock.now())
      const proof = entered.kind === 'sign_up' ? entered.proof : ''
      const settings = { browser, plan: 'free', signUp: 'closed' } as const
      return openProvedAccount(tx, keys, proof, { firstName: 'Noa', lastName: null }, settings, clock.now())
    })
    expect(opened).toEqual({ kind: 'closed' })
  })

  it('is not opened by the link of a challenge, nor by leaving it', async () => {
    const service = await start({ SIGN_UP: 'open' })
    const email = `link-${engine}@invited.example`
    await invite(service, email)
    await service.runDue()
    const [mail] = await keptMailsTo(service, email)
    const paths = [...(mail?.mail.text ?? '').matchAll(/https:\/\/[^/]+(\/(?:a|stop|leave)\/\S+)/g)]
    expect(paths.length).toBeGreaterThan(1)
    const browser = new Visitor(service.url)
    for (const [, path = ''] of paths) {
      await browser.get(path)
      await browser.post(path, { choice: 'accept' }, { origin: siteSettings.PUBLIC_URL })
    }
    expect(browser.cookies.get('__Host-session')).toBeUndefined()
    expect(await isSignedIn(browser)).toBe(false)
    expect((await browser.get('/sign-up')).headers['location']).toBe('/sign-in')
  })

  it('leaves the links good that were mailed before, which act and sign nobody in', async () => {
    const service = await start({ SIGN_UP: 'invited' })
    const email = `before-${engine}@invited.example`
    const { creator, id } = await invite(service, email)
    await service.runDue()
    const [mail] = await keptMailsTo(service, email)
    const [, path = ''] = /https:\/\/[^/]+(\/a\/\S+)/.exec(mail?.mail.text ?? '') ?? []
    await openAccount(service, email)
    const elsewhere = new Visitor(service.url)
    expect((await elsewhere.get(path)).status).toBe(200)
    const sent = await elsewhere.post(path, { choice: 'accept' }, { origin: siteSettings.PUBLIC_URL })
    expect(sent.headers['location']).toBe(`${path}/done?did=accept`)
    const { status, opponent } = await creator.get({ id })
    expect([status, opponent.first_name]).toEqual(['active', 'Noa'])
    expect(await isSignedIn(elsewhere)).toBe(false)
  })

  it('sent twice opens one account; in another browser, or after 15 minutes, none', async () => {
    const service = await start({ SIGN_UP: 'open' })
    const email = `twice-${engine}@open.example`
    const [browser, thief] = [new Visitor(service.url), new Visitor(service.url)]
    await askToSignIn(browser, email)
    const { link } = await readMailTo(service, office, email)
    const page = await browser.follow(await pressLink(browser, link))
    const proof = [...browser.cookies].find(([name]) => name.includes('proof'))
    expect(proof).toBeDefined()
    // A browser that is known as one, by its own cookie.
    await askToSignIn(thief, `thief-${engine}@open.example`)
    thief.setCookie(...(proof ?? ['', '']))
    expect((await thief.post('/sign-up', names)).headers['location']).toBe('/sign-in')
    const sent = await Promise.all([1, 2].map(() => browser.submit(page, '/sign-up', names)))
    expect(sent.map(({ headers }) => headers['location'])).toEqual(['/', '/'])

    const late = new Visitor(service.url)
    await askToSignIn(late, `late-${engine}@open.example`)
    const other = await readMailTo(service, office, `late-${engine}@open.example`)
    const shown = await late.follow(await pressLink(late, other.link))
    service.clock.advance(15 * MINUTE_MS)
    expect((await late.submit(shown, '/sign-up', names)).headers['location']).toBe('/sign-in')
  })

  it('says what is wrong with a name beside it, and can be sent again', async () => {
    const service = await start({ SIGN_UP: 'open' })
    const email = `names-${engine}@open.example`
    const browser = new Visitor(service.url)
    await askToSignIn(browser, email)
    const { link } = await readMailTo(service, office, email)
    const page = await browser.follow(await pressLink(browser, link))
    const wrong = await browser.submit(page, '/sign-up', { first_name: ' ', last_name: 'x'.repeat(200) })
    expect(wrong.status).toBe(400)
    expect(wrong.text.match(/aria-invalid="true"/g)).toHaveLength(2)
    expect((await browser.submit(wrong, '/sign-up', names)).headers['location']).toBe('/')
  })

  it('is possible again after an erasure, which gets one mail a day, and lifts the stop', async () => {
    const service = await start({ SIGN_UP: 'invited' })
    const { email } = await service.account()
    await service.erase(email)
    for (let asked = 0; asked < 3; asked += 1) await askToSignIn(new Visitor(service.url), email)
    await service.runDue()
    expect(countMailsTo(office, email)).toBe(1)
    service.clock.advance(DAY_MS)
    const [browser] = await openAccount(service, email)
    expect(await isSignedIn(browser)).toBe(true)
    const { id } = await invite(service, email)
    await service.runDue()
    expect((await keptMailsTo(service, email)).some(({ mail }) => mail.text.includes('challenges you'))).toBe(
      true,
    )
    expect((await browser.get(`/challenges/${id}`)).status).toBe(200)
  })
})
