// What a browser keeps of signing in: its next user does not find out who was there.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { engines } from '../support/engine.ts'
import { openPostOffice, type PostOffice } from '../support/post-office.ts'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { Authenticator, readChallenge } from './authenticator.ts'
import { askToSignIn, isSignedIn, pressLink, readMailTo } from './inbox.ts'
import { siteSettings, SITE_URL, Visitor, type SeenPage } from './visitor.ts'

const CODE = '/sign-in/code'

describe.each(engines)('the address that was typed, on %s', (engine) => {
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

  const ask = async (address = ana.email): Promise<SeenPage> =>
    browser.follow(await askToSignIn(browser, address))

  const mail = (address = ana.email) => readMailTo(service, office, address)

  const isForgotten = async (): Promise<boolean> =>
    !browser.cookies.has('__Host-asked') && (await browser.get(CODE)).headers['location'] === '/sign-in'

  it('stands on pages that no browser keeps', async () => {
    const asked = await ask()
    expect(asked.text).toContain(ana.email)
    expect(asked.headers['cache-control']).toBe('no-store')
    const wrong = await browser.submit(await browser.get('/sign-in'), '/sign-in', { email: 'nobody at all' })
    expect([wrong.status, wrong.headers['cache-control']]).toEqual([400, 'no-store'])
    const address = `kept-${engine}@open.example`
    await ask(address)
    const opened = await browser.follow(await pressLink(browser, (await mail(address)).link))
    expect(opened.text).toContain(address)
    expect(opened.headers['cache-control']).toBe('no-store')
  })

  it('is forgotten by signing in with the link', async () => {
    await ask()
    await pressLink(browser, (await mail()).link)
    expect([await isSignedIn(browser), await isForgotten()]).toEqual([true, true])
  })

  it('is forgotten by signing in with the code', async () => {
    const page = await ask()
    await browser.submit(page, CODE, { code: (await mail()).code })
    expect([await isSignedIn(browser), await isForgotten()]).toEqual([true, true])
  })

  it('is forgotten by signing in with a passkey', async () => {
    const [owner, device] = [new Visitor(service.url), new Authenticator()]
    await owner.signIn(service, ana.email)
    const adding = await owner.get('/settings/passkeys')
    const made = { credential: device.make({ origin: SITE_URL, challenge: readChallenge(adding) }) }
    await owner.submit(adding, '/settings/passkeys', made)
    await ask()
    const page = await browser.get('/sign-in')
    const used = { credential: device.use({ origin: SITE_URL, challenge: readChallenge(page) }) }
    await browser.submit(page, '/sign-in/passkey', used)
    expect([await isSignedIn(browser), await isForgotten()]).toEqual([true, true])
  })

  it('is forgotten by opening an account', async () => {
    const address = `new-${engine}@open.example`
    await ask(address)
    const page = await browser.follow(await pressLink(browser, (await mail(address)).link))
    // Someone typed it once more meanwhile.
    await ask(address)
    await browser.submit(page, '/sign-up', { first_name: 'Noa' })
    expect([await isSignedIn(browser), await isForgotten()]).toEqual([true, true])
  })

  it.each([
    ['signing out', '/sign-out', false],
    ['erasing oneself', '/settings/data/erase', true],
  ])('is forgotten by %s', async (_, path, isTyped) => {
    await browser.signIn(service, ana.email)
    await browser.post('/sign-in', { email: ana.email })
    expect(browser.cookies.has('__Host-asked')).toBe(true)
    await browser.post(path, isTyped ? { address: ana.email } : {})
    expect([await isSignedIn(browser), await isForgotten()]).toEqual([false, true])
  })
})
