// Passkeys: whom they let in, and what a device may not say. In a browser they are tried in story.test.ts.
import { beforeEach, describe, expect, it } from 'vitest'
import {
  checkPasskey,
  spendPasskey,
  type ProvedByPasskey,
} from '../../packages/server/src/features/passkeys/passkey.service.ts'
import { makeOperatorsLink } from '../../packages/server/src/features/sign-in/sign-in.service.ts'
import { DAY_MS, MINUTE_MS } from '../../packages/server/src/kernel/instants.ts'
import { once } from '../../packages/server/src/store/statements/statement.ts'
import { engines } from '../support/engine.ts'
import { mailsTo } from '../support/mails.ts'
import { startTestService, useService, type TestAccount } from '../support/service.ts'
import { Authenticator, readChallenge } from './authenticator.ts'
import { isSignedIn } from './inbox.ts'
import { siteSettings, SITE_URL, Visitor, type SeenPage } from './visitor.ts'

const ADD = '/settings/passkeys'
const USE = '/sign-in/passkey'

/** A page that asks a device, with its challenge. */
const withChallenge = (page: SeenPage) => ({ page, challenge: readChallenge(page) })

describe.each(engines)('passkeys, on %s', (engine) => {
  const service = useService(engine, siteSettings)

  const addTo = async (browser: Visitor, device: Authenticator): Promise<SeenPage> => {
    const { page, challenge } = withChallenge(await browser.get(ADD))
    return browser.submit(page, ADD, { credential: device.make({ origin: SITE_URL, challenge }) })
  }

  let ana: TestAccount
  let device: Authenticator
  beforeEach(async () => {
    ana = await service.account()
    device = new Authenticator()
    const browser = await Visitor.signedIn(service, ana.email)
    await addTo(browser, device)
  })

  it('let their owner in, without an address', async () => {
    const browser = new Visitor(service.url)
    const { page, challenge } = withChallenge(await browser.get('/sign-in'))
    expect(page.text).not.toContain(device.id)
    const credential = device.use({ origin: SITE_URL, challenge })
    expect((await browser.submit(page, USE, { credential })).headers['location']).toBe('/')
    expect((await browser.get('/settings')).text).toContain(ana.email)
  })

  it('are taken once for each challenge, though they come at once', async () => {
    const browser = new Visitor(service.url)
    const { page, challenge } = withChallenge(await browser.get('/sign-in'))
    const credential = device.use({ origin: SITE_URL, challenge })
    const others = [new Visitor(service.url), new Visitor(service.url)]
    const sent = await Promise.all(
      [browser, ...others].map((visitor) => visitor.submit(page, USE, { credential })),
    )
    expect(sent.map(({ status }) => String(status)).toSorted()).toEqual(['303', '400', '400'])
  })

  const wrongs = [
    ['of another site', { origin: 'https://play.test.example.evil.example' }],
    ['made for another host', { host: 'evil.example' }],
    ['of another origin of the same host', { origin: `${SITE_URL}:8443` }],
    ['without the owner having been verified', { isUserVerified: false }],
    ['for another challenge', { challenge: 'A'.repeat(43) }],
  ] as const

  it.each(wrongs)('are not added where the device speaks %s', async (_, wrong) => {
    const browser = await Visitor.signedIn(service, (await service.account()).email)
    const { page, challenge } = withChallenge(await browser.get(ADD))
    const credential = new Authenticator().make({ origin: SITE_URL, challenge, ...wrong })
    expect((await browser.submit(page, ADD, { credential })).status).toBe(400)
    expect((await browser.get(ADD)).text).toContain('You have none yet')
  })

  it.each([
    ['usb', ''],
    [null, ''],
    [5, ''],
    [{ join: 1 }, ''],
    [['\0', null, {}, 'x'.repeat(1_000), 'usb'], 'usb'],
    [['internal', 'hybrid'], 'internal hybrid'],
  ])('are added whatever the device says of how it is reached: %j', async (transports, kept) => {
    const { id, email } = await service.account()
    const browser = await Visitor.signedIn(service, email)
    const { page, challenge } = withChallenge(await browser.get(ADD))
    const credential = new Authenticator().make({ origin: SITE_URL, challenge, transports })
    expect((await browser.submit(page, ADD, { credential })).status).toBe(303)
    const find = once<{ transports: string }>(`select transports from passkeys where account_id = '${id}'`)
    expect(await service.store.all(find)).toEqual([{ transports: kept }])
  })

  it('are added once for each challenge, and not after 15 minutes', async () => {
    const [zoe, browser] = [await service.account(), new Visitor(service.url)]
    await browser.signIn(service, zoe.email)
    const { page, challenge } = withChallenge(await browser.get(ADD))
    const make = (one: Authenticator) =>
      browser.submit(page, ADD, { credential: one.make({ origin: SITE_URL, challenge }) })
    const [first, second] = [new Authenticator(), new Authenticator()]
    expect([(await make(first)).status, (await make(first)).status, (await make(second)).status]).toEqual([
      303, 303, 400,
    ])
    const later = withChallenge(await browser.get(ADD))
    service.clock.advance(15 * MINUTE_MS)
    await browser.signIn(service, zoe.email)
    const credential = second.make({ origin: SITE_URL, challenge: later.challenge })
    expect((await browser.submit(later.page, ADD, { credential })).status).toBe(400)
    // A name that is wrong can be corrected, so it is told first.
    const nameless = await browser.submit(later.page, ADD, { name: ' ', credential })
    expect(nameless.text).toContain('id="name_problem"')
  })

  it.each(wrongs)('say nothing that counts: %s', async (_, wrong) => {
    const browser = new Visitor(service.url)
    const { page, challenge } = withChallenge(await browser.get('/sign-in'))
    const credential = device.use({ origin: SITE_URL, challenge, ...wrong })
    const answer = await browser.submit(page, USE, { credential })
    expect(answer.status).toBe(400)
    expect(answer.text).toContain('This passkey was not taken')
    expect(await isSignedIn(browser)).toBe(false)
  })

  it('of nobody, and what is none, are answered alike', async () => {
    const browser = new Visitor(service.url)
    const stranger = new Authenticator()
    const texts: string[] = []
    for (const speaker of [stranger, device]) {
      const { page, challenge } = withChallenge(await browser.get('/sign-in'))
      const wrong = speaker.use({ origin: SITE_URL, challenge, isUserVerified: false })
      const answer = await browser.submit(page, USE, { credential: wrong })
      texts.push(`${answer.status} ${answer.text.replaceAll(/(?:value|data-options)="[^"]*"/g, '')}`)
    }
    const { page } = withChallenge(await browser.get('/sign-in'))
    for (const credential of [
      '',
      '{}',
      'null',
      '[]',
      '{"id":1}',
      `{"id":"${device.id}"}`,
      'x'.repeat(30_000),
    ]) {
      const answer = await browser.submit(page, USE, { credential })
      texts.push(`${answer.status} ${answer.text.replaceAll(/(?:value|data-options)="[^"]*"/g, '')}`)
    }
    expect(new Set(texts).size).toBe(1)
  })

  it('whose count of uses goes back are copies, and are not taken', async () => {
    const use = async (uses: number): Promise<number> => {
      const browser = new Visitor(service.url)
      const { page, challenge } = withChallenge(await browser.get('/sign-in'))
      const credential = device.use({ origin: SITE_URL, challenge, uses })
      return (await browser.submit(page, USE, { credential })).status
    }
    expect([await use(7), await use(5), await use(8)]).toEqual([303, 400, 303])
  })

  it('kept for another host are not taken, whatever the device says', async () => {
    const kept = `update passkeys set host = 'old.example' where account_id = '${ana.id}'`
    await service.store.write((tx) => tx.run(once(kept)))
    const browser = new Visitor(service.url)
    const { page, challenge } = withChallenge(await browser.get('/sign-in'))
    const credential = device.use({ origin: SITE_URL, challenge })
    expect((await browser.submit(page, USE, { credential })).status).toBe(400)
  })

  it('end the links that are out, and lead to no other site', async () => {
    const { store, keys, clock } = service
    const link = await store.write((tx) => makeOperatorsLink(tx, keys, ana.email, clock.now()))
    const browser = new Visitor(service.url)
    const { page, challenge } = withChallenge(await browser.get('/sign-in'))
    const credential = device.use({ origin: SITE_URL, challenge })
    const entered = await browser.submit(page, USE, { credential, next: '//evil.example/' })
    expect(entered.headers['location']).toBe('/')
    expect((await new Visitor(service.url).post(`/sign-in/${link}`, {})).status).toBe(410)
  })

  it('are taken for 15 minutes from the page that asked', async () => {
    const browser = new Visitor(service.url)
    const { page, challenge } = withChallenge(await browser.get('/sign-in'))
    service.clock.advance(15 * MINUTE_MS)
    const credential = device.use({ origin: SITE_URL, challenge })
    expect((await browser.submit(page, USE, { credential })).status).toBe(400)
  })

  it('are added by who has just proved who they are, and to no account but their own', async () => {
    const [thief, mallory] = [new Visitor(service.url), new Visitor(service.url)]
    await thief.signIn(service, ana.email)
    service.clock.advance(16 * MINUTE_MS)
    const asked = await addTo(thief, new Authenticator())
    expect(asked.text).toContain('Prove that it is you')
    await mallory.signIn(service, (await service.account()).email)
    const { page, challenge } = withChallenge(await thief.get(ADD))
    const credential = new Authenticator().make({ origin: SITE_URL, challenge })
    expect((await mallory.submit(page, ADD, { credential, made_for: '' })).status).toBe(400)
    expect((await mallory.get(ADD)).text).toContain('You have none yet')
    // Nor is the passkey of someone else taken for one's own.
    const own = withChallenge(await mallory.get(ADD))
    const copied = device.make({ origin: SITE_URL, challenge: own.challenge })
    expect((await mallory.submit(own.page, ADD, { credential: copied })).status).toBe(400)
  })

  it('re-authenticate only if they belong to the same account', async () => {
    const browser = await Visitor.signedIn(service, (await service.account()).email)
    service.clock.advance(16 * MINUTE_MS)
    const asked = await browser.submit(await browser.get('/settings/tokens'), '/settings/tokens', {
      name: 'mine',
      preset: 'read',
    })
    const { page, challenge } = withChallenge(asked)
    const answer = await browser.submit(page, '/settings/tokens', {
      prove: 'passkey',
      prove_credential: device.use({ origin: SITE_URL, challenge }),
    })
    expect(answer.status).toBe(403)
    expect(answer.text).toContain('That passkey was not taken')
  })

  it('let nobody in once they are removed, or their owner is erased', async () => {
    const enter = async (): Promise<number> => {
      const browser = new Visitor(service.url)
      const { page, challenge } = withChallenge(await browser.get('/sign-in'))
      const credential = device.use({ origin: SITE_URL, challenge })
      return (await browser.submit(page, USE, { credential })).status
    }
    const browser = await Visitor.signedIn(service, ana.email)
    const page = await browser.get(ADD)
    const remove = page.forms.find(({ action }) => action.endsWith('/remove'))?.action ?? ''
    expect([await enter(), (await browser.submit(page, remove)).status, await enter()]).toEqual([
      303, 303, 400,
    ])
    device = new Authenticator()
    await addTo(browser, device)
    expect(await enter()).toBe(303)
    await service.erase(ana.email)
    expect(await enter()).toBe(400)
  })

  it('removed in the same moment sign nobody in, nor those of who is erased', async () => {
    const { store, keys, clock } = service
    const place = { host: new URL(SITE_URL).hostname, origin: SITE_URL, siteName: 'Here' }
    const check = async () => {
      const { page, challenge } = withChallenge(await new Visitor(service.url).get('/sign-in'))
      const ceremony =
        page.forms.flatMap(({ fields }) => fields).find(([name]) => name === 'ceremony')?.[1] ?? ''
      const credential = device.use({ origin: SITE_URL, challenge })
      return checkPasskey(store, keys, place, { credential, ceremony }, clock.now())
    }
    const spend = (proved: ProvedByPasskey) => store.write((tx) => spendPasskey(tx, proved, clock.now()))
    await spend(await check())
    const checked = await check()
    const browser = await Visitor.signedIn(service, ana.email)
    const page = await browser.get(ADD)
    await browser.submit(page, page.forms.find(({ action }) => action.endsWith('/remove'))?.action ?? '')
    await expect(spend(checked)).rejects.toThrow('This passkey was not taken')
    await addTo(browser, (device = new Authenticator()))
    const left = await check()
    await service.erase(ana.email)
    await expect(spend(left)).rejects.toThrow('This passkey was not taken')
  })

  it('that two devices claim with one count sign in one of them, though they come at once', async () => {
    const asked = await Promise.all(
      [1, 2, 3].map(async () => {
        const visitor = new Visitor(service.url)
        return { visitor, ...withChallenge(await visitor.get('/sign-in')) }
      }),
    )
    const entered = await Promise.all(
      asked.map(({ visitor, page, challenge }) =>
        visitor.submit(page, USE, { credential: device.use({ origin: SITE_URL, challenge, uses: 3 }) }),
      ),
    )
    expect(entered.map(({ status }) => String(status)).toSorted()).toEqual(['303', '400', '400'])
    const sessions = once<{ count: number }>(
      `select count(*) as count from sessions where account_id = '${ana.id}'`,
    )
    // That of the browser which added the passkey, and the one that came in.
    expect((await service.store.first(sessions))?.count).toBe(2)
  })

  it('are twenty of an account', async () => {
    const browser = await Visitor.signedIn(service, (await service.account()).email)
    const statuses: number[] = []
    for (let added = 0; added < 21; added += 1) {
      statuses.push((await addTo(browser, new Authenticator())).status)
    }
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 303), 409])
  })

  it('are added and removed twenty times in a day, and then only removed', async () => {
    const zoe = await service.account()
    const browser = await Visitor.signedIn(service, zoe.email)
    const removeOne = async (): Promise<SeenPage> => {
      const page = await browser.get(ADD)
      return browser.submit(page, page.forms.find(({ action }) => action.endsWith('/remove'))?.action ?? '')
    }
    const statuses: number[] = []
    for (let round = 0; round < 10; round += 1) {
      statuses.push((await addTo(browser, new Authenticator())).status)
      if (round < 9) statuses.push((await removeOne()).status)
    }
    statuses.push((await addTo(browser, new Authenticator())).status)
    expect(statuses).toEqual(Array.from({ length: 20 }, () => 303))
    const mails = (await mailsTo(service, zoe.email)).length
    const refused = await addTo(browser, new Authenticator())
    expect(refused.status).toBe(409)
    expect(refused.text).toContain('You have added or removed 20 passkeys in a day')
    expect((await mailsTo(service, zoe.email)).length).toBe(mails)
    // What a thief has added can be removed however often they changed something.
    expect([(await removeOne()).status, (await removeOne()).status]).toEqual([303, 303])
    expect((await browser.get(ADD)).text).toContain('You have none yet')
    service.clock.advance(DAY_MS)
    await browser.signIn(service, zoe.email)
    expect((await addTo(browser, new Authenticator())).status).toBe(303)
  })

  it('are told of by mail when they are added and when they are removed', async () => {
    const browser = await Visitor.signedIn(service, ana.email)
    const page = await browser.get(ADD)
    await browser.submit(page, page.forms.find(({ action }) => action.endsWith('/remove'))?.action ?? '')
    const mails = await mailsTo(service, ana.email)
    expect(mails.map(({ kind }) => kind)).toEqual(['passkey_added', 'passkey_removed'])
    for (const { mail } of mails) expect(mail.text).toContain('/settings/passkeys')
  })

  it('are not offered at an IP address', async () => {
    const elsewhere = await startTestService(engine, { PUBLIC_URL: 'https://192.0.2.7' })
    const browser = new Visitor(elsewhere.url, { host: '192.0.2.7' })
    const page = await browser.get('/sign-in')
    await elsewhere.stop()
    expect(page.text).not.toContain('data-passkey')
  })
})
