// The page of a challenge beyond its answers: blocking the other, the race in numbers, what waits for whose word, and what
// has happened. On both engines.
import type { Challenge, Tally } from '@challenge-service/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { HOUR_MS } from '../../packages/server/src/kernel/instants.ts'
import { engines } from '../support/engine.ts'
import { challengeIn, throughGroup } from '../support/groups.ts'
import { challenge, person, useFreshPerson, type Person } from '../support/people.ts'
import { useService } from '../support/service.ts'
import { siteSettings, Visitor, type Fields, type SeenPage } from './visitor.ts'

const wordsOf = (text: string): string =>
  text
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

describe.each(engines)('the page of a challenge, on %s', (engine) => {
  const service = useService(engine, {
    ...siteSettings,
    WRITES_PER_MINUTE: '10000',
    READS_PER_MINUTE: '10000',
  })
  const ana = useFreshPerson(service)
  const ben = useFreshPerson(service)
  let anas: Visitor
  let bens: Visitor
  beforeEach(async () => {
    anas = await enter(ana)
    bens = await enter(ben)
  })

  const enter = async ({ email }: Pick<Person, 'email'>): Promise<Visitor> => {
    const browser = await Visitor.signedIn(service, email)
    return browser
  }
  const pathOf = ({ id }: Pick<Challenge, 'id'>): string => `/challenges/${id}`
  const press = (browser: Visitor, made: Challenge, fields: Fields): Promise<SeenPage> =>
    browser.post(pathOf(made), fields)
  const expectDone = async (browser: Visitor, made: Challenge, fields: Fields): Promise<void> => {
    const sent = await press(browser, made, fields)
    expect(sent.status, sent.text).toBe(303)
  }
  const makeActive = async (): Promise<Challenge> => ben.act(await challenge(ana, ben), 'accept')
  const record = async (by: Person, made: Challenge, amount: number): Promise<string> => {
    await by.act(made, 'tally', { amount }, 201)
    const { data } = (await by.call('GET', `/v1/challenges/${made.id}/tally`)).body
    return (data as Tally).entries[0]?.id ?? ''
  }
  const pressable = ({ text }: SeenPage): readonly string[] =>
    [...text.matchAll(/name="(?:choice|action)" value="(\w+)"/g)].map(([, what = '']) => what)

  describe('blocks the other', () => {
    it('until they are unblocked, of which the other sees nothing', async () => {
      const made = await challenge(ana, ben)
      const seenByAna = async (): Promise<string> =>
        (await anas.get(pathOf(made))).text.replaceAll(/[0-9a-f-]{36}/g, 'ID')
      const before = await seenByAna()
      expect(pressable(await bens.get(pathOf(made)))).toContain('block')
      await expectDone(bens, made, { choice: 'block' })
      const blocking = pressable(await bens.get(pathOf(made)))
      expect([blocking.includes('block'), blocking.includes('unblock')]).toEqual([false, true])
      expect(await seenByAna()).toBe(before)
      const later = await challenge(ana, ben)
      expect((await bens.get(pathOf(later))).status).toBe(404)
      for (const list of ['/', '/challenges', '/challenges?show=waiting']) {
        expect((await bens.get(list)).text).not.toContain(later.id)
      }
      await expectDone(bens, made, { choice: 'unblock' })
      const last = await challenge(ana, ben)
      expect((await bens.get(pathOf(last))).status).toBe(200)
      expect((await bens.get('/')).text).toContain(last.id)
    })

    it('where there is one: who looks on has nobody to block', async () => {
      const group = await service.group()
      const watcher = await person(service)
      for (const { email } of [ana, ben, watcher]) await group.addMember(email, null, 'Pat')
      const made = await challengeIn(throughGroup(service, group, ana.email), ben)
      const browser = await enter(watcher)
      expect(pressable(await browser.get(pathOf(made)))).not.toContain('block')
      expect((await press(browser, made, { choice: 'block' })).status).toBe(404)
      expect((await browser.get('/settings/blocked')).text).not.toContain('/unblock')
    })
  })

  describe('of a tally', () => {
    it('tells the race in numbers, as it is drawn', async () => {
      const made = await makeActive()
      const confirmed = await record(ana, made, 5)
      const withdrawn = await record(ana, made, 30)
      await expectDone(bens, made, { action: 'review', entry_ids: confirmed })
      await expectDone(anas, made, { action: 'withdraw', entry_id: withdrawn })
      service.clock.advance(HOUR_MS)
      await record(ben, made, 4)
      const { text } = await anas.get(pathOf(made))
      const [, score = ''] = /<ul class="score">([^]*?)<\/ul>/.exec(text) ?? []
      expect(wordsOf(score)).toBe('You 5 all confirmed Pat 4 0 confirmed')
      const [, table = ''] = /<table>([^]*?)<\/table>/.exec(text) ?? []
      const rows = [...table.matchAll(/<tr>([^]*?)<\/tr>/g)].map(([, row = '']) =>
        [...row.matchAll(/<t[hd][^>]*>([^]*?)<\/t[hd]>/g)].slice(1).map(([, cell = '']) => wordsOf(cell)),
      )
      expect(rows).toEqual([
        ['You', 'Pat'],
        ['5', '0'],
        ['5', '4 (0 confirmed)'],
      ])
      // Each line ends at its height: the drawing is 220 high, and goes up to 5.
      const [, drawn = ''] = /<svg class="chart race"[^>]*>([^]*?)<\/svg>/.exec(text) ?? []
      const ends = [...drawn.matchAll(/class="([^"]*)"\s+d="[^"]*V(\d+)H600"/g)].map(([, of, y]) => [of, y])
      expect(ends).toEqual([
        ['mine claimed', '0'],
        ['mine', '0'],
        ['theirs claimed', '44'],
        ['theirs', '220'],
      ])
    })

    it('asks each for their word on what the other recorded, and on nothing else', async () => {
      const made = await makeActive()
      const entry = await record(ana, made, 5)
      const [hers, his] = [await anas.get(pathOf(made)), await bens.get(pathOf(made))]
      expect(hers.text).not.toContain('Waiting for your review')
      expect(his.text).toContain('Waiting for your review (1)')
      const aboutIt = (page: SeenPage) =>
        pressable(page).filter((what) => ['review', 'doubt', 'withdraw', 'accept'].includes(what))
      expect([aboutIt(hers), aboutIt(his)]).toEqual([['withdraw'], ['review', 'doubt']])
      const own = await press(anas, made, { action: 'review', entry_ids: entry })
      expect([own.status, own.text]).toEqual([
        403,
        expect.stringContaining('Only the other party can do this.'),
      ])
      const foreign = await press(bens, made, { action: 'withdraw', entry_id: entry })
      expect(foreign.status).toBe(403)
      expect((await bens.get(pathOf(made))).text).toContain('Waiting for your review (1)')
    })
  })

  it('tells what has happened, the newest first', async () => {
    const made = await makeActive()
    for (const [by, action, fields] of [
      [ana, 'evidence', { text: 'A picture.' }],
      [ana, 'resolve', { outcome: 'creator_won' }],
      [ben, 'dispute', { reason: 'It was nine.' }],
    ] as const) {
      service.clock.advance(HOUR_MS)
      await by.act(made, action, fields, action === 'evidence' ? 201 : 200)
    }
    const { text } = await anas.get(pathOf(made))
    const [, told = ''] = /<h2 id="history">[^]*?<ol class="rows">([^]*?)<\/ol>/.exec(text) ?? []
    const happenings = [...told.matchAll(/<p>([^]*?)<\/p>/g)].map(([, what = '']) => wordsOf(what))
    expect(happenings).toEqual([
      'Pat disagreed: It was nine.',
      'You said “I won”',
      'You added evidence',
      'Pat accepted',
      'You created the challenge',
    ])
  })
})
