// Playing on the site, signed in and by the links of mails: every answer, evidence, support and the tally, on both engines.
import { beforeEach, describe, expect, it } from 'vitest'
import type { Challenge, Tally } from '@challenge-service/contract'
import { DAY_MS, HOUR_MS } from '../../packages/server/src/kernel/instants.ts'
import { addressHash } from '../../packages/server/src/mail/messages/links.ts'
import { setPreference } from '../../packages/server/src/mail/preferences/preferences.store.ts'
import { once } from '../../packages/server/src/store/statements/statement.ts'
import { engines } from '../support/engine.ts'
import { act, challengeIn, throughGroup } from '../support/groups.ts'
import { buttonsOf, inviteStranger, standingOf, visit } from '../support/mails.ts'
import { challenge, person, useFreshPerson } from '../support/people.ts'
import { useService } from '../support/service.ts'
import { siteSettings, Visitor, type Fields, type SeenPage } from './visitor.ts'

describe.each(engines)('playing on the site, on %s', (engine) => {
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

  const enter = async ({ email }: { readonly email: string }): Promise<Visitor> => {
    const browser = await Visitor.signedIn(service, email)
    return browser
  }
  const pathOf = ({ id }: Pick<Challenge, 'id'>): string => `/challenges/${id}`
  const press = (browser: Visitor, made: Pick<Challenge, 'id'>, fields: Fields): Promise<SeenPage> =>
    browser.post(pathOf(made), fields)
  const expectDone = async (browser: Visitor, made: Challenge, fields: Fields): Promise<SeenPage> => {
    const sent = await press(browser, made, fields)
    expect(sent.status, sent.text).toBe(303)
    const page = await browser.follow(sent)
    expect(page.status).toBe(200)
    expect(page.text).toContain('<div class="notice good"')
    expect(page.text).not.toContain('Saved.')
    return page
  }
  const makeActive = async (): Promise<Challenge> => {
    const made = await challenge(ana, ben)
    await ben.act(made, 'accept')
    return made
  }
  const tallyOf = async ({ id }: Challenge): Promise<Tally> =>
    (await ana.call('GET', `/v1/challenges/${id}/tally?order=asc`)).body.data as Tally

  describe('an answer', () => {
    it('is given by one press each, from the invitation to a dispute that is settled', async () => {
      const made = await challenge(ana, ben)
      expect(buttonsOf(await anas.get(pathOf(made)))).toEqual(['cancel'])
      const asked = await bens.get(pathOf(made))
      expect([standingOf(asked), buttonsOf(asked)]).toEqual(['Pat challenges you', ['accept', 'decline']])
      await expectDone(bens, made, { choice: 'accept' })
      const running = ['win', 'draw', 'concede', 'cancel']
      expect(buttonsOf(await anas.get(pathOf(made)))).toEqual(running)
      await expectDone(anas, made, { choice: 'win' })
      expect(buttonsOf(await bens.get(pathOf(made)))).toEqual(['agree', 'dispute'])
      await expectDone(bens, made, { choice: 'dispute', reason: 'It was nine.' })
      await expectDone(anas, made, { choice: 'draw' })
      const page = await expectDone(bens, made, { choice: 'draw' })
      expect([standingOf(page), buttonsOf(page)]).toEqual(['Draw', []])
      expect((await ana.get(made)).resolution).toMatchObject({ outcome: 'draw', settled_by: 'agreement' })
    })

    it('to decline, to take back, to ask and to agree to cancel', async () => {
      const [declined, takenBack, cancelled] = [
        await challenge(ana, ben),
        await challenge(ana, ben),
        await makeActive(),
      ]
      await expectDone(bens, declined, { choice: 'decline', reason: 'No time.' })
      await expectDone(anas, takenBack, { choice: 'cancel' })
      await expectDone(anas, cancelled, { choice: 'cancel', reason: 'I am ill.' })
      await expectDone(bens, cancelled, { choice: 'cancel' })
      expect(await ana.get(declined)).toMatchObject({ status: 'declined', closed_reason: 'No time.' })
      expect((await ana.get(takenBack)).status).toBe('cancelled')
      expect((await ana.get(cancelled)).status).toBe('cancelled')
    })

    it('is accepted under the name of the account, personally', async () => {
      const made = await challenge(ana, ben)
      await expectDone(bens, made, { choice: 'accept', first_name: 'Mallory' })
      expect((await ana.get(made)).opponent).toEqual({ first_name: 'Pat' })
    })

    it('is needed with words where they are required, and keeps what was typed', async () => {
      const made = await makeActive()
      await ana.act(made, 'resolve', { outcome: 'creator_won' })
      for (const [reason, problem] of [
        ['', 'Your reason is required'],
        ['é'.repeat(1001), 'Your reason must be a text of 1 to 1000 characters'],
      ] as const) {
        const page = await press(bens, made, { choice: 'dispute', reason })
        expect(page.status).toBe(400)
        expect(page.text).toContain(problem)
        expect(page.text).toContain('href="#dispute-reason"')
        expect(page.text).toContain(`\n${reason}</textarea>`)
      }
      expect((await ana.get(made)).status).toBe('proposed')
    })

    it('of two tabs at once is one, and the other is told', async () => {
      const made = await makeActive()
      const sent = await Promise.all([
        press(anas, made, { choice: 'win' }),
        press(bens, made, { choice: 'win' }),
        press(anas, made, { choice: 'win' }),
      ])
      const late = sent.filter(({ status }) => status === 409)
      expect(late).toHaveLength(sent[0].status === 303 ? 1 : 2)
      for (const page of late) expect(page.text).toMatch(/Nothing was changed|contradicts the proposal/)
      const { proposal } = await ana.get(made)
      const events = (await ana.events()).filter(({ type }) => type === 'challenge.proposed')
      expect([events.length, proposal?.by]).toEqual([1, sent[0].status === 303 ? 'creator' : 'opponent'])
    })

    it('from a page older than a deadline is not taken after it', async () => {
      const made = await challenge(ana, ben)
      const page = await bens.get(pathOf(made))
      expect(buttonsOf(page)).toContain('accept')
      service.clock.advance(5 * DAY_MS)
      const late = await press(bens, made, { choice: 'accept' })
      expect(late.status).toBe(409)
      expect(standingOf(late)).toBe('Expired · no result')
      await service.runDue()
      expect((await ana.get(made)).status).toBe('expired')
    })

    it('agrees to the outcome that was shown, and to no other', async () => {
      const made = await makeActive()
      await ana.act(made, 'resolve', { outcome: 'draw' })
      const page = await press(bens, made, { choice: 'agree', seen: 'creator_won' })
      expect(page.status).toBe(409)
      expect((await ana.get(made)).status).toBe('proposed')
    })

    it('of an observer is refused in the rules’ own words', async () => {
      const group = await service.group()
      for (const { email } of [ana, ben]) await group.addMember(email, null, 'Pat')
      const watcher = await person(service)
      await group.addMember(watcher.email, null, 'Wim')
      const made = await challengeIn(throughGroup(service, group, ana.email), ben)
      const page = await press(await enter(watcher), made, { choice: 'accept' })
      expect(page.status).toBe(403)
      expect(page.text).toContain('Only the opponent can do this.')
      expect((await ana.get(made)).status).toBe('pending')
    })
  })

  it('cuts no sign of a long claim in half in the title of its page', async () => {
    const { text } = await bens.get(pathOf(await challenge(ana, ben, { claim: `a${'🏃'.repeat(80)}` })))
    expect(/<title>(a🏃{58}…)[^<]*<\/title>/u.exec(text)).not.toBeNull()
    expect(text).not.toContain('\uFFFD')
  })

  it('says why in the rules’ own words what cannot be done', async () => {
    const { text } = await bens.get(pathOf(await challenge(ana, ben)))
    expect(text).toContain('Nobody can do this while the challenge is pending.')
  })

  it('adds evidence once, however often its form is sent', async () => {
    const made = await makeActive()
    const page = await anas.get(pathOf(made))
    const form = page.forms.find(({ text }) => text.includes('value="evidence"'))
    const fields = { ...Object.fromEntries(form?.fields ?? []), action: 'evidence', text: 'By\r\nthe lake' }
    const sent = await Promise.all(Array.from({ length: 3 }, () => press(anas, made, fields)))
    expect(sent.map(({ status }) => status)).toEqual([303, 303, 303])
    const { text } = await anas.get(pathOf(made))
    expect(text.match(/By\nthe lake/g)).toHaveLength(1)
    expect((await press(anas, made, { action: 'evidence' })).text).toContain('is required where there is no')
  })

  it('supports a side as an observer, and changes it', async () => {
    const group = await service.group()
    for (const { email } of [ana, ben]) await group.addMember(email, null, 'Pat')
    const watcher = await person(service)
    await group.addMember(watcher.email, null, 'Wim')
    const made = await challengeIn(throughGroup(service, group, ana.email), ben)
    await act(ben, made, 'accept')
    const browser = await enter(watcher)
    await expectDone(browser, made, { action: 'support', side: 'creator', comment: 'I saw it.' })
    expect((await ana.get(made)).support).toMatchObject({ creator: 1, opponent: 0 })
    const page = await expectDone(browser, made, { action: 'support', side: 'opponent', comment: '' })
    expect(page.text).toContain('You support Pat')
    expect((await ana.get(made)).support).toMatchObject({ creator: 0, opponent: 1 })
    const refused = await press(browser, made, { action: 'support', side: 'both' })
    expect([refused.status, refused.text.includes('Your side must be')]).toEqual([400, true])
  })

  describe('the tally', () => {
    it('is recorded, doubted, amended and confirmed, and drawn as a race', async () => {
      const made = await makeActive()
      await expectDone(anas, made, { action: 'record', amount: '5', note: 'Monday' })
      service.clock.advance(HOUR_MS)
      await expectDone(anas, made, { action: 'record', amount: '3' })
      await expectDone(bens, made, { action: 'record', amount: '4' })
      const [first, second] = (await tallyOf(made)).entries
      await expectDone(bens, made, { action: 'doubt', entry_id: first?.id ?? '', reason: 'Four.' })
      await expectDone(anas, made, { action: 'amend', entry_id: first?.id ?? '', amount: '4' })
      const ids = [first?.id ?? '', second?.id ?? '']
      await expectDone(bens, made, { action: 'review', entry_ids: ids })
      expect(await tallyOf(made)).toMatchObject({
        creator: { claimed: 7, confirmed: 7 },
        opponent: { claimed: 4, confirmed: 0 },
      })
      const { text } = await anas.get(pathOf(made))
      expect(text).toContain('<svg class="chart race"')
      expect(text).toContain('Waiting for your review (1)')
    })

    it('takes an entry back, and accepts one after all', async () => {
      const made = await makeActive()
      await expectDone(anas, made, { action: 'record', amount: '5' })
      await expectDone(anas, made, { action: 'record', amount: '6' })
      const [first, second] = (await tallyOf(made)).entries
      await expectDone(anas, made, { action: 'withdraw', entry_id: first?.id ?? '' })
      await expectDone(bens, made, { action: 'doubt', entry_id: second?.id ?? '', reason: 'Five?' })
      await expectDone(bens, made, { action: 'accept', entry_id: second?.id ?? '' })
      expect((await tallyOf(made)).creator).toEqual({ claimed: 6, confirmed: 6 })
    })

    it('says what is wrong with an amount beside it', async () => {
      const made = await makeActive()
      const page = await press(anas, made, { action: 'record', amount: '0', note: 'Nothing' })
      expect(page.status).toBe(400)
      expect(page.text).toContain('href="#record-amount"')
      expect(page.text).toContain('value="Nothing"')
      expect((await tallyOf(made)).entries).toEqual([])
    })

    it('pages through its entries', async () => {
      const made = await makeActive()
      for (let count = 1; count <= 25; count += 1) await ana.act(made, 'tally', { amount: count }, 201)
      const page = await anas.get(pathOf(made))
      const [, older = ''] = /href="([^"#]*)#entries">Older entries/.exec(page.text) ?? []
      const shown = (text: string): number => (text.match(/Not confirmed yet/g) ?? []).length
      expect([shown(page.text), shown((await anas.get(older)).text)]).toEqual([20, 5])
    })
  })

  describe('by the link of a mail', () => {
    const openStranger = async () => {
      const invited = await inviteStranger(service, ana)
      const send = (form: Readonly<Record<string, string>>) => visit(service, invited.answerPath, { form })
      expect((await send({ choice: 'accept', first_name: 'Bea' })).status).toBe(303)
      return { ...invited, send }
    }

    it('someone without an account adds evidence and keeps the tally, each form once', async () => {
      const { created, answerPath, send } = await openStranger()
      const evidence = { form_id: 'a', action: 'evidence', text: 'At the lake.' }
      for (const form of [evidence, evidence]) expect((await send(form)).status).toBe(303)
      const entry = { form_id: 'b', action: 'record', amount: '7', note: 'Tuesday' }
      for (const form of [entry, entry]) expect((await send(form)).status).toBe(303)
      expect((await ana.get(created)).evidence_count).toBe(1)
      const { entries } = await tallyOf(created)
      expect(entries).toMatchObject([{ by: 'opponent', amount: 7, note: 'Tuesday' }])
      await ana.act(created, 'tally', { amount: 9 }, 201)
      const mine = (await tallyOf(created)).entries.find(({ by }) => by === 'creator')
      expect((await send({ form_id: 'c', action: 'review', entry_ids: mine?.id ?? '' })).status).toBe(303)
      expect((await tallyOf(created)).creator).toEqual({ claimed: 9, confirmed: 9 })
      const page = await visit(service, answerPath)
      expect(page.text).toContain('<svg class="chart race"')
      expect(page.text).not.toMatch(/<script/)
    })

    it('is refused what the rules refuse, with what was typed', async () => {
      const { send } = await openStranger()
      const page = await send({ action: 'record', amount: 'seven', note: 'Tuesday' })
      expect([page.status, page.text.includes('value="seven"')]).toEqual([400, true])
      expect((await send({ action: 'support', side: 'creator' })).status).toBe(404)
      expect((await send({ action: 'withdraw', entry_id: 'tly_none' })).status).toBe(404)
    })

    it('counts against nobody’s quota, and is forgotten with the person', async () => {
      const { email, send } = await openStranger()
      expect((await send({ form_id: 'x', action: 'evidence', text: 'Seen.' })).status).toBe(303)
      const people = "owner_id like 'per_%'"
      const count = async (table: string): Promise<number> =>
        (await service.store.first(once<{ n: number }>(`select count(*) as n from ${table} where ${people}`)))
          ?.n ?? 0
      expect(await count('quota_usage')).toBe(0)
      const before = await count('idempotency_keys')
      await service.erase(email)
      expect(await count('idempotency_keys')).toBeLessThan(before)
    })
  })

  it.each([
    ['a session that is used is a notice of what was proposed', true],
    ['one that is not is none', false],
  ])('%s', async (_, isUsed) => {
    const { store, keys, clock } = service
    const made = await makeActive()
    // No mail tells him of it.
    await store.write((tx) => setPreference(tx, addressHash(keys, ben.email), 'bouncedAt', clock.now()))
    await ana.act(made, 'resolve', { outcome: 'creator_won' })
    clock.advance(1)
    if (isUsed) await bens.get('/settings')
    await service.runDue()
    clock.advance(72 * HOUR_MS)
    await service.runDue()
    expect((await ana.get(made)).resolution?.settled_by).toBe(isUsed ? 'silence' : undefined)
  })
})
