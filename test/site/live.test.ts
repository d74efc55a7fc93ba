// /live: a page hears that it is out of date, for as long as its session stands, and hears nothing else.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dismissMember } from '../../packages/server/src/features/groups/operator.service.ts'
import { HOUR_MS } from '../../packages/server/src/kernel/instants.ts'
import { engines } from '../support/engine.ts'
import { act, adminOf, challengeIn, eventsSeenBy, throughGroup } from '../support/groups.ts'
import { challenge, person, useFreshPerson, type Person } from '../support/people.ts'
import { startTestService, useService, type TestGroup } from '../support/service.ts'
import { fromOwnPage, Listener } from './listener.ts'
import { siteSettings, SITE_URL, Visitor } from './visitor.ts'

const WITHIN_MS = 15_000
const settings = { ...siteSettings, WRITES_PER_MINUTE: '10000', READS_PER_MINUTE: '10000' }

/** Where the script of a page listens. */
const liveUrlOf = async (visitor: Visitor, path: string): Promise<string> => {
  const { text } = await visitor.get(path)
  return /<main[^>]* data-live="([^"]*)"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? ''
}

describe.each(engines)('/live, on %s', (engine) => {
  const service = useService(engine, settings)
  const ana = useFreshPerson(service)
  const ben = useFreshPerson(service)
  let browser: Visitor
  const opened: Listener[] = []
  beforeEach(async () => {
    browser = await enter(ana)
  })
  afterEach(async () => {
    for (const listener of opened.splice(0)) listener.close()
    await service.untilNoneWaits()
  })

  const enter = ({ email }: Pick<Person, 'email'>): Promise<Visitor> => Visitor.signedIn(service, email)
  const listen = async (
    visitor: Visitor,
    path?: string,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Listener> => {
    const listener = await Listener.open(service.url, visitor, path, headers)
    opened.push(listener)
    return listener
  }
  const newestOf = async (who: Person): Promise<string | undefined> => (await who.events()).at(-1)?.id

  describe('tells', () => {
    it('that something came, and not a word of what it is', async () => {
      const listener = await listen(browser)
      const made = await challenge(ben, ana, { claim: 'canaryclaim', stake: 'canarystake' })
      const first = await listener.next()
      await ana.act(made, 'accept')
      const second = await listener.next()
      expect([first, second]).toEqual((await ana.events()).map(({ id }) => id))
      expect(listener.told).toBe(`id: ${first}\ndata: {}\n\nid: ${second}\ndata: {}\n\n`)
      expect(listener.headers).toMatchObject({
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
        'cross-origin-resource-policy': 'same-origin',
      })
    })

    it('at once what came after the page was made, and nothing that it shows already', async () => {
      await challenge(ben, ana)
      for (const path of ['/', '/challenges']) {
        const url = await liveUrlOf(browser, path)
        await challenge(ben, ana)
        expect(await (await listen(browser, url)).next(), path).toBe(await newestOf(ana))
        const listener = await listen(browser, await liveUrlOf(browser, path))
        await challenge(ben, ana)
        expect(await listener.next(), path).toBe(await newestOf(ana))
        expect(listener.told.match(/^id:/gm), path).toHaveLength(1)
      }
    })

    it('a listener that knows more than there is, as after a restored backup, all that there is', async () => {
      await challenge(ben, ana)
      expect(await (await listen(browser, '/live?after=999999')).next()).toBe(await newestOf(ana))
    })

    it('nobody of what is not theirs', async () => {
      const stranger = await person(service)
      const listener = await listen(await enter(stranger))
      await ben.act(await challenge(ana, ben), 'accept')
      await challenge(ana, stranger)
      expect(await listener.next()).toBe(await newestOf(stranger))
    })

    it('of a challenge only what happens to it', async () => {
      const [one, other] = [await challenge(ben, ana), await challenge(ben, ana)]
      const listener = await listen(browser, `/live?challenge=${one.id}`)
      await ana.act(other, 'accept')
      await ana.act(one, 'accept')
      expect(await listener.next()).toBe(await newestOf(ana))
    })
  })

  it('tells of a challenge also behind a hundred others', { timeout: 180_000 }, async () => {
    const one = await challenge(ben, ana)
    const url = await liveUrlOf(browser, `/challenges/${one.id}`)
    await ana.act(one, 'accept')
    for (let count = 0; count < 100; count += 1) await challenge(ben, ana)
    const { body } = await ana.call('GET', '/v1/events?order=desc&limit=1')
    const [newest] = body.data as readonly { readonly id: string }[]
    expect(await (await listen(browser, url)).next()).toBe(newest?.id)
  })

  describe('of a group', () => {
    let group: TestGroup
    let watcher: Person
    beforeEach(async () => {
      group = await service.group()
      watcher = await person(service)
      for (const { email } of [ana, ben, watcher]) await group.addMember(email)
    })
    const inGroup = () => challengeIn(throughGroup(service, group, ana.email), ben)
    const newestOfGroup = async (): Promise<string | undefined> =>
      (await eventsSeenBy(adminOf(service, group))).at(-1)?.id

    it('tells a member who looks on what happens to a challenge, and in the group', async () => {
      const [one, other] = [await inGroup(), await inGroup()]
      const visitor = await enter(watcher)
      const [ofOne, ofAll] = [
        await listen(visitor, `/live?challenge=${one.id}`),
        await listen(visitor, `/live?group=${group.id}`),
      ]
      await act(ben, other, 'accept')
      const first = await newestOfGroup()
      await act(ben, one, 'accept')
      const second = await newestOfGroup()
      expect([await ofOne.next(), await ofAll.next(), await ofAll.next()]).toEqual([second, first, second])
    })

    it('tells what came since a page was made, and nothing older', async () => {
      await inGroup()
      service.clock.advance(60_000)
      const visitor = await enter(watcher)
      const since = (ms: number): string => `/live?group=${group.id}&since=${service.clock.now() - ms}`
      const [fromNow, fromBefore, fromLongAgo] = [
        await listen(visitor, since(0)),
        await listen(visitor, since(60_000)),
        await listen(visitor, since(HOUR_MS + 1)),
      ]
      const older = await newestOfGroup()
      await inGroup()
      expect(await fromNow.next()).toBe(await newestOfGroup())
      expect([await fromBefore.next(), await fromLongAgo.next()]).toEqual([older, older])
    })

    it('is not there for others, and over for who leaves', async () => {
      const { id } = await inGroup()
      const stranger = await enter(await person(service))
      const paths = [`/live?challenge=${id}`, `/live?group=${group.id}`]
      const absent = await listen(stranger, `/live?group=grp_${'0'.repeat(26)}`)
      for (const path of paths) {
        const refused = await listen(stranger, path)
        expect([refused.status, await refused.end()]).toEqual([404, await absent.end()])
      }
      const visitor = await enter(watcher)
      const listeners = [await listen(visitor, paths[0]), await listen(visitor, paths[1])]
      await service.store.write((tx) => dismissMember(tx, group.id, watcher.email, service.clock.now()))
      await act(ben, { id }, 'accept')
      service.clock.advance(WITHIN_MS)
      for (const listener of listeners) expect(await listener.end()).toBe('')
    })
  })

  describe('is over', () => {
    it('within 15 seconds of the end of its session', async () => {
      const listener = await listen(browser)
      const elsewhere = await enter(ana)
      await elsewhere.post('/settings/sessions/end-others', {})
      service.clock.advance(WITHIN_MS)
      expect(await listener.end()).toBe('')
      expect((await listen(browser)).status).toBe(401)
    })

    it('without telling of anything that came once the session had ended', async () => {
      const listener = await listen(browser)
      await (await enter(ana)).post('/settings/sessions/end-others', {})
      await challenge(ben, ana)
      expect(await listener.end()).toBe('')
    })

    it('when its person signs out in another tab', async () => {
      const listener = await listen(browser)
      await browser.post('/sign-out', {})
      service.clock.advance(WITHIN_MS)
      expect(await listener.end()).toBe('')
    })

    it('when the session ends by itself', async () => {
      const listener = await listen(browser)
      service.clock.advance(30 * 24 * HOUR_MS)
      expect(await listener.end()).toBe('')
    })

    it('when the account is erased', async () => {
      const listener = await listen(browser)
      await service.erase(ana.email)
      service.clock.advance(WITHIN_MS)
      expect(await listener.end()).toBe('')
      expect((await listen(browser)).status).toBe(401)
    })

    it('when the service stops', async () => {
      const other = await startTestService(engine, settings)
      const account = await other.account()
      const visitor = new Visitor(other.url)
      await visitor.signIn(other, account.email)
      const listener = await Listener.open(other.url, visitor)
      await Promise.all([listener.end(), other.stop()])
      expect(listener.told).toBe('')
    })
  })

  describe('is refused', () => {
    it('to someone who is not signed in', async () => {
      const refused = await listen(new Visitor(service.url))
      expect([refused.status, await refused.end()]).toEqual([401, 'You are signed out.\n'])
    })

    it.each([
      [{ 'sec-fetch-site': 'cross-site' }, 403],
      [{ 'sec-fetch-site': 'same-site' }, 403],
      [{ 'sec-fetch-site': 'none' }, 403],
      [{ 'sec-fetch-site': 'cross-site', referer: `${SITE_URL}/` }, 403],
      [{}, 403],
      [{ referer: `${SITE_URL}.evil.example/` }, 403],
      [{ origin: 'https://evil.example', referer: `${SITE_URL}/` }, 403],
      [{ origin: SITE_URL }, 200],
      [{ referer: `${SITE_URL}/challenges` }, 200],
      [{ ...fromOwnPage, host: 'elsewhere.example' }, 403],
      [fromOwnPage, 200],
    ])('to whatever is no page of the site: %j gives %i', async (headers, status) => {
      expect((await listen(browser, '/live', headers as Record<string, string>)).status).toBe(status)
    })

    it('to a sixth of a session, until one of them closes', async () => {
      const five = []
      for (let count = 0; count < 5; count += 1) five.push(await listen(browser))
      const sixth = await listen(browser)
      expect([sixth.status, sixth.headers['retry-after']]).toEqual([429, '1'])
      expect(await sixth.end()).toContain('At most 5')
      const elsewhere = await listen(await enter(ana))
      expect(elsewhere.status).toBe(200)
      five[0]?.close()
      await expect.poll(() => service.waitingCalls()).toBe(5)
      expect((await listen(browser)).status).toBe(200)
    })

    it('to a sixth of a session before anything is looked for', async () => {
      for (let count = 0; count < 5; count += 1) await listen(browser)
      expect((await listen(browser, '/live?challenge=ch_nothing')).status).toBe(429)
    })

    it('to a session that begins more than 60 times in a minute, and to no other', async () => {
      const begin = async (): Promise<number> => (await listen(browser, '/live?challenge=ch_nothing')).status
      for (let count = 0; count < 60; count += 1) expect(await begin()).toBe(404)
      const refused = await listen(browser)
      expect([refused.status, refused.headers['retry-after']]).toEqual([429, '60'])
      expect(await refused.end()).toBe('Your pages began to listen too often. They go on soon.\n')
      expect((await listen(await enter(ana))).status).toBe(200)
      service.clock.advance(60_000)
      expect((await listen(browser)).status).toBe(200)
    })

    it.each(['challenge=%00', 'group=%00', 'challenge=ch_nothing', `group=${'x'.repeat(3000)}`])(
      'where nothing is: %s',
      async (query) => expect((await listen(browser, `/live?${query}`)).status).toBe(404),
    )
  })

  it('is not counted, and a page that is fetched again is', async () => {
    const counted = await startTestService(engine, { ...settings, READS_PER_MINUTE: '5' })
    try {
      const account = await counted.account()
      const visitor = new Visitor(counted.url)
      await visitor.signIn(counted, account.email)
      for (let count = 0; count < 10; count += 1) {
        const listener = await Listener.open(counted.url, visitor)
        expect(listener.status).toBe(200)
        listener.close()
        await counted.untilNoneWaits()
      }
      const statuses = []
      for (let count = 0; count < 6; count += 1) statuses.push((await visitor.get('/')).status)
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    } finally {
      await counted.stop()
    }
  })

  it('holds no connection to the database: others are answered beside many who listen', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, () => person(service)))
    for (const one of people) {
      const visitor = await enter(one)
      for (let count = 0; count < 5; count += 1) await listen(visitor)
    }
    expect(service.waitingCalls()).toBe(60)
    await Promise.all(people.map((one) => challenge(ana, one)))
    for (const listener of opened) expect(await listener.next()).toMatch(/^evt_/)
  })

  it('has no HEAD, and none of it is there without the site', async () => {
    const { status } = await service.call('HEAD', '/live')
    expect(status).toBe(404)
    const off = await startTestService(engine, { ...settings, SITE: 'off' })
    try {
      expect((await new Visitor(off.url).get('/live', fromOwnPage)).status).toBe(404)
    } finally {
      await off.stop()
    }
  })

  it('a live page says when it was made, in the zone of who looks, and one that is not says nothing', async () => {
    const zone = await browser.get('/settings')
    await browser.submit(zone, '/settings/time-zone', { time_zone: 'Asia/Kolkata' })
    const { text } = await browser.get('/')
    const at = new Date(service.clock.now())
    const words = new Intl.DateTimeFormat('en-GB', {
      timeZone: 'Asia/Kolkata',
      hour: '2-digit',
      minute: '2-digit',
      timeZoneName: 'short',
    }).format(at)
    expect(text).toContain(
      `As of <time datetime="${at.toISOString()}" title="${at.toISOString()}">${words}</time>`,
    )
    expect(text).toContain('Load the page again to see what is new.')
    expect((await browser.get('/settings')).text).not.toMatch(/As of|data-live|live\.mjs/)
  })
})
