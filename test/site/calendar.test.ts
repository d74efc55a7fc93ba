// The calendar of an account: a secret address with every open deadline, and nothing of anyone else. On both engines.
import ICAL from 'ical.js'
import { request } from 'undici'
import { describe, expect, it, vi } from 'vitest'
import { blockPerson } from '../../packages/server/src/features/challenges/link/blocks.store.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../packages/server/src/kernel/instants.ts'
import { dump } from '../support/dump.ts'
import { engines } from '../support/engine.ts'
import { challenge, findPersonId, person, type Person } from '../support/people.ts'
import { startTestService, useService } from '../support/service.ts'
import { copyChallenge } from './copies.ts'
import { SITE_URL, siteSettings, Visitor } from './visitor.ts'

interface Entry {
  readonly uid: string
  readonly at: string
  readonly summary: string
  readonly description: string
  readonly url: string
}

const entriesIn = (text: string): readonly Entry[] =>
  ICAL.Component.fromString(text)
    .getAllSubcomponents('vevent')
    .map((event) => {
      const value = (name: string): string => String(event.getFirstPropertyValue(name))
      return {
        uid: value('uid'),
        at: new Date(value('dtstart')).toISOString(),
        summary: value('summary'),
        description: value('description'),
        url: value('url'),
      }
    })

describe.each(engines)('a calendar, on %s', (engine) => {
  const service = useService(engine, {
    ...siteSettings,
    WRITES_PER_MINUTE: '1000',
    READS_PER_MINUTE: '20',
  })

  const enter = async ({ email }: Pick<Person, 'email'>): Promise<Visitor> => {
    const browser = await Visitor.signedIn(service, email)
    return browser
  }

  /** Gives the path of the address that is shown. */
  const make = async (browser: Visitor): Promise<string> => {
    const shown = await browser.submit(await browser.get('/settings/calendar'), '/settings/calendar')
    const [, path = ''] =
      /<code[^>]*>https:\/\/play\.test\.example(\/calendar\/[\w-]{43}\.ics)</.exec(shown.text) ?? []
    expect(path, shown.text).not.toBe('')
    expect(shown.text).toContain(`href="webcal://play.test.example${path}"`)
    expect(shown.headers['cache-control']).toBe('no-store')
    return path
  }

  const ask = async (path: string, method: 'GET' | 'HEAD' = 'GET', headers: Record<string, string> = {}) => {
    const {
      statusCode,
      headers: sent,
      body,
    } = await request(service.url + path, {
      method,
      headers: { host: new URL(SITE_URL).host, ...headers },
    })
    return { status: statusCode, headers: sent, text: await body.text() }
  }

  it(
    'has every open deadline, by first names, and what happens otherwise',
    { timeout: 180_000 },
    async () => {
      const [ana, ben] = [await person(service), await person(service)]
      const pending = await challenge(ana, ben, { claim: 'asked of him', reference: 'benqx of the surname' })
      const asked = await challenge(ben, ana, { claim: 'asked of her' })
      const active = await challenge(ana, ben, { claim: 'under way', due_days: 50 })
      await ben.act(active, 'accept')
      const wanted = await challenge(ana, ben, { claim: 'to be cancelled', due_days: 60 })
      await ben.act(wanted, 'accept')
      const cancelled = await ben.act(wanted, 'cancel')
      const proposed = await challenge(ana, ben, { claim: 'he says' })
      await ben.act(proposed, 'accept')
      const said = await ben.act(proposed, 'resolve', { outcome: 'opponent_won' })
      const disputed = await challenge(ana, ben, { claim: 'in dispute' })
      await ben.act(disputed, 'accept')
      await ben.act(disputed, 'resolve', { outcome: 'opponent_won' })
      const fought = await ana.act(disputed, 'dispute', { reason: 'no' })
      const ended = await challenge(ana, ben, { claim: 'over' })
      await ben.act(ended, 'accept')
      await ben.act(ended, 'resolve', { outcome: 'creator_won' })

      const path = await make(await enter(ana))
      const { status, headers, text } = await ask(path)
      expect(status).toBe(200)
      expect(headers['content-type']).toBe('text/calendar; charset=utf-8')
      expect(headers['cache-control']).toBe('private, no-cache')
      expect(headers['referrer-policy']).toBe('no-referrer')
      expect(headers['x-robots-tag']).toBe('noindex, nofollow')
      expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
      const entries = entriesIn(text)
      expect(new Map(entries.map(({ uid, at }) => [uid.replace('@play.test.example', ''), at]))).toEqual(
        new Map([
          [`${cancelled.id}-cancel`, cancelled.cancellation?.lapses_at],
          [`${said.id}-end`, said.proposal?.confirm_by],
          [`${pending.id}-end`, pending.due_at],
          [`${asked.id}-end`, asked.due_at],
          [`${fought.id}-end`, fought.dispute?.decide_by],
          [`${active.id}-end`, active.due_at],
          [`${wanted.id}-end`, wanted.due_at],
        ]),
      )
      expect(entries.map(({ at }) => at)).toEqual(entries.map(({ at }) => at).toSorted())
      const ofSaid = entries.find(({ uid }) => uid.startsWith(said.id))
      expect(ofSaid?.summary).toBe('Pat says “I won”: he says')
      expect(ofSaid?.description).toBe('You vs Pat, for a coffee.\nAfter that, Pat’s result counts.')
      expect(ofSaid?.url).toBe(`${SITE_URL}/challenges/${said.id}`)
      for (const private_ of ['Quill', 'surname', '@test.example', ana.email, ben.email])
        expect(text.replaceAll('\r\n ', '')).not.toContain(private_)

      // When time is up, until when they can say how it ended; what has ended is gone.
      service.clock.advance(50 * DAY_MS)
      await service.runDue()
      const later = entriesIn((await ask(path)).text)
      expect(later.map(({ uid }) => uid.replace('@play.test.example', ''))).toEqual([
        `${wanted.id}-end`,
        `${active.id}-end`,
      ])
      expect(later[1]?.at).toBe(new Date(Date.parse(active.due_at) + 30 * DAY_MS).toISOString())
      expect(later[1]?.summary).toBe('Time’s up, say who won: under way')
    },
  )

  it('has nothing of others, and nothing of whom they have blocked', async () => {
    const [ana, ben, eve] = [await person(service), await person(service), await person(service)]
    const [anaId, eveId] = [await findPersonId(service, ana.email), await findPersonId(service, eve.email)]
    await challenge(ben, eve, { claim: 'canaryofothers' })
    await service.store.write((tx) => blockPerson(tx, anaId, eveId, service.clock.now(), 'Eve'))
    await challenge(eve, ana, { claim: 'canaryofblocked' })
    const own = await challenge(ben, ana, { claim: 'her own' })
    await ana.act(own, 'accept')
    const { text } = await ask(await make(await enter(ana)))
    expect(entriesIn(text).map(({ summary }) => summary)).toEqual([expect.stringContaining('her own')])
    expect(text).not.toContain('canary')
  })

  it(
    'has no word of who challenges unasked, and loses no deadline to them',
    { timeout: 180_000 },
    async () => {
      const [ana, ben, eve] = [await person(service), await person(service), await person(service)]
      const own = await challenge(ben, ana, { claim: 'her own', due_days: 300 })
      await ana.act(own, 'accept')
      const unasked = await challenge(eve, ana, { claim: 'typedclaim', stake: 'typedstake', due_days: 1 })
      await copyChallenge(service, unasked, 1100)
      const { text } = await ask(await make(await enter(ana)))
      const entries = entriesIn(text)
      expect(entries).toHaveLength(101)
      expect(entries.at(-1)?.summary).toBe('Time’s up: her own')
      expect(text).not.toContain('typed')
      expect(entries[0]?.summary).toBe('Pat challenges you')
      expect(entries[0]?.description).toBe('Pat vs you.\nAfter that, the challenge expires.')
    },
  )

  it('is asked for again at little cost, and its head alone', async () => {
    const [ana, ben] = [await person(service), await person(service)]
    const path = await make(await enter(ana))
    const made = await challenge(ben, ana)
    const known = { 'if-none-match': String((await ask(path)).headers['etag']) }
    const reads = vi.spyOn(service.store, 'all')
    const again = await ask(path, 'GET', known)
    expect([again.status, again.text]).toEqual([304, ''])
    // No list of challenges is read for it.
    expect(reads.mock.calls.filter(([{ name }]) => name?.startsWith('challenges.'))).toEqual([])
    reads.mockRestore()
    // Whatever happens is another state; and so is another day, since a wish to cancel lapses without an event.
    await ana.act(made, 'accept')
    expect((await ask(path, 'GET', known)).status).toBe(200)
    await ben.act(made, 'cancel')
    const asked = await ask(path)
    expect(entriesIn(asked.text)).toHaveLength(2)
    service.clock.advance(3 * DAY_MS)
    const later = await ask(path, 'GET', { 'if-none-match': String(asked.headers['etag']) })
    expect([later.status, entriesIn(later.text).length]).toEqual([200, 1])
    const { etag } = (await ask(path)).headers
    const head = await ask(path, 'HEAD')
    expect([head.status, head.text, head.headers['etag']]).toEqual([200, '', etag])
  })

  it('is refused once its address was renewed, ended, or its owner erased', async () => {
    const ana = await person(service)
    const browser = await enter(ana)
    const first = await make(browser)
    expect((await ask(first)).status).toBe(200)
    const second = await make(browser)
    expect((await ask(first)).status).toBe(404)
    expect((await ask(second)).status).toBe(200)
    await browser.submit(await browser.get('/settings/calendar'), '/settings/calendar/end')
    expect((await ask(second)).status).toBe(404)
    const third = await make(browser)
    expect((await browser.get('/settings/security-log')).text).toMatch(
      /Calendar address made[^]*Calendar address ended[^]*Calendar address renewed[^]*Calendar address made/,
    )
    await service.erase(ana.email)
    expect((await ask(third)).status).toBe(404)
  })

  it('is made only by someone who has just proved who they are, and shown once', async () => {
    const browser = await enter(await person(service))
    const page = await browser.get('/settings/calendar')
    const shown = await browser.submit(page, '/settings/calendar')
    const [secret = ''] = /[\w-]{43}(?=\.ics)/.exec(shown.text) ?? []
    expect((await browser.submit(page, '/settings/calendar')).text).toContain(secret)
    service.clock.advance(2 * MINUTE_MS)
    const later = await browser.submit(page, '/settings/calendar')
    expect(later.text).toContain('That was shown before')
    expect((await browser.get('/settings/calendar')).text).not.toContain(secret)
    service.clock.advance(15 * MINUTE_MS)
    const unproved = await browser.submit(await browser.get('/settings/calendar'), '/settings/calendar')
    expect(unproved.text).toContain('Prove that it is you')
    expect((await ask(`/calendar/${secret}.ics`)).status).toBe(200)
  })

  it('keeps its secret: only a hash is stored, and no log line has it', async () => {
    const browser = await enter(await person(service))
    const path = await make(browser)
    await ask(path)
    const [secret = ''] = /[\w-]{43}/.exec(path) ?? []
    // What a form answered is remembered for a day, encrypted; the dump reads it all the same.
    const kept = (await dump(service)).filter(({ text }) => text.includes(secret))
    expect(kept.map(({ table }) => table)).toEqual(['idempotency_keys'])
    expect(service.logLines.join('\n')).toContain('/calendar/:file')
    expect(service.logLines.join('\n')).not.toContain(secret)
    expect((await browser.get('/settings/calendar')).text).toMatch(/last read/)
  })

  it('is not found under any other address', async () => {
    for (const name of ['x', 'x.ics', `${'A'.repeat(43)}.ics`, 'A'.repeat(43), '%00.ics', 'A'.repeat(5000)])
      expect((await ask(`/calendar/${name}`)).status, name).toBe(404)
  })

  it('is read so often and no more, whatever its owner does on the site', async () => {
    const browser = await enter(await person(service))
    const path = await make(browser)
    const seen = []
    for (let count = 0; count < 21; count += 1) seen.push((await ask(path)).status)
    expect(seen).toEqual([...Array.from({ length: 20 }, () => 200), 429])
    expect(Number((await ask(path)).headers['retry-after'])).toBeGreaterThan(0)
    expect((await browser.get('/settings/calendar')).status).toBe(200)
    service.clock.advance(HOUR_MS)
    expect((await ask(path)).status).toBe(200)
  })
})

it('is not there where the site is off', async () => {
  const service = await startTestService('sqlite', { SITE: 'off' })
  try {
    const { statusCode } = await request(`${service.url}/calendar/${'A'.repeat(43)}.ics`)
    expect(statusCode).toBe(404)
  } finally {
    await service.stop()
  }
})
