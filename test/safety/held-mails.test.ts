// What waits for a place is told in the end, together with what waits for the same one, and holds up nothing else.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../packages/server/src/kernel/instants.ts'
import { engines } from '../support/engine.ts'
import { ensurePerson } from '../../packages/server/src/features/access/accounts.store.ts'
import { queueMail } from '../../packages/server/src/mail/outbox/outbox.store.ts'
import { listMails } from '../../packages/server/src/mail/outbox/kept-mails.store.ts'
import { act, adminOf, challengeIn, newMember } from '../support/groups.ts'
import { asId } from '../support/ids.ts'
import { PUBLIC_URL } from '../support/mails.ts'
import { person, type Person } from '../support/people.ts'
import { startTestService } from '../support/service.ts'
import { openMailbox, pathIn, pathsIn, press, type Mailbox } from './mailbox.ts'

describe.each(engines)('Losing unheard: what waits for a place, on %s', (engine) => {
  let mailbox: Mailbox
  beforeEach(async () => {
    mailbox = await openMailbox(engine)
  })
  afterEach(() => mailbox.stop())

  const people = (count: number): Promise<readonly Person[]> =>
    Promise.all(Array.from({ length: count }, () => person(mailbox.service)))

  it('a flood of invitations holds up nothing else that waits for the same person', async () => {
    const [ana] = await people(1)
    if (!ana) return
    const { service } = mailbox
    const group = await service.group()
    const admin = adminOf(service, group)
    const member = await newMember(service, group)
    for (let n = 0; n < 120; n += 1) await mailbox.invite(ana, member.email)
    await mailbox.later(0)
    for (let n = 0; n < 15; n += 1) {
      const created = await challengeIn(admin, member)
      await act(member, created, 'accept')
      await act(admin, created, 'resolve', { outcome: 'creator_won' })
    }
    await mailbox.later(0)
    await mailbox.later(2 * HOUR_MS)
    const told = mailbox.to(member.email).map(({ text }) => text?.match(/says “I won”/g)?.length ?? 0)
    expect(told.reduce((sum, count) => sum + count, 0)).toBe(15)
  })

  it('what a group causes is gathered, and told before its deadline', async () => {
    const { service } = mailbox
    const group = await service.group()
    const admin = adminOf(service, group)
    const member = await newMember(service, group)
    for (let n = 0; n < 25; n += 1) {
      const created = await challengeIn(admin, member, { due_days: 30 })
      await act(member, created, 'accept')
      await act(admin, created, 'resolve', { outcome: 'creator_won' })
    }
    await mailbox.later(0)
    await mailbox.later(2 * DAY_MS)
    await mailbox.later(2 * HOUR_MS)
    const reminded = mailbox
      .to(member.email)
      .map(({ text }) => text?.match(/You haven’t answered yet/g)?.length ?? 0)
    expect(reminded.reduce((sum, count) => sum + count, 0)).toBe(25)
    expect(reminded.filter((count) => count > 0)).toHaveLength(11)
  })

  it('what was gathered with a mail that is unwanted since goes out without it', async () => {
    const { service } = mailbox
    const group = await service.group()
    const admin = adminOf(service, group)
    const member = await newMember(service, group)
    const play = async () => {
      const created = await challengeIn(admin, member, { due_days: 30 })
      await act(member, created, 'accept')
      return created
    }
    const settled = await play()
    const open = [await play(), await play()]
    for (let n = 0; n < 10; n += 1) await act(admin, await play(), 'resolve', { outcome: 'creator_won' })
    await mailbox.later(0)
    await act(admin, settled, 'resolve', { outcome: 'opponent_won' })
    for (const created of open) await act(admin, created, 'resolve', { outcome: 'creator_won' })
    await mailbox.later(0)
    mailbox.office.refuse({ code: 451 })
    await mailbox.later(HOUR_MS)
    await press(service, pathIn(mailbox.to(member.email).at(-1), 'stop'), 'no_news')
    mailbox.office.refuse(undefined)
    const before = mailbox.to(member.email).length
    await mailbox.later(2 * DAY_MS)
    const texts = mailbox
      .to(member.email)
      .slice(before)
      .map(({ text }) => text ?? '')
      .join('')
    expect(texts.match(/says “I won”/g)?.length).toBeGreaterThanOrEqual(2)
    expect(texts).not.toContain('won your challenge')
  })

  it('an owner who makes and loses webhooks without end fills no inbox of an admin', async () => {
    const { service } = mailbox
    const group = await service.group()
    const facts = {
      webhookId: asId('webhook', 'whk_1'),
      description: null,
      host: 'a.example',
      reason: 'gone',
      groupName: 'Blue',
    } as const
    const personId = await service.store.write((tx) =>
      ensurePerson(tx, group.adminEmail, service.clock.now()),
    )
    const from = { ownerId: group.id, causerId: group.id, throughId: group.id } as const
    const about = { class: 'account', challengeId: null, deadline: null, facts } as const
    await service.store.write(async (tx) => {
      for (let n = 0; n < 40; n += 1) {
        queueMail(tx, { kind: 'webhook_disabled', personId, ...from, ...about }, service.clock.now())
      }
    })
    await mailbox.later(0)
    expect(mailbox.to(group.adminEmail)).toHaveLength(10)
    await mailbox.later(HOUR_MS)
    expect(mailbox.to(group.adminEmail)).toHaveLength(11)
    expect(mailbox.to(group.adminEmail).at(-1)?.subject).toBe('30 updates from the group Blue')
  })

  it('thousands that wait for places of one day stop no other mail', { timeout: 180_000 }, async () => {
    const service = await startTestService(engine, { PUBLIC_URL })
    try {
      const groupId = asId('group', 'grp_1')
      const memberId = asId('member', 'mem_1')
      const facts = { memberId, joinedAt: 0, groupName: 'Blue', byName: 'Alex', isFirst: true }
      await service.store.write(async (tx) => {
        const now = service.clock.now()
        for (let n = 0; n < 30 * 95; n += 1) {
          const personId = await ensurePerson(tx, `full${n % 30}@inbox.example`, now)
          const from = { ownerId: groupId, causerId: groupId, throughId: null } as const
          const deadline = { stage: 'leave', by: now + 365 * DAY_MS } as const
          const about = { class: 'invitation', challengeId: null, deadline, facts } as const
          queueMail(tx, { kind: 'member_added', personId, ...from, ...about }, now)
        }
      })
      await service.runDue()
      service.clock.advance(DAY_MS)
      await service.runDue()
      const states = (await listMails(service.store, 3_000)).map(({ state }) => state)
      expect([states.length, new Set(states)]).toEqual([2_850, new Set(['kept'])])
    } finally {
      await service.stop()
    }
  })

  it('of several invitations that wait as one, those that are taken back meanwhile are not sent', async () => {
    const [ana] = await people(1)
    const email = mailbox.newGuest()
    if (!ana) return
    const made: { id: string }[] = []
    for (let n = 0; n < 4; n += 1) {
      made.push((await mailbox.invite(ana, email, { due_days: 30 })).body.data as { id: string })
    }
    await mailbox.later(0)
    mailbox.office.refuse({ code: 451 })
    await mailbox.later(DAY_MS)
    for (const created of made.slice(2)) await ana.act(created, 'cancel')
    mailbox.office.refuse(undefined)
    await mailbox.later(HOUR_MS)
    expect(mailbox.to(email)).toHaveLength(2)
    expect(pathsIn(mailbox.to(email).at(-1), 'a')).toHaveLength(1)
  })
})
