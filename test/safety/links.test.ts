// The link of a challenge's mail lives as long as the challenge: it shows what is possible now, and ends when it
// should.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS } from '../../packages/server/src/kernel/instants.ts'
import { engines } from '../support/engine.ts'
import { buttonsOf, visit } from '../support/mails.ts'
import { openMailbox, pathIn, playByMail, press, type Mailbox } from './mailbox.ts'

describe.each(engines)('Losing unheard: links that live, on %s', (engine) => {
  let mailbox: Mailbox
  beforeAll(async () => {
    mailbox = await openMailbox(engine)
  })
  afterAll(() => mailbox.stop())

  const buttons = async (page: string) => buttonsOf(await visit(mailbox.service, page))

  it('the first link shows whatever is possible, to the end of the challenge', async () => {
    const { ana, created, page } = await playByMail(mailbox, mailbox.newGuest())
    expect(await buttons(page)).toEqual(['win', 'draw', 'concede', 'cancel'])
    await ana.act(created, 'cancel', { reason: 'ill' })
    expect(await buttons(page)).toEqual(['cancel', 'win', 'draw', 'concede'])
    await ana.act(created, 'resolve', { outcome: 'draw' })
    expect(await buttons(page)).toEqual(['agree', 'concede', 'dispute'])
    await press(mailbox.service, page, 'dispute', { reason: 'no' })
    expect(await buttons(page)).toEqual(['draw', 'win', 'concede'])
    await press(mailbox.service, page, 'win')
    expect(await buttons(page)).toEqual(['draw', 'concede'])
    await press(mailbox.service, page, 'concede')
    expect(await buttons(page)).toEqual([])
    expect(await ana.get(created)).toMatchObject({ resolution: { settled_by: 'concession' } })
  })

  it('the page that one is led on to sends its forms to the page itself', async () => {
    const { page } = await playByMail(mailbox, mailbox.newGuest())
    const done = await visit(mailbox.service, `${page}/done`)
    const forms = [...done.text.matchAll(/<form method="post"([^>]*)>/g)].map(([, more]) => more?.trim())
    expect(forms.length).toBeGreaterThan(2)
    expect(new Set(forms)).toEqual(new Set([`action="${page}"`]))
  })

  it('every mail of a challenge has a link, and the creator has a page too', async () => {
    const { ana, created } = await playByMail(mailbox, mailbox.newGuest())
    await mailbox.later()
    const page = pathIn(mailbox.to(ana.email).at(-1), 'a')
    expect(await buttons(page)).toEqual(['win', 'draw', 'concede', 'cancel'])
    expect((await press(mailbox.service, page, 'win')).status).toBe(303)
    expect(await ana.get(created)).toMatchObject({ status: 'proposed', proposal: { by: 'creator' } })
    expect(await buttons(page)).toEqual(['concede'])
  })

  it('can be read for 90 days after the end, and then no more', async () => {
    const { ana, created, page } = await playByMail(mailbox, mailbox.newGuest())
    await ana.act(created, 'resolve', { outcome: 'opponent_won' })
    mailbox.service.clock.advance(90 * DAY_MS - 1)
    const last = await visit(mailbox.service, page)
    expect([last.status, last.text.includes('You won')]).toEqual([200, true])
    mailbox.service.clock.advance(1)
    const gone = await visit(mailbox.service, page)
    expect([gone.status, gone.text.includes(created.claim)]).toEqual([410, false])
  })

  it('ends where its person says so, and a new one is mailed', async () => {
    const email = mailbox.newGuest()
    const { ana, created, page } = await playByMail(mailbox, email)
    const ended = await press(mailbox.service, page, 'renew')
    expect([ended.status, ended.text.includes('The earlier links have ended')]).toEqual([200, true])
    expect((await visit(mailbox.service, page)).status).toBe(410)
    expect((await press(mailbox.service, page, 'concede')).status).toBe(410)
    expect((await ana.get(created)).status).toBe('active')
    await mailbox.later()
    const renewed = pathIn(mailbox.to(email).at(-1), 'a')
    expect(renewed).not.toBe(page)
    expect((await press(mailbox.service, renewed, 'concede')).status).toBe(303)
  })

  it('is renewed five times in a day for a challenge, and then goes on working', async () => {
    const email = mailbox.newGuest()
    const { page } = await playByMail(mailbox, email)
    const other = await playByMail(mailbox, email)
    let newest = page
    for (let n = 0; n < 5; n += 1) {
      expect((await press(mailbox.service, newest, 'renew')).status).toBe(200)
      await mailbox.later()
      newest = pathIn(mailbox.to(email).at(-1), 'a')
    }
    const mails = mailbox.to(email).length
    const refused = await press(mailbox.service, newest, 'renew')
    expect(refused.status).toBe(409)
    expect(refused.text).toContain('You have ended earlier links 5 times in a day')
    await mailbox.later()
    expect(mailbox.to(email).length).toBe(mails)
    expect((await visit(mailbox.service, newest)).status).toBe(200)
    // Another challenge of theirs is counted for itself.
    expect((await press(mailbox.service, other.page, 'renew')).status).toBe(200)
    mailbox.service.clock.advance(DAY_MS)
    expect((await press(mailbox.service, newest, 'renew')).status).toBe(200)
  })

  it('that has ended locks nobody out of the one that was mailed since', async () => {
    const narrow = await openMailbox(engine, { WRITES_PER_MINUTE: '3' })
    try {
      const email = narrow.newGuest()
      const { page } = await playByMail(narrow, email)
      await press(narrow.service, page, 'renew')
      await narrow.later()
      const renewed = pathIn(narrow.to(email).at(-1), 'a')
      const pressed = []
      for (let n = 0; n < 3; n += 1) pressed.push((await press(narrow.service, page, 'concede')).status)
      expect(pressed).toEqual([410, 429, 429])
      expect((await press(narrow.service, renewed, 'concede')).status).toBe(303)
    } finally {
      await narrow.stop()
    }
  })

  it('ends with erasure', async () => {
    const email = mailbox.newGuest()
    const { page } = await playByMail(mailbox, email)
    await mailbox.service.erase(email)
    expect((await visit(mailbox.service, page)).status).toBe(404)
    expect((await press(mailbox.service, page, 'win')).status).toBe(404)
  })

  it('agrees only to the outcome that the page showed', async () => {
    const { ana, created, page } = await playByMail(mailbox, mailbox.newGuest())
    await ana.act(created, 'resolve', { outcome: 'draw' })
    const shown = await visit(mailbox.service, page)
    const seen = /name="seen" value="(\w+)"/.exec(shown.text)?.[1] ?? ''
    expect(seen).toBe('draw')
    // It lapses untold, and another proposal comes while the page is still open.
    mailbox.service.clock.advance(72 * 3_600_000)
    await ana.act(created, 'resolve', { outcome: 'creator_won' })
    expect((await press(mailbox.service, page, 'agree', { seen })).status).toBe(409)
    expect((await ana.get(created)).status).toBe('proposed')
    expect((await press(mailbox.service, page, 'agree', { seen: 'creator_won' })).status).toBe(303)
  })

  it('shows its own challenge and nothing else, to its own side', async () => {
    const one = await playByMail(mailbox, mailbox.newGuest(), { claim: 'Canary-one' })
    const other = await playByMail(mailbox, mailbox.newGuest(), { claim: 'Canary-other' })
    expect((await visit(mailbox.service, one.page)).text).not.toContain('Canary-other')
    const mixed = one.page.slice(0, 31) + other.page.slice(31)
    expect((await visit(mailbox.service, mixed)).status).toBe(404)
  })

  it('lets a person look and act as often as a session, and no more', async () => {
    const narrow = await openMailbox(engine, { READS_PER_MINUTE: '5', WRITES_PER_MINUTE: '3' })
    try {
      const { page } = await playByMail(narrow, mailbox.newGuest())
      const looks = []
      for (let n = 0; n < 6; n += 1) looks.push((await visit(narrow.service, page)).status)
      expect(looks).toEqual([200, 200, 200, 200, 200, 429])
      const acts = []
      for (let n = 0; n < 3; n += 1) acts.push((await press(narrow.service, page, 'accept')).status)
      expect(acts).toEqual([303, 303, 429])
      narrow.service.clock.advance(60_000)
      expect((await visit(narrow.service, page)).status).toBe(200)
    } finally {
      await narrow.stop()
    }
  })

  it('lets a person add as much over all their links as by one, and answer by each', async () => {
    const narrow = await openMailbox(engine, { WRITES_PER_MINUTE: '3' })
    try {
      const { service } = narrow
      const email = narrow.newGuest()
      const pages = []
      for (let n = 0; n < 3; n += 1) pages.push((await playByMail(narrow, email)).page)
      const [one = '', two = '', three = ''] = pages
      const add = async (page: string, form: object): Promise<number> =>
        (await visit(service, page, { form: { ...form } })).status
      const added = [
        await add(one, { action: 'record', amount: '1' }),
        await add(one, { action: 'evidence', text: 'By the lake' }),
        await add(two, { action: 'record', amount: '1' }),
        await add(two, { action: 'evidence', text: 'By the lake' }),
        await add(three, { action: 'record', amount: '1' }),
      ]
      expect(added).toEqual([303, 303, 303, 429, 429])
      // What they answer is counted by the link alone, and so is what others add.
      expect((await press(service, three, 'win')).status).toBe(303)
      const { page } = await playByMail(narrow, narrow.newGuest())
      expect(await add(page, { action: 'record', amount: '1' })).toBe(303)
      service.clock.advance(60_000)
      expect(await add(two, { action: 'record', amount: '1' })).toBe(303)
    } finally {
      await narrow.stop()
    }
  })
})
