// Guards what is mailed when an account moves: no more than was mailed before, in one mail, under the wishes and
// limits of every mail; and that what went to the old address alone counts as told to nobody.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { moveAccount } from '../../packages/server/src/features/privacy/move.service.ts'
import { DAY_MS, HOUR_MS } from '../../packages/server/src/kernel/instants.ts'
import { claimDue } from '../../packages/server/src/mail/outbox/claim.ts'
import { settleMail } from '../../packages/server/src/mail/outbox/claim.store.ts'
import { composeMail } from '../../packages/server/src/mail/messages/compose.ts'
import { addressHash, inboxHash } from '../../packages/server/src/mail/messages/links.ts'
import type { Preference } from '../../packages/server/src/mail/preferences/preferences.rules.ts'
import { setPreference } from '../../packages/server/src/mail/preferences/preferences.store.ts'
import { MailSlots } from '../../packages/server/src/mail/slots.ts'
import { engines } from '../support/engine.ts'
import { act, adminOf, challengeIn, expectStatus, membersSeenBy, throughGroup } from '../support/groups.ts'
import { mailSettings, mailsTo, mailTo, PUBLIC_URL, visit } from '../support/mails.ts'
import { challenge, person, type Person } from '../support/people.ts'
import { startTestService, type TestService } from '../support/service.ts'

let moves = 0

describe.each(engines)('the mails of an account that moves, on %s', (engine) => {
  let service: TestService
  let ana: Person
  let ben: Person
  let next: string
  beforeAll(async () => {
    const limits = { WRITES_PER_MINUTE: '100000', READS_PER_MINUTE: '100000' }
    service = await startTestService(engine, { ...limits, PUBLIC_URL })
  })
  afterAll(() => service.stop())
  beforeEach(async () => {
    next = `moved${(moves += 1)}@move.example`
    ana = await person(service)
    ben = await person(service)
  })

  const move = async (): Promise<void> => {
    const change = { from: ben.email, to: next }
    await service.store.write((tx) => moveAccount(tx, service.keys, change, service.clock.now()))
  }
  const wish = (preference: Preference) => {
    const hash = preference === 'noInvitationsAt' ? inboxHash : addressHash
    const now = service.clock.now()
    return service.store.write((tx) => setPreference(tx, hash(service.keys, ben.email), preference, now))
  }
  /** What went out from then on. */
  const wentSince = async (at: number) =>
    (await mailsTo(service, next)).filter((mail) => mail.state === 'kept' && mail.createdAt >= at)
  const moveAndSend = async () => {
    service.clock.advance(1)
    const at = service.clock.now()
    await move()
    await service.runDue()
    return wentSince(at)
  }
  const accepted = async (by = ben) => {
    const made = await challenge(ana, ben)
    await by.act(made, 'accept')
    return made
  }

  describe('of invitations', () => {
    it('are none where an invitation never went out', async () => {
      await wish('noInvitationsAt')
      for (let n = 0; n < 12; n += 1) await challenge(ana, ben)
      await service.runDue()
      expect(await moveAndSend()).toEqual([])
      service.clock.advance(2 * DAY_MS)
      await service.runDue()
      expect((await mailsTo(service, next)).filter(({ state }) => state !== 'dropped')).toEqual([])
    })

    it('are the invitation once more where it did, without what a stranger typed', async () => {
      const { id } = await challenge(ana, ben, { claim: 'Buy now.' })
      await service.runDue()
      const before = await mailTo(service, ben.email, 'invited')
      const [again, ...others] = await moveAndSend()
      expect(others).toEqual([])
      expect(again).toMatchObject({ kind: 'invited', challengeId: id })
      expect(again?.mail.text).not.toContain('Buy now.')
      expect((await visit(service, before.answerPath)).status).toBe(410)
      expect((await visit(service, again?.answerPath ?? '')).status).toBe(200)
    })

    it('are not doubled where it still waits for its turn', async () => {
      for (let n = 0; n < 4; n += 1) await challenge(ana, ben)
      await service.runDue()
      expect(await moveAndSend()).toHaveLength(1)
      const invitations = (await mailsTo(service, next)).filter(({ kind }) => kind === 'invited')
      expect(invitations).toHaveLength(5)
    })

    it('keep to the limits of what is unasked', async () => {
      for (let n = 0; n < 5; n += 1) await challenge(await person(service), ben)
      for (let day = 0; day < 2; day += 1) {
        await service.runDue()
        service.clock.advance(DAY_MS)
      }
      const told = (await mailsTo(service, ben.email)).filter(({ state }) => state === 'kept')
      expect(told).toHaveLength(5)
      expect(await moveAndSend()).toHaveLength(3)
    })

    it('are none once invitations are stopped', async () => {
      await challenge(ana, ben)
      await service.runDue()
      await wish('noInvitationsAt')
      expect(await moveAndSend()).toEqual([])
    })
  })

  describe('of challenges that are played', () => {
    it('are one mail, with a link each', async () => {
      const ids = [(await accepted()).id, (await accepted()).id, (await accepted()).id]
      await service.runDue()
      const went = await moveAndSend()
      expect(went.map(({ kind, challengeId }) => [kind, challengeId])).toEqual(
        ids.toReversed().map((id) => ['link_renewed', id]),
      )
      const [lead, ...others] = went
      expect([lead?.gatheredIn, ...others.map(({ gatheredIn }) => gatheredIn)]).toEqual([
        null,
        lead?.id,
        lead?.id,
      ])
      const mail = lead && composeMail([lead, ...others], next, mailSettings(service))
      expect(mail?.subject).toBe('Your 3 new links')
      for (const { answerPath } of went) expect((await visit(service, answerPath)).status).toBe(200)
    })

    it('hold what was typed only where they play by their own hand', async () => {
      const group = await service.group()
      await group.addMember(ben.email)
      const made = await challengeIn(adminOf(service, group), ben, { claim: 'Buy now.' })
      await act(throughGroup(service, group, ben.email), made, 'accept')
      const own = await accepted()
      await service.runDue()
      const links = (await moveAndSend()).filter(({ kind }) => kind === 'link_renewed')
      expect(links.map(({ challengeId }) => challengeId)).toEqual([own.id, made.id])
      expect(links[0]?.mail.text).toContain(own.claim)
      expect(links[1]?.mail.text).not.toContain('Buy now.')
    })

    it('are at most fifty links', async () => {
      for (let n = 0; n < 52; n += 1) await accepted()
      await service.runDue()
      expect(await moveAndSend()).toHaveLength(50)
    })

    it('are none to someone who wants nothing at all', async () => {
      const group = await service.group()
      await group.addMember(ben.email)
      await accepted()
      await challenge(ana, ben)
      await service.runDue()
      await wish('nothingAt')
      expect(await moveAndSend()).toEqual([])
    })
  })

  describe('of a proposal', () => {
    /** Made an hour ago, told by mail to the old address. */
    const proposed = async () => {
      const made = await accepted()
      service.clock.advance(HOUR_MS)
      await ana.act(made, 'resolve', { outcome: 'creator_won' })
      await service.runDue()
      expect(await mailTo(service, ben.email, 'proposed')).toMatchObject({ state: 'kept' })
      service.clock.advance(HOUR_MS)
      return made
    }
    const pass = async (hours: number) => {
      for (let passed = 0; passed < hours; passed += 6) {
        service.clock.advance(6 * HOUR_MS)
        await service.runDue()
      }
    }

    it('are the notice again, in place of a mere link, and silence counts from then on', async () => {
      const made = await proposed()
      const [notice, ...others] = await moveAndSend()
      expect(others).toEqual([])
      expect(notice).toMatchObject({ kind: 'proposed', challengeId: made.id })
      expect((await visit(service, notice?.answerPath ?? '')).status).toBe(200)
      await pass(72)
      expect(await ana.get(made)).toMatchObject({
        status: 'resolved',
        resolution: { settled_by: 'silence' },
      })
    })

    it('come too late for silence to count where only the old address was told in time', async () => {
      const made = await proposed()
      await pass(54)
      await moveAndSend()
      await pass(24)
      expect(await ana.get(made)).toMatchObject({ status: 'active', proposal: null })
    })

    it('that are on their way to the old address are sent again, and are told to nobody by that', async () => {
      const made = await accepted()
      await service.runDue()
      await ana.act(made, 'resolve', { outcome: 'creator_won' })
      const now = service.clock.now()
      const claiming = {
        keys: service.keys,
        now,
        lease: { id: 'lease', until: now + HOUR_MS, capacity: new MailSlots().capacity() },
      }
      const { claims } = await service.store.write((tx) => claimDue(tx, claiming))
      expect(claims).toHaveLength(1)
      await move()
      const sent = { state: 'sent', reason: null, dueAt: null } as const
      for (const { leadId } of claims) {
        expect(await service.store.write((tx) => settleMail(tx, leadId, 'lease', sent, now))).toBe(false)
      }
      await service.runDue()
      expect(await mailTo(service, next, 'proposed')).toMatchObject({ state: 'kept' })
    })
  })

  describe('of groups', () => {
    const joined = async () => {
      const group = await service.group()
      const admin = adminOf(service, group)
      const members = `/v1/groups/${group.id}/members`
      const add = (email: string) =>
        expectStatus(admin.call('POST', members, { email, first_name: 'Ben' }), 201)
      await add(ben.email)
      const isMember = async () =>
        (await membersSeenBy(admin, group)).some(({ first_name }) => first_name === 'Ben')
      const remove = async () => {
        const found = (await membersSeenBy(admin, group)).find(({ first_name }) => first_name === 'Ben')
        await expectStatus(admin.call('DELETE', `${members}/${found?.id}`), 200)
      }
      return { add, isMember, remove }
    }
    const leave = (path: string) => visit(service, path, { form: { choice: 'leave' } })

    it('are a new link to leave by, and the earlier one says that it has ended', async () => {
      const { isMember } = await joined()
      await service.runDue()
      const { leavePath: earlier } = await mailTo(service, ben.email, 'member_added')
      const [fresh, ...others] = await moveAndSend()
      expect(others).toEqual([])
      expect(fresh?.mail.subject).toBe('Your new link to leave the group Blue')
      for (const ended of [await visit(service, earlier), await leave(earlier)]) {
        expect(ended.status).toBe(410)
        expect(ended.text).toContain('This link has ended')
        expect(ended.text).not.toContain('Blue')
      }
      expect(await isMember()).toBe(true)
      expect((await visit(service, fresh?.leavePath ?? '')).status).toBe(200)
      expect((await leave(fresh?.leavePath ?? '')).status).toBe(303)
      expect(await isMember()).toBe(false)
    })

    it('are the notice itself where it still waits, with a link that is good', async () => {
      const { isMember } = await joined()
      const went = await moveAndSend()
      expect(went).toEqual([])
      const waited = await mailTo(service, next, 'member_added')
      expect(waited).toMatchObject({ state: 'kept', mail: { subject: 'Alex added you to the group Blue' } })
      expect((await leave(waited.leavePath)).status).toBe(303)
      expect(await isMember()).toBe(false)
    })

    it('hold a good link too when they are added again', async () => {
      const { add, isMember, remove } = await joined()
      await service.runDue()
      await moveAndSend()
      await remove()
      service.clock.advance(DAY_MS)
      await add(next)
      await service.runDue()
      const { leavePath } = await mailTo(service, next, 'member_added')
      expect((await leave(leavePath)).status).toBe(303)
      expect(await isMember()).toBe(false)
    })
  })
})
