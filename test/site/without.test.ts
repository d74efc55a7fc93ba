// The site without what it may be without: without itself, without a mail server, without any account, without a proxy.
import { afterEach, describe, expect, it } from 'vitest'
import { once } from '../../packages/server/src/store/statements/statement.ts'
import { ensurePerson } from '../../packages/server/src/features/access/accounts.store.ts'
import { engines } from '../support/engine.ts'
import { challenge, person } from '../support/people.ts'
import { mailsTo } from '../support/mails.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { sitePages } from '../../packages/server/src/interfaces/site/pages.ts'
import { makeOperatorsLink } from '../../packages/server/src/features/sign-in/sign-in.service.ts'
import { siteSettings, SITE_URL, Visitor } from './visitor.ts'

describe.each(engines)('the site, on %s', (engine) => {
  let service: TestService
  afterEach(() => service.stop())
  const start = async (settings: Readonly<Record<string, string>>): Promise<Visitor> => {
    service = await startTestService(engine, { ...siteSettings, ...settings })
    return new Visitor(service.url)
  }

  it('switched off leads to the reference, has no page and takes no form; links of mails act as ever', async () => {
    const browser = await start({ SITE: 'off' })
    const home = await browser.get('/')
    expect([home.status, home.headers['location']]).toEqual([302, 'docs'])
    for (const { path, kind } of sitePages) {
      if (path === '/') continue
      const at = path.replaceAll(/:\w+/g, 'x'.repeat(43))
      const page = kind === 'page' ? await browser.get(at) : await browser.post(at, {})
      expect([at, page.status]).toEqual([at, 404])
    }
    const account = await service.account()
    const { store, keys, clock } = service
    const link = await store.write((tx) => makeOperatorsLink(tx, keys, account.email, clock.now()))
    expect((await browser.post(`/sign-in/${link}`, {})).status).toBe(404)

    const creator = await person(service)
    const email = `off-${engine}@invited.example`
    await challenge(creator, { email })
    const [mail] = await mailsTo(service, email)
    const [, path = ''] = /https:\/\/[^/]+(\/a\/\S+)/.exec(mail?.mail.text ?? '') ?? []
    expect((await browser.get(path)).status).toBe(200)
    expect((await browser.post(path, { choice: 'accept' }, { origin: SITE_URL })).status).toBe(303)
  })

  it('without a mail server says that no mail leaves, and whom to ask', async () => {
    const browser = await start({})
    await service.account()
    const { text, forms } = await browser.get('/sign-in')
    expect(text).toContain('No mail leaves this service')
    expect(text).toContain('Robin, robin@test.example')
    expect(text).toContain('account link')
    expect(forms.filter(({ action }) => action === '/sign-in')).toEqual([])
    expect(text).not.toContain('There is no account yet')
  })

  it('without any account shows the two commands that make one', async () => {
    const browser = await start({})
    const { text } = await browser.get('/sign-in')
    expect(text).toContain('There is no account yet')
    expect(text).toContain('challenge-service account create --email')
    expect(text).toContain('challenge-service account link')
  })

  it('shows no commands where someone who was challenged can open an account by a mail', async () => {
    const browser = await start({ SMTP_URL: 'smtp://127.0.0.1:9' })
    expect((await browser.get('/sign-in')).text).toContain('There is no account yet')
    await service.store.write((tx) => ensurePerson(tx, 'first@invited.example', service.clock.now()))
    expect((await browser.get('/sign-in')).text).not.toContain('There is no account yet')
  })

  it('takes nobody at their word on where they come from where no proxy is trusted, and says so once', async () => {
    service = await startTestService(engine, { PUBLIC_URL: SITE_URL })
    for (const address of ['203.0.113.1', '203.0.113.2']) {
      await new Visitor(service.url, { 'x-forwarded-for': address }).get('/sign-in')
    }
    for (let asked = 0; asked < 32; asked += 1) {
      const visitor = new Visitor(service.url, { 'x-forwarded-for': `203.0.113.${asked}` })
      await visitor.post('/sign-in', { email: `one-${asked}@x.example` })
    }
    const kept = once<{ count: number }>('select count(*) as count from sign_ins')
    expect((await service.store.first(kept))?.count).toBe(30)
    const warned = service.logLines.filter((line) => line.includes('TRUST_PROXY is not set'))
    expect(warned).toHaveLength(1)
  })
})
