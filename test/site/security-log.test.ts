// What stands in the security log, beside what is done in the settings themselves, on both engines.
import { beforeEach, describe, expect, it } from 'vitest'
import { once } from '../../packages/server/src/store/statements/statement.ts'
import { MINUTE_MS } from '../../packages/server/src/kernel/instants.ts'
import { engines } from '../support/engine.ts'
import { mailTo, visit } from '../support/mails.ts'
import { newChallenge, person } from '../support/people.ts'
import { useService, type TestAccount } from '../support/service.ts'
import { siteSettings, Visitor } from './visitor.ts'

describe.each(engines)('the security log, on %s', (engine) => {
  const service = useService(engine, {
    ...siteSettings,
    WRITES_PER_MINUTE: '100000',
    READS_PER_MINUTE: '100000',
  })
  let ana: TestAccount
  let browser: Visitor
  beforeEach(async () => {
    ana = await service.account()
    browser = await Visitor.signedIn(service, ana.email)
  })

  /** The newest first. */
  const titlesOf = async (visitor: Visitor): Promise<readonly string[]> => {
    const { text } = await visitor.get('/settings/security-log')
    return [...text.matchAll(/<strong>([^<]*)<\/strong>/g)].map(([, title = '']) => title)
  }

  it('has what was stopped by the link of a mail, by its buttons and by one click', async () => {
    const creator = await person(service)
    await creator.call('POST', '/v1/challenges', newChallenge({ ...creator, email: ana.email }))
    const { stopPath } = await mailTo(service, ana.email, 'invited')
    await visit(service, stopPath, { form: { choice: 'no_news' } })
    await visit(service, stopPath, { form: { choice: 'no_news' } })
    service.clock.advance(1)
    await visit(service, stopPath, { form: { 'List-Unsubscribe': 'One-Click' } })
    service.clock.advance(1)
    await visit(service, stopPath, { form: { choice: 'nothing' } })
    expect(await titlesOf(browser)).toEqual([
      'Wishes about mails changed: nothing at all, by the link of a mail',
      'Wishes about mails changed: no invitations, by the link of a mail',
      'Wishes about mails changed: no news, by the link of a mail',
      'Signed in by a link of whoever runs this service',
    ])
  })

  it('has the session that a new one in the same browser took the place of', async () => {
    service.clock.advance(1)
    await browser.signIn(service, ana.email)
    expect((await titlesOf(browser)).toSorted()).toEqual([
      'Signed in by a link of whoever runs this service',
      'Signed in by a link of whoever runs this service',
      'Signed out: someone signed in anew in this browser',
    ])
    const other = await service.account()
    await browser.signIn(service, other.email)
    expect(await titlesOf(browser)).toEqual(['Signed in by a link of whoever runs this service'])
    const elsewhere = await Visitor.signedIn(service, ana.email)
    const replaced = (await titlesOf(elsewhere)).filter((title) => title.startsWith('Signed out'))
    expect(replaced).toHaveLength(2)
  })

  const count = async (kind: string): Promise<number> => {
    const text = `select count(*) as count from security_log where account_id = '${ana.id}' and kind = '${kind}'`
    return (await service.store.first(once<{ count: number }>(text)))?.count ?? 0
  }

  it('has a change of links once, and not where nothing changes', async () => {
    for (let times = 0; times < 3; times += 1) await browser.post('/settings/links', { links: 'sign_in' })
    expect(await count('links_changed')).toBe(1)
    for (let times = 0; times < 3; times += 1) await browser.post('/settings/mails', { wish: 'no_news' })
    expect(await count('mails_changed')).toBe(1)
  })

  it(
    'keeps the newest two hundred of what is switched back and forth, and all else',
    { timeout: 120_000 },
    async () => {
      const before = await count('signed_in')
      for (let times = 0; times < 205; times += 1) {
        service.clock.advance(MINUTE_MS)
        await browser.post('/settings/links', { links: times % 2 === 0 ? 'sign_in' : 'act' })
      }
      expect(await count('links_changed')).toBe(200)
      expect(await count('signed_in')).toBe(before)
      expect((await titlesOf(browser))[0]).toBe('Links in mails lead to signing in')
    },
  )
})
