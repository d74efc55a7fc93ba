// What an inbox gets, and what it does not: the kinds of mails, each with its limit, on a moved clock.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../packages/server/src/kernel/instants.ts'
import { engines } from '../support/engine.ts'
import { act, adminOf, challengeIn, expectStatus, throughGroup } from '../support/groups.ts'
import { visit } from '../support/mails.ts'
import { challenge, person, type Person } from '../support/people.ts'
import { openMailbox, pathIn, pathsIn, playByMail, press, type Mailbox } from './mailbox.ts'

describe.each(engines)('Losing unheard: what an inbox gets, on %s', (engine) => {
  let mailbox: Mailbox
  beforeEach(async () => {
    mailbox = await openMailbox(engine)
  })
  afterEach(() => mailbox.stop())

  const people = (count: number): Promise<readonly Person[]> =>
    Promise.all(Array.from({ length: count }, () => person(mailbox.service)))

  it('an honest second invitation on the same day arrives on the next', async () => {
    const [ana] = await people(1)
    const email = mailbox.newGuest()
    if (!ana) return
    for (let n = 0; n < 3; n += 1) await mailbox.invite(ana, email)
    await mailbox.later(0)
    expect(mailbox.to(email)).toHaveLength(1)
    await mailbox.later(DAY_MS - 1)
    expect(mailbox.to(email)).toHaveLength(1)
    await mailbox.later(1)
    const [, second, ...more] = mailbox.to(email)
    expect(more).toEqual([])
    expect(second?.subject).toBe('2 challenges from Pat')
    expect(new Set(pathsIn(second, 'a')).size).toBe(2)
    const [page = ''] = pathsIn(second, 'a')
    expect((await press(mailbox.service, page, 'accept')).status).toBe(303)
  })

  it('three unasked mails a day reach an inbox, whatever +tag they are sent to', async () => {
    const challengers = await people(5)
    for (const [n, challenger] of challengers.entries())
      await mailbox.invite(challenger, `victim+${n}@inbox.example`)
    await mailbox.later(0)
    const arrived = () => challengers.flatMap((_, n) => mailbox.to(`victim+${n}@inbox.example`))
    expect(arrived()).toHaveLength(3)
    await mailbox.later(DAY_MS)
    expect(arrived()).toHaveLength(5)
  })

  it('one causer reaches one inbox once a day, under any +tag', async () => {
    const [ana] = await people(1)
    if (!ana) return
    for (let n = 0; n < 4; n += 1) await mailbox.invite(ana, `target+${n}@inbox.example`)
    await mailbox.later(0)
    const arrived = () => [0, 1, 2, 3].flatMap((n) => mailbox.to(`target+${n}@inbox.example`))
    expect(arrived()).toHaveLength(1)
    for (let day = 0; day < 3; day += 1) await mailbox.later(DAY_MS)
    expect(arrived()).toHaveLength(4)
  })

  it('an owner sends fifty unasked mails a day', async () => {
    const [ana] = await people(1)
    if (!ana) return
    for (let n = 0; n < 52; n += 1) await mailbox.invite(ana, `crowd${n}@inbox.example`)
    await mailbox.later(0)
    expect(mailbox.office.received).toHaveLength(50)
    await mailbox.later(DAY_MS)
    expect(mailbox.office.received).toHaveLength(52)
  })

  it('declining makes nobody an acquaintance; accepting personally does, in both directions', async () => {
    const [ana] = await people(1)
    const email = mailbox.newGuest()
    if (!ana) return
    await mailbox.invite(ana, email)
    await mailbox.later(0)
    await press(mailbox.service, pathIn(mailbox.to(email).at(-1), 'a'), 'decline')
    await mailbox.invite(ana, email)
    await mailbox.later(HOUR_MS)
    expect(mailbox.to(email)).toHaveLength(1)
    await mailbox.later(DAY_MS)
    await press(mailbox.service, pathIn(mailbox.to(email).at(-1), 'a'), 'accept')
    const before = mailbox.to(email).length
    for (let n = 0; n < 13; n += 1) await mailbox.invite(ana, email, { claim: `I do ${n} of them.` })
    await mailbox.later(HOUR_MS)
    expect(mailbox.to(email).slice(before)).toHaveLength(10)
    // Among acquaintances the words are theirs to read.
    expect(mailbox.to(email).at(-1)?.text).toContain('I do 9 of them.')
    await mailbox.later(DAY_MS)
    const gathered = mailbox.to(email).at(-1)
    expect(gathered?.subject).toBe('3 challenges from Pat')
    expect(mailbox.to(email).slice(before)).toHaveLength(11)
  })

  it('an unasked mail holds nothing that others typed but a first name', async () => {
    const [ana] = await people(1)
    const email = mailbox.newGuest()
    if (!ana) return
    await mailbox.invite(ana, email, { claim: 'Canary-claim', stake: 'Canary-stake' })
    await mailbox.later(0)
    const [mail] = mailbox.to(email)
    expect(`${mail?.subject}${mail?.text}${mail?.html}`).not.toContain('Canary')
    expect(mail?.text).toContain('Pat challenges you')
  })

  it('why a challenge was taken back is in the mail to an acquaintance alone, and on the page of both', async () => {
    const [ana, ben] = await people(2)
    const email = mailbox.newGuest()
    if (!ana || !ben) return
    await ben.act(await challenge(ana, ben), 'accept')
    const toGuest = (await mailbox.invite(ana, email)).body.data as { id: string }
    const toBen = await challenge(ana, ben)
    await mailbox.later(0)
    for (const one of [toGuest, toBen]) await ana.act(one, 'cancel', { reason: 'Canary-reason' })
    await mailbox.later(DAY_MS)
    const [unasked, asked] = [mailbox.to(email).at(-1), mailbox.to(ben.email).at(-1)]
    expect(unasked?.text).toContain('took the challenge back')
    expect(`${unasked?.subject}${unasked?.text}${unasked?.html}`).not.toContain('Canary')
    expect(asked?.text).toContain('took the challenge back')
    expect(asked?.text).toContain('Canary-reason')
    for (const mail of [unasked, asked]) {
      expect((await visit(mailbox.service, pathIn(mail, 'a'))).text).toContain('>Canary-reason</q>')
    }
  })

  it('the creator is mailed why the challenge was declined', async () => {
    const [ana, ben] = await people(2)
    if (!ana || !ben) return
    await ben.act(await challenge(ana, ben), 'cancel', { reason: 'Canary-reason' })
    await mailbox.later(0)
    const mail = mailbox.to(ana.email).at(-1)
    expect(mail?.text).toContain('declined your challenge')
    expect(mail?.text).toContain('Canary-reason')
    expect((await visit(mailbox.service, pathIn(mail, 'a'))).text).toContain('>Canary-reason</q>')
  })

  it('a withdrawal is mailed only if its invitation was', async () => {
    const [ana] = await people(1)
    const [told, untold] = [mailbox.newGuest(), mailbox.newGuest()]
    if (!ana) return
    const first = (await mailbox.invite(ana, told)).body.data as { id: string }
    await mailbox.later(0)
    mailbox.office.refuse({ code: 550 })
    const second = (await mailbox.invite(ana, untold)).body.data as { id: string }
    await mailbox.later(0)
    mailbox.office.refuse(undefined)
    const third = (await mailbox.invite(ana, mailbox.newGuest())).body.data as { id: string }
    for (const created of [first, second, third]) await ana.act(created, 'cancel')
    await mailbox.later(2 * DAY_MS)
    expect(mailbox.to(told).at(-1)?.text).toContain('took the challenge back')
    expect(mailbox.office.received).toHaveLength(2)
  })

  it('an invitation that still waits is gone once there is nothing left to answer', async () => {
    const [ana] = await people(1)
    const email = mailbox.newGuest()
    if (!ana) return
    await mailbox.invite(ana, email)
    const second = (await mailbox.invite(ana, email)).body.data as { id: string }
    await mailbox.later(0)
    await ana.act(second, 'cancel')
    await mailbox.later(3 * DAY_MS)
    expect(mailbox.to(email)).toHaveLength(1)
  })

  it('a deadline is never limited, and a newer one replaces one that still waits', async () => {
    const email = mailbox.newGuest()
    const { ana, created, page } = await playByMail(mailbox, email, { due_days: 30 })
    await mailbox.later(0)
    mailbox.office.refuse({ code: 450 })
    await ana.act(created, 'resolve', { outcome: 'creator_won' })
    await mailbox.later(0)
    await press(mailbox.service, page, 'dispute', { reason: 'no' })
    const before = mailbox.to(email).length
    for (let n = 0; n < 4; n += 1) {
      await ana.act(created, 'resolve', { outcome: n % 2 === 0 ? 'draw' : 'creator_won' })
      await mailbox.later(0)
    }
    mailbox.office.refuse(undefined)
    await mailbox.later(HOUR_MS)
    expect(mailbox.to(email).slice(before)).toHaveLength(1)
    expect(mailbox.to(email).at(-1)?.text).toContain('Pat says “I won”')
    for (let n = 0; n < 5; n += 1) {
      await ana.act(created, 'resolve', { outcome: n % 2 === 0 ? 'draw' : 'creator_won' })
      await mailbox.later(0)
    }
    expect(mailbox.to(email).slice(before)).toHaveLength(6)
  })

  it('a question that was answered meanwhile is not asked any more', async () => {
    const email = mailbox.newGuest()
    const { ana, created, page } = await playByMail(mailbox, email)
    await mailbox.later(0)
    mailbox.office.refuse({ code: 450 })
    await ana.act(created, 'resolve', { outcome: 'creator_won' })
    await mailbox.later(0)
    await press(mailbox.service, page, 'concede')
    mailbox.office.refuse(undefined)
    await mailbox.later(HOUR_MS)
    expect(mailbox.to(email)).toHaveLength(1)
  })

  it('after the tenth piece of news of a day comes one digest a day', async () => {
    const [ana, ben] = await people(2)
    if (!ana || !ben) return
    for (let n = 0; n < 13; n += 1) await ben.act(await challenge(ana, ben), 'accept')
    await mailbox.later(0)
    const news = () => mailbox.to(ana.email).filter(({ text }) => text?.includes('accepted your challenge'))
    expect(news()).toHaveLength(10)
    await mailbox.later(DAY_MS)
    expect(news()).toHaveLength(11)
    expect(
      news()
        .at(-1)
        ?.text?.match(/\* Pat accepted your challenge/g),
    ).toHaveLength(3)
  })

  it('news comes once a day for someone who chose so', async () => {
    const [ana, ben] = await people(2)
    if (!ana || !ben) return
    await ben.act(await challenge(ana, ben), 'accept')
    await mailbox.later(0)
    await press(mailbox.service, pathIn(mailbox.to(ana.email).at(-1), 'stop'), 'daily_news')
    for (let n = 0; n < 3; n += 1) await ben.act(await challenge(ana, ben), 'accept')
    await mailbox.later(HOUR_MS)
    expect(mailbox.to(ana.email)).toHaveLength(1)
    await mailbox.later(DAY_MS)
    expect(mailbox.to(ana.email)).toHaveLength(2)
    expect(mailbox.to(ana.email).at(-1)?.subject).toBe('3 updates on your challenges')
  })

  it('mails of one challenge to one receiver are one thread', async () => {
    const email = mailbox.newGuest()
    const { ana, created, page } = await playByMail(mailbox, email)
    await ana.act(created, 'resolve', { outcome: 'creator_won' })
    await mailbox.later(0)
    await press(mailbox.service, page, 'dispute', { reason: 'no' })
    await ana.act(created, 'resolve', { outcome: 'draw' })
    await mailbox.later(0)
    const mails = mailbox.to(email)
    expect(mails).toHaveLength(3)
    expect(new Set(mails.map(({ subject }) => subject)).size).toBe(3)
    expect(new Set(mails.map(({ references }) => String(references))).size).toBe(1)
    const [toAna] = mailbox.to(ana.email)
    expect(String(toAna?.references)).not.toBe(String(mails[0]?.references))
    expect(mails.map(({ html }) => typeof html)).toEqual(['string', 'string', 'string'])
  })

  it('every mail says what this is, who runs it, and that replies are not read', async () => {
    const email = mailbox.newGuest()
    const { ana, created } = await playByMail(mailbox, email)
    await ana.act(created, 'resolve', { outcome: 'opponent_won' })
    await mailbox.later(0)
    const mails = mailbox.office.received
    expect(mails.length).toBeGreaterThan(2)
    for (const mail of mails) {
      for (const body of [mail.text, mail.html]) {
        expect(body).toContain('keeps track of challenges between two people')
        expect(body).toContain('ops@challenges.test')
        expect(body).toContain('Replies to this email aren’t read.')
      }
      expect(mail.headers.get('auto-submitted')).toBe('auto-generated')
    }
  })

  it('under no more invitations a new membership is still told, once', async () => {
    const { service } = mailbox
    const [ana] = await people(1)
    const email = mailbox.newGuest()
    if (!ana) return
    await mailbox.invite(ana, email)
    await mailbox.later(0)
    await press(service, pathIn(mailbox.to(email).at(-1), 'stop'), 'no_invitations')
    const group = await service.group()
    const admin = adminOf(service, group)
    const add = () => admin.call('POST', `/v1/groups/${group.id}/members`, { email, first_name: 'Gus' })
    const member = (await expectStatus(add(), 201)).body.data as { id: string }
    await mailbox.later(0)
    expect(mailbox.to(email).at(-1)?.subject).toBe('Alex added you to the group Blue')
    await admin.call('DELETE', `/v1/groups/${group.id}/members/${member.id}`)
    await expectStatus(add(), 201)
    await mailbox.invite(ana, email)
    await mailbox.later(3 * DAY_MS)
    expect(mailbox.to(email)).toHaveLength(2)
  })

  it('a group’s admin who adds and challenges a stranger writes to them as a stranger', async () => {
    const { service } = mailbox
    const group = await service.group()
    const admin = adminOf(service, group)
    const email = mailbox.newGuest()
    await expectStatus(
      admin.call('POST', `/v1/groups/${group.id}/members`, { email, first_name: 'Gus' }),
      201,
    )
    const created = await challengeIn(admin, { email }, { claim: 'Canary-claim' })
    await mailbox.later(0)
    expect(mailbox.to(email)).toHaveLength(1)
    await act(throughGroup(service, group, email), created, 'accept')
    await challengeIn(admin, { email }, { claim: 'Canary-claim' })
    await mailbox.later(0)
    // The consent was the group's: the next invitation is as unasked as the first.
    expect(mailbox.to(email)).toHaveLength(1)
    expect(
      mailbox
        .to(email)
        .map(({ text }) => text)
        .join(''),
    ).not.toContain('Canary')
  })
})
