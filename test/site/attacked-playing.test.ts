// What an attack on the pages where people play has found. Each of these once worked.
import { beforeEach, describe, expect, it } from 'vitest'
import type { Challenge, Tally } from '@challenge-service/contract'
import { noteBounce } from '../../packages/server/src/features/mail-preferences/mail-preferences.service.ts'
import { HOUR_MS } from '../../packages/server/src/kernel/instants.ts'
import { engines } from '../support/engine.ts'
import { buttonsOf, inviteStranger, mailTo, visit } from '../support/mails.ts'
import { challenge, useFreshPerson } from '../support/people.ts'
import { useService } from '../support/service.ts'
import { siteSettings, Visitor, type Fields, type SeenPage } from './visitor.ts'

describe.each(engines)('attacked where people play, on %s', (engine) => {
  const service = useService(engine, siteSettings)
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
  const makeActive = async (): Promise<Challenge> => {
    const made = await challenge(ana, ben)
    await ben.act(made, 'accept')
    return made
  }
  /** The fields of the form with this button, as the page has it now. */
  const formOf = async (
    browser: Visitor,
    made: Pick<Challenge, 'id'>,
    name: 'choice' | 'action',
    value: string,
  ): Promise<Fields> => {
    const page = await browser.get(pathOf(made))
    const form = page.forms.find(({ text }) => text.includes(`name="${name}" value="${value}"`))
    if (!form) throw new Error(`no form has ${value}`)
    return { ...Object.fromEntries(form.fields), [name]: value }
  }

  it('a bearer of one link cannot keep its owner from answering by a later one', async () => {
    const { answerPath, created, email } = await inviteStranger(service, ana)
    const stop = /<a href="(\/stop\/[^"]+)">/.exec((await visit(service, answerPath)).text)?.[1] ?? ''
    await visit(service, answerPath, { form: { choice: 'renew' } })
    const { answerPath: later } = await mailTo(service, email, 'link_renewed')
    for (let sent = 0; sent < 40; sent += 1) {
      await visit(service, stop, { form: { choice: 'x' } })
      await visit(service, answerPath, { form: { choice: 'x' } })
    }
    expect((await visit(service, stop, { form: { choice: 'x' } })).status).toBe(429)
    expect((await visit(service, later, { form: { choice: 'accept' } })).status).toBe(303)
    expect((await ana.get(created)).status).toBe('active')
  })

  describe('a page that was opened', () => {
    /** Ana says that she won, no mail reaches Ben, and somehow his page is asked for. */
    const settleAfter = async (headers: Readonly<Record<string, string>>): Promise<Challenge> => {
      const made = await makeActive()
      await ana.act(made, 'resolve', { outcome: 'creator_won' })
      await service.runDue()
      await service.store.write((tx) => noteBounce(tx, service.keys, ben.email, service.clock.now()))
      service.clock.advance(1)
      await bens.get(pathOf(made), headers)
      await service.runDue()
      service.clock.advance(72 * HOUR_MS)
      await service.runDue()
      return ana.get(made)
    }

    it('by its person is a notice of a proposal', async () => {
      expect(await settleAfter({})).toMatchObject({ resolution: { settled_by: 'silence' } })
      expect(await settleAfter({ 'sec-fetch-dest': 'document' })).toMatchObject({ status: 'resolved' })
    })

    it.each([
      ['by the script that renews it', { 'x-renews': '1' }],
      ['by any script', { 'sec-fetch-dest': 'empty' }],
      ['by a browser that loads ahead', { 'sec-fetch-dest': 'document', 'sec-purpose': 'prefetch' }],
    ])('%s is none', async (_, headers) => {
      expect(await settleAfter(headers)).toMatchObject({ status: 'active', proposal: null })
    })
  })

  it('a block shows only where it was made, so that nobody finds out who is behind an address', async () => {
    const [first, second] = [await challenge(ana, ben), await challenge(ana, ben)]
    await press(anas, first, { choice: 'block' })
    const offers = async (made: Challenge) =>
      / value="(block|unblock)"/.exec((await anas.get(pathOf(made))).text)?.[1]
    expect([await offers(first), await offers(second)]).toEqual(['unblock', 'block'])
    await press(anas, second, { choice: 'block' })
    const blocked = await anas.get('/settings/blocked')
    expect(blocked.forms.filter(({ action }) => action.endsWith('/unblock'))).toHaveLength(2)
    // Undone in one place, it holds by the other.
    const hidden = async () => {
      const made = await challenge(ben, ana)
      return (await ana.call('GET', `/v1/challenges/${made.id}`)).status === 404
    }
    await press(anas, first, { choice: 'unblock' })
    expect(await hidden()).toBe(true)
    await press(anas, second, { choice: 'unblock' })
    expect(await hidden()).toBe(false)
  })

  it('an answer that arrives again later is not given again', async () => {
    const made = await makeActive()
    await ana.act(made, 'resolve', { outcome: 'creator_won' })
    await ben.act(made, 'dispute', { reason: 'No.' })
    const draw = await formOf(anas, made, 'choice', 'draw')
    expect((await press(anas, made, draw)).status).toBe(303)
    await press(anas, made, { choice: 'win', form_id: 'another' })
    await press(bens, made, { choice: 'draw' })
    expect((await press(anas, made, draw)).status).toBe(303)
    expect(await ana.get(made)).toMatchObject({ status: 'disputed', positions: { creator: 'creator_won' } })
  })

  it('nor is one behind a link', async () => {
    const { answerPath, created } = await inviteStranger(service, ana)
    const send = (form: Readonly<Record<string, string>>) => visit(service, answerPath, { form })
    await send({ choice: 'accept' })
    await send({ choice: 'win' })
    await ana.act(created, 'dispute', { reason: 'No.' })
    await send({ choice: 'draw', form_id: 'first' })
    await send({ choice: 'win', form_id: 'second' })
    await ana.act(created, 'resolve', { outcome: 'draw' })
    expect((await send({ choice: 'draw', form_id: 'first' })).status).toBe(303)
    expect(await ana.get(created)).toMatchObject({ status: 'disputed' })
  })

  it('an entry is confirmed with the amount that was read, and with no other', async () => {
    const made = await makeActive()
    const path = `/v1/challenges/${made.id}/tally`
    await ben.call('POST', path, { amount: 5 })
    const right = await formOf(anas, made, 'action', 'review')
    const tally = async () => (await ana.call('GET', path)).body.data as Tally
    const [entry] = (await tally()).entries
    await ana.call('POST', `${path}/dispute`, { entry_id: entry?.id, reason: 'No.' })
    const after = await formOf(anas, made, 'action', 'accept')
    await ben.call('POST', `${path}/resolve`, { entry_id: entry?.id, action: 'amend', amount: 1000 })
    const late = await press(anas, made, right)
    expect([late.status, (await tally()).opponent]).toEqual([409, { claimed: 1000, confirmed: 0 }])
    expect(late.text).toContain('something else had happened before')
    await ana.call('POST', `${path}/dispute`, { entry_id: entry?.id, reason: 'No.' })
    expect((await press(anas, made, after)).status).toBe(409)
    expect((await press(anas, made, await formOf(anas, made, 'action', 'accept'))).status).toBe(303)
    expect((await tally()).opponent).toEqual({ claimed: 1000, confirmed: 1000 })
  })

  it('what was seen of an entry that has no such name is left aside, signed in and by a link', async () => {
    const odd = ['\0', 'x\0y 1', 'tly_\0 1', '__proto__ 1', `${'x'.repeat(5_000)} 1`]
    const made = await makeActive()
    for (const seen of odd)
      expect((await press(anas, made, { action: 'record', amount: '1', seen })).status, seen).toBe(303)
    const { answerPath } = await inviteStranger(service, ana)
    await visit(service, answerPath, { form: { choice: 'accept' } })
    for (const seen of odd) {
      const form = { action: 'record', amount: '1', seen }
      expect((await visit(service, answerPath, { form })).status, seen).toBe(303)
    }
  })

  it('to take back is not to ask to cancel, and to agree is not to ask', async () => {
    const taken = await challenge(ana, ben)
    const takeBack = await formOf(anas, taken, 'choice', 'cancel')
    await ben.act(taken, 'accept')
    expect((await press(anas, taken, takeBack)).status).toBe(409)
    expect(await ana.get(taken)).toMatchObject({ status: 'active', cancellation: null })

    const asked = await makeActive()
    await ana.act(asked, 'cancel')
    const agree = await formOf(bens, asked, 'choice', 'cancel')
    service.clock.advance(72 * HOUR_MS)
    expect((await press(bens, asked, agree)).status).toBe(409)
    expect(await ana.get(asked)).toMatchObject({ status: 'active', cancellation: null })
    // Asked by themselves meanwhile, the earlier page still says something else.
    await ben.act(asked, 'cancel')
    expect((await press(bens, asked, agree)).status).toBe(409)
    expect(buttonsOf(await anas.get(pathOf(asked)))).toContain('cancel')
  })
})
