// Nobody loses because they did not hear of it: silence settles a proposal only for someone who was told in time.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../packages/server/src/kernel/instants.ts'
import {
  allowMails,
  noteBounce,
} from '../../packages/server/src/features/mail-preferences/mail-preferences.service.ts'
import { addressHash } from '../../packages/server/src/mail/messages/links.ts'
import { setPreference } from '../../packages/server/src/mail/preferences/preferences.store.ts'
import { once } from '../../packages/server/src/store/statements/statement.ts'
import { engines } from '../support/engine.ts'
import { act, adminOf, challengeIn, newMember, throughGroup } from '../support/groups.ts'
import { visit } from '../support/mails.ts'
import { sendMessage } from '../support/mcp.ts'
import { challenge, newChallenge, person } from '../support/people.ts'
import { openMailbox, pathIn, playByMail, press, type Mailbox } from './mailbox.ts'

const CONFIRM_MS = 72 * HOUR_MS

describe.each(engines)('Losing unheard, on %s', (engine) => {
  let mailbox: Mailbox
  beforeEach(async () => {
    mailbox = await openMailbox(engine)
  })
  afterEach(() => mailbox.stop())

  const proposal = async (email: string, more: object = {}) => {
    const played = await playByMail(mailbox, email, more)
    await played.ana.act(played.created, 'resolve', { outcome: 'creator_won' })
    return played
  }

  it('a proposal that was mailed a day before its end settles by silence', async () => {
    const { ana, created } = await proposal(mailbox.newGuest())
    await mailbox.later(0)
    await mailbox.later(CONFIRM_MS)
    expect(await ana.get(created)).toMatchObject({
      status: 'resolved',
      resolution: { outcome: 'creator_won', settled_by: 'silence' },
    })
  })

  it.each([
    ['exactly a day before', 'resolved', CONFIRM_MS - DAY_MS],
    ['a millisecond less than a day before', 'due', CONFIRM_MS - DAY_MS + 1],
    ['an hour before', 'due', CONFIRM_MS - HOUR_MS],
  ])('a notice that is handed over %s the deadline leaves the challenge %s', async (_, status, after) => {
    const { ana, created } = await proposal(mailbox.newGuest(), { due_days: 2 })
    await mailbox.later(after)
    await mailbox.later(CONFIRM_MS - after)
    expect(await ana.get(created)).toMatchObject({ status })
  })

  it('a third of the time is enough where there are less than three days', async () => {
    await mailbox.stop()
    mailbox = await openMailbox(engine, { CONFIRM_HOURS: '3' })
    const told = await proposal(mailbox.newGuest())
    const late = await proposal(mailbox.newGuest())
    mailbox.service.clock.advance(2 * HOUR_MS)
    const { confirm_by } = (await told.ana.get(told.created)).proposal ?? {}
    expect(Date.parse(confirm_by ?? '')).toBe(mailbox.service.clock.now() + HOUR_MS)
    await mailbox.later(0)
    await mailbox.later(HOUR_MS)
    expect([(await told.ana.get(told.created)).status, (await late.ana.get(late.created)).status]).toEqual([
      'resolved',
      'resolved',
    ])
    const third = await proposal(mailbox.newGuest())
    await mailbox.later(2 * HOUR_MS + 1)
    await mailbox.later(HOUR_MS - 1)
    expect((await third.ana.get(third.created)).status).toBe('active')
  })

  it('an attacker who floods an address does not keep the notice from it', async () => {
    const email = mailbox.newGuest()
    const { ana, created } = await playByMail(mailbox, email)
    for (let n = 0; n < 12; n += 1) {
      const other = await person(mailbox.service)
      await other.call('POST', '/v1/challenges', { ...newChallenge(ana), opponent_email: email })
    }
    await mailbox.later(0)
    const before = mailbox.to(email).length
    await ana.act(created, 'resolve', { outcome: 'creator_won' })
    await mailbox.later(0)
    expect(mailbox.to(email).slice(before)).toHaveLength(1)
    expect(mailbox.to(email).at(-1)?.text).toContain('Pat says “I won”')
  })

  it.each([
    ['active', 20],
    ['due', 2],
  ])('an address refused with 5xx loses nothing: the challenge is %s again', async (status, due_days) => {
    const email = mailbox.newGuest()
    const { ana, created } = await playByMail(mailbox, email, { due_days })
    mailbox.office.refuse({ code: 550 })
    await ana.act(created, 'resolve', { outcome: 'creator_won' })
    await mailbox.later(0)
    mailbox.office.refuse(undefined)
    await mailbox.later(CONFIRM_MS)
    expect(await ana.get(created)).toMatchObject({
      status,
      proposal: null,
      positions: { creator: null, opponent: null },
      closed_at: null,
    })
    const [last] = (await ana.events()).toReversed()
    expect(last).toMatchObject({ type: 'challenge.proposal_lapsed', actor: 'system' })
    // The door is open again: it can be said once more.
    await ana.act(created, 'resolve', { outcome: 'creator_won' })
  })

  it('a proposal that lapses when the time to settle is over too expires at that same instant', async () => {
    await mailbox.stop()
    mailbox = await openMailbox(engine, { SETTLE_DAYS: '1' })
    const email = mailbox.newGuest()
    const { ana, created } = await playByMail(mailbox, email, { due_days: 1 })
    mailbox.office.refuse({ code: 550 })
    await ana.act(created, 'resolve', { outcome: 'creator_won' })
    const { confirm_by } = (await ana.get(created)).proposal ?? {}
    await mailbox.later(0)
    await mailbox.later(CONFIRM_MS)
    expect(await ana.get(created)).toMatchObject({ status: 'expired', closed_at: confirm_by, proposal: null })
    const kinds = (await ana.events()).slice(-2).map(({ type }) => type)
    expect(kinds).toEqual(['challenge.proposal_lapsed', 'challenge.expired'])
  })

  it('an address that is told to have bounced before the deadline was not told', async () => {
    const email = mailbox.newGuest()
    const { ana, created } = await proposal(email)
    await mailbox.later(0)
    const { service } = mailbox
    const taken = await service.store.write((tx) => noteBounce(tx, service.keys, email, service.clock.now()))
    expect(taken).toBe(1)
    await mailbox.later(CONFIRM_MS)
    expect(await ana.get(created)).toMatchObject({ proposal: null })
  })

  it('a person who can be reached again is told of the proposal that bounced', async () => {
    const email = mailbox.newGuest()
    const { ana, created } = await proposal(email)
    await mailbox.later(0)
    const { store, keys, clock } = mailbox.service
    await store.write((tx) => noteBounce(tx, keys, email, clock.now()))
    await store.write((tx) => allowMails(tx, keys, email, clock.now()))
    const before = mailbox.to(email).length
    await mailbox.later(HOUR_MS)
    expect(mailbox.to(email).slice(before)).toHaveLength(1)
    await mailbox.later(CONFIRM_MS - HOUR_MS)
    expect((await ana.get(created)).status).toBe('resolved')
  })

  it('a bounce does not take back what a person did personally', async () => {
    const { service } = mailbox
    const ana = await person(service)
    const ben = await person(service)
    const created = await challenge(ana, ben)
    await ben.act(created, 'accept')
    await ana.act(created, 'resolve', { outcome: 'creator_won' })
    await mailbox.later(1)
    await ben.get(created)
    await mailbox.later(1)
    await service.store.write((tx) => noteBounce(tx, service.keys, ben.email, service.clock.now()))
    await mailbox.later(CONFIRM_MS)
    expect((await ana.get(created)).status).toBe('resolved')
  })

  it('to open a link is not to know of the proposal; to press one of its buttons is, also too late', async () => {
    const ends: string[] = []
    const uses = [
      (path: string) => visit(mailbox.service, path),
      (path: string) => press(mailbox.service, path, 'accept'),
      (path: string) => press(mailbox.service, path, 'cancel'),
    ]
    for (const use of uses) {
      const email = mailbox.newGuest()
      const { ana, created, page } = await playByMail(mailbox, email)
      mailbox.office.refuse({ code: 550 })
      await ana.act(created, 'resolve', { outcome: 'creator_won' })
      await mailbox.later(HOUR_MS)
      mailbox.office.refuse(undefined)
      const { status } = await use(page)
      await mailbox.later(CONFIRM_MS)
      ends.push(`${status} ${(await ana.get(created)).status}`)
    }
    expect(ends).toEqual(['200 active', '303 resolved', '409 resolved'])
  })

  it('to list the tools of an assistant is not to know of the proposal; to call one is', async () => {
    const { service, office } = mailbox
    const ends: string[] = []
    const uses = [
      ['tools/list', {}],
      ['tools/call', { name: 'list_challenges', arguments: {} }],
    ] as const
    for (const [method, params] of uses) {
      const [ana, ben] = [await person(service), await person(service)]
      const created = await challenge(ana, ben)
      await ben.act(created, 'accept')
      await mailbox.later(0)
      office.refuse({ code: 550 })
      await ana.act(created, 'resolve', { outcome: 'creator_won' })
      await mailbox.later(HOUR_MS)
      office.refuse(undefined)
      await sendMessage({ url: service.url, token: ben.token }, method, params)
      await mailbox.later(0)
      await mailbox.later(CONFIRM_MS)
      ends.push((await ana.get(created)).status)
    }
    expect(ends).toEqual(['active', 'resolved'])
  })

  it('a call that is refused for the plan is no use of a token', async () => {
    const { service, office } = mailbox
    const ana = await person(service)
    const ben = await person(service)
    const created = await challenge(ana, ben)
    await ben.act(created, 'accept')
    await mailbox.later(0)
    office.refuse({ code: 550 })
    await ana.act(created, 'resolve', { outcome: 'creator_won' })
    await mailbox.later(HOUR_MS)
    await service.store.write((tx) => tx.run(once("update accounts set plan = 'free'")))
    expect((await ben.call('GET', '/v1/me')).status).toBe(402)
    await service.store.write((tx) => tx.run(once("update accounts set plan = 'club'")))
    await mailbox.later(CONFIRM_MS)
    expect((await ana.get(created)).status).toBe('active')
  })

  it('the silence of a person who stopped everything with release 0.1 does not count', async () => {
    const email = mailbox.newGuest()
    const { ana, created } = await playByMail(mailbox, email)
    const { store, keys, clock } = mailbox.service
    await store.write((tx) => setPreference(tx, addressHash(keys, email), 'stoppedAt', clock.now()))
    await ana.act(created, 'resolve', { outcome: 'creator_won' })
    await mailbox.later(0)
    expect(mailbox.to(email)).toHaveLength(1)
    await mailbox.later(CONFIRM_MS)
    expect((await ana.get(created)).status).toBe('active')
  })

  it('what a group’s token does in a name is not that person’s own hand', async () => {
    const { service, office } = mailbox
    const group = await service.group()
    const admin = adminOf(service, group)
    const victim = await newMember(service, group)
    const created = await challengeIn(admin, victim)
    await act(victim, created, 'accept')
    office.refuse({ code: 550 })
    await act(admin, created, 'resolve', { outcome: 'creator_won' })
    await mailbox.later(HOUR_MS)
    await act(throughGroup(service, group, victim.email), created, 'evidence', { text: 'here' }, 201)
    office.refuse(undefined)
    await mailbox.later(CONFIRM_MS)
    const reply = await admin.call('GET', `/v1/challenges/${created.id}`)
    expect(reply.body.data).toMatchObject({ proposal: null, status: 'active' })
  })

  it('a person a group’s token consented for is told without typed texts, and never left out', async () => {
    const { service, to } = mailbox
    const group = await service.group()
    const admin = adminOf(service, group)
    const victim = await newMember(service, group)
    for (let n = 0; n < 13; n += 1) {
      const created = await challengeIn(admin, victim, { claim: `Canary-claim ${n}` })
      await act(victim, created, 'accept')
      await act(admin, created, 'resolve', { outcome: 'creator_won' })
    }
    await mailbox.later(0)
    const today = to(victim.email)
    expect(today.filter(({ text }) => text?.includes('says “I won”'))).toHaveLength(10)
    await mailbox.later(DAY_MS)
    const rest = to(victim.email).slice(today.length)
    expect(rest).toHaveLength(1)
    expect(rest[0]?.text?.match(/says “I won”/g)).toHaveLength(3)
    expect(
      to(victim.email)
        .map(({ text }) => text)
        .join(''),
    ).not.toContain('Canary')
    // Told a day later, but in time: each of them settles by silence.
    await mailbox.later(CONFIRM_MS)
    const list = await admin.call('GET', '/v1/challenges?limit=100')
    const statuses = (list.body.data as { status: string }[]).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set(['resolved']))
  })

  it.each([
    ['chosen before the proposal', 'resolved', 0],
    ['chosen less than a day before the deadline', 'active', CONFIRM_MS - HOUR_MS],
  ])('nothing at all, %s, leaves the challenge %s', async (_, status, after) => {
    const email = mailbox.newGuest()
    const { ana, created } = await playByMail(mailbox, email, { due_days: 20 })
    const mails = pathIn(mailbox.to(email).at(-1), 'stop')
    if (after === 0) await press(mailbox.service, mails, 'nothing')
    mailbox.office.refuse({ code: 450 })
    await ana.act(created, 'resolve', { outcome: 'creator_won' })
    await mailbox.later(0)
    if (after > 0) {
      mailbox.service.clock.advance(after)
      await press(mailbox.service, mails, 'nothing')
    }
    await mailbox.later(0)
    await mailbox.later(CONFIRM_MS - after)
    expect((await ana.get(created)).status).toBe(status)
  })

  it('a person who wants mails again is told of the proposal they missed', async () => {
    const email = mailbox.newGuest()
    const { ana, created } = await playByMail(mailbox, email)
    const mails = pathIn(mailbox.to(email).at(-1), 'stop')
    await press(mailbox.service, mails, 'nothing')
    await ana.act(created, 'resolve', { outcome: 'creator_won' })
    await mailbox.later(HOUR_MS)
    expect(mailbox.to(email).at(-1)?.subject).toBe('You won’t get any more emails')
    await press(mailbox.service, mails, 'mails')
    await mailbox.later(0)
    expect(mailbox.to(email).at(-1)?.text).toContain('Pat says “I won”')
  })

  it('after a dispute a person without a token has every move that is possible', async () => {
    const { service, to } = mailbox
    const email = mailbox.newGuest()
    const { ana, created, page } = await proposal(email)
    await press(service, page, 'dispute', { reason: 'Nine only.' })
    expect((await visit(service, page)).text).toContain('value="draw"')
    expect((await press(service, page, 'draw')).status).toBe(303)
    await ana.act(created, 'resolve', { outcome: 'draw' })
    expect(await ana.get(created)).toMatchObject({ resolution: { outcome: 'draw', settled_by: 'agreement' } })
    await mailbox.later(0)
    expect(to(email).at(-1)?.text).toContain('ended in a draw')
  })

  it.each([
    ['confirm_by', 'is still waiting for your answer', CONFIRM_MS],
    ['decide_by', 'Your dispute with Pat ends soon', 7 * DAY_MS],
  ])('a party that has not answered is reminded a day before %s', async (deadline, words, ms) => {
    const email = mailbox.newGuest()
    const { ana, created, page } = await proposal(email, { due_days: 20 })
    if (deadline === 'decide_by') {
      await press(mailbox.service, page, 'dispute', { reason: 'no' })
      await ana.act(created, 'resolve', { outcome: 'draw' })
    }
    await mailbox.later(0)
    const before = mailbox.to(email).length
    await mailbox.later(ms - DAY_MS - 1)
    expect(
      mailbox
        .to(email)
        .slice(before)
        .map(({ text }) => text?.includes(words)),
    ).not.toContain(true)
    await mailbox.later(1)
    expect(mailbox.to(email).at(-1)?.html).toContain(words)
    const toAna = mailbox.to(ana.email).filter(({ html }) => html && html.includes(words))
    expect(toAna).toEqual([])
  })
})
