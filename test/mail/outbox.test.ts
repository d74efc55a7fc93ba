// The outbox on both engines: written with the change it tells of, whatever is known of its receiver, sent by one
// node alone, and emptied in time.
import { describe, expect, it } from 'vitest'
import {
  noteDelivered,
  noteUnwanted,
} from '../../packages/server/src/features/challenges/notices/notice.service.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../packages/server/src/kernel/instants.ts'
import type { Mail } from '../../packages/server/src/mail/messages/compose.ts'
import {
  listMails,
  listMailsTo,
  type MailCursor,
} from '../../packages/server/src/mail/outbox/kept-mails.store.ts'
import { pruneMails, sendDueMails, type Mailer } from '../../packages/server/src/mail/outbox/sender.ts'
import { MailSlots } from '../../packages/server/src/mail/slots.ts'
import { TransportError } from '../../packages/server/src/mail/smtp.ts'
import { once } from '../../packages/server/src/store/statements/statement.ts'
import { openStore } from '../../packages/server/src/store/open.ts'
import { parseDatabaseUrl } from '../../packages/server/src/store/target.ts'
import { engines } from '../support/engine.ts'
import { adminOf, expectStatus } from '../support/groups.ts'
import { asId } from '../support/ids.ts'
import { mailSettings, mailsTo, mailTo, PUBLIC_URL, visit } from '../support/mails.ts'
import { challenge, newChallenge, useFreshPerson, type Person } from '../support/people.ts'
import { useFreshService } from '../support/service.ts'

describe.each(engines)('the outbox, on %s', (engine) => {
  const service = useFreshService(engine, {
    WRITES_PER_MINUTE: '100000',
    READS_PER_MINUTE: '100000',
    PUBLIC_URL,
  })
  const ana = useFreshPerson(service)
  const ben = useFreshPerson(service)

  const kindsTo = async ({ email }: { readonly email: string }) =>
    (await mailsTo(service, email)).map(({ kind }) => kind)
  const statesTo = async ({ email }: { readonly email: string }) =>
    (await mailsTo(service, email)).map(({ state, reason }) => reason ?? state)
  const invite = (email: string, more: object = {}) =>
    ana.call('POST', '/v1/challenges', { ...newChallenge(ben), opponent_email: email, ...more })

  it('tells each party what the other did', async () => {
    const does = async (by: Person, created: { readonly id: string }, action: string, body?: object) => {
      await by.act(created, action, body)
      await service.runDue()
    }
    const invites = async () => {
      const created = await challenge(ana, ben)
      await service.runDue()
      return created
    }
    const won = await invites()
    await does(ben, won, 'accept')
    await does(ana, won, 'resolve', { outcome: 'creator_won' })
    await does(ben, won, 'dispute', { reason: 'no' })
    await does(ana, won, 'resolve', { outcome: 'draw' })
    await does(ben, won, 'resolve', { outcome: 'draw' })
    const called = await invites()
    await does(ben, called, 'accept')
    await does(ana, called, 'cancel', { reason: 'ill' })
    await does(ben, called, 'cancel')
    await does(ben, await invites(), 'cancel')
    await does(ana, await invites(), 'cancel')

    expect(await kindsTo(ben)).toEqual([
      'invited',
      'proposed',
      'proposed',
      'invited',
      'cancel_requested',
      'invited',
      'invited',
      'withdrawn',
    ])
    expect(await kindsTo(ana)).toEqual([
      'accepted',
      'disputed',
      'resolved',
      'accepted',
      'cancelled',
      'declined',
    ])
    expect(new Set([...(await statesTo(ana)), ...(await statesTo(ben))])).toEqual(new Set(['kept']))
  })

  it.each([1, 2, 3, 50])(
    'gives all to a person, %d at a time, those of no challenge first',
    async (limit) => {
      for (const group of [await service.group(), await service.group()]) {
        const member = { email: ben.email, first_name: 'Ben' }
        await expectStatus(
          adminOf(service, group).call('POST', `/v1/groups/${group.id}/members`, member),
          201,
        )
      }
      const [one, other] = [await challenge(ana, ben), await challenge(ana, ben)]
      await ana.act(one, 'cancel')
      await challenge(ben, ana)
      await ana.act(other, 'cancel')

      const personId = (await mailsTo(service, ben.email))[0]?.personId ?? asId('person', '')
      const kinds: string[] = []
      for (let last: MailCursor | undefined; ;) {
        const some = await listMailsTo(service.store, personId, last, limit)
        kinds.push(...some.map(({ kind }) => kind))
        last = some.at(-1)
        if (some.length < limit) break
      }
      const ofEach = ['invited', 'withdrawn']
      expect(kinds).toEqual(['member_added', 'member_added', ...ofEach, ...ofEach])
    },
  )

  it('tells what the clock did: soon due, due, expired; an unanswered one to its creator alone', async () => {
    const kept = await challenge(ana, ben)
    await ben.act(kept, 'accept')
    await challenge(ben, ana, { due_days: 1 })
    service.clock.advance(4 * DAY_MS - 1)
    await service.runDue()
    expect(await kindsTo(ben)).toEqual(['invited', 'expired'])
    service.clock.advance(1)
    await service.runDue()
    await service.runDue()
    expect(await kindsTo(ben)).toEqual(['invited', 'expired', 'due_soon'])
    service.clock.advance(DAY_MS)
    await service.runDue()
    expect(await kindsTo(ben)).toEqual(['invited', 'expired', 'due_soon', 'due'])
    expect(await kindsTo(ana)).toEqual(['accepted', 'invited', 'due_soon', 'due'])
    // By then the old ones have had their thirty days.
    service.clock.advance(30 * DAY_MS)
    await service.runDue()
    expect((await kindsTo(ben)).at(-1)).toBe('expired')
    expect((await kindsTo(ana)).at(-1)).toBe('expired')
  })

  it('reminds nobody of what ended before, or was accepted on its last day', async () => {
    const over = await challenge(ana, ben)
    await ben.act(over, 'accept')
    await ana.act(over, 'resolve', { outcome: 'opponent_won' })
    const short = await challenge(ana, ben, { due_days: 1 })
    await ben.act(short, 'accept')
    service.clock.advance(5 * DAY_MS)
    await service.runDue()
    expect(await kindsTo(ana)).not.toContain('due_soon')
    expect(await kindsTo(ben)).not.toContain('due_soon')
  })

  it('reminds a party that has not answered a day before silence would count, and nobody else', async () => {
    const left = await challenge(ana, ben, { due_days: 30 })
    await ben.act(left, 'accept')
    await ana.act(left, 'resolve', { outcome: 'creator_won' })
    const answered = await challenge(ana, ben, { due_days: 30 })
    await ben.act(answered, 'accept')
    await ana.act(answered, 'resolve', { outcome: 'draw' })
    await service.runDue()
    await ben.act(answered, 'resolve', { outcome: 'draw' })
    service.clock.advance(2 * DAY_MS - 1)
    await service.runDue()
    expect(await kindsTo(ben)).not.toContain('proposal_ends')
    service.clock.advance(1)
    await service.runDue()
    await service.runDue()
    const reminders = (await mailsTo(service, ben.email)).filter(({ kind }) => kind === 'proposal_ends')
    expect(reminders.map(({ challengeId, state }) => [challengeId, state])).toEqual([[left.id, 'kept']])
    expect(await kindsTo(ana)).not.toContain('proposal_ends')
  })

  it('reminds the one who is to answer a dispute a day before it is decided', async () => {
    const created = await challenge(ana, ben, { due_days: 30 })
    await ben.act(created, 'accept')
    await ana.act(created, 'resolve', { outcome: 'creator_won' })
    await ben.act(created, 'dispute', { reason: 'no' })
    service.clock.advance(6 * DAY_MS - 1)
    await service.runDue()
    expect([...(await kindsTo(ana)), ...(await kindsTo(ben))]).not.toContain('dispute_ends')
    service.clock.advance(1)
    await service.runDue()
    expect(await kindsTo(ana)).toContain('dispute_ends')
    expect(await kindsTo(ben)).not.toContain('dispute_ends')
  })

  it('tells both parties of a proposal that lapsed, since the one it was made to could not be told', async () => {
    const created = await challenge(ana, ben, { due_days: 30 })
    await ben.act(created, 'accept')
    await service.runDue()
    await ana.act(created, 'resolve', { outcome: 'creator_won' })
    // Nothing is sent, and nobody looks, until it is over.
    service.clock.advance(3 * DAY_MS)
    await service.runDue()
    expect((await kindsTo(ana)).at(-1)).toBe('proposal_lapsed')
    expect((await kindsTo(ben)).at(-1)).toBe('proposal_lapsed')
    expect(await ana.get(created)).toMatchObject({ status: 'active', proposal: null })
  })

  it('holds nothing of a change that was rolled back', async () => {
    const created = await challenge(ana, ben)
    const before = await listMails(service.store, 100)
    // The feed of the creator is taken away after the mail was written: the transaction fails at its last step.
    await service.store.write((tx) => tx.run(once('alter table events rename to events_gone')))
    const reply = await ben.call('POST', `/v1/challenges/${created.id}/accept`, {})
    expect(reply.status).toBe(500)
    expect(await listMails(service.store, 100)).toEqual(before)
    await service.store.write((tx) => tx.run(once('alter table events_gone rename to events')))
    await ben.act(created, 'accept')
    expect(await kindsTo(ana)).toEqual(['accepted'])
  })

  it('keeps mails to be read where there is no SMTP server', async () => {
    await challenge(ana, ben)
    expect(await statesTo(ben)).toEqual(['waiting'])
    await service.runDue()
    expect(await statesTo(ben)).toEqual(['kept'])
  })

  it('answers the same, and writes the same, whatever is known of the address', async () => {
    for (const choice of ['no_invitations', 'no_news', 'nothing']) {
      const { status } = await visit(service, (await invited(ben.email)).stopPath, { form: { choice } })
      expect(status).toBe(200)
    }
    const stopped = await invite(ben.email)
    const unknown = await invite('nobody@test.example')
    const plain = (text: string) => text.replaceAll(/(ch|req)_\w+/g, '')
    expect(plain(stopped.text)).toBe(plain(unknown.text))
    const [last, before] = await listMails(service.store, 2)
    expect([last?.state, before?.state]).toEqual(['waiting', 'waiting'])
  })

  const invited = async (email: string) => {
    await invite(email)
    return mailTo(service, email, 'invited')
  }

  it('removes mails thirty days after they were settled', async () => {
    await invite('one@test.example')
    await service.runDue()
    service.clock.advance(DAY_MS)
    await invite('two@test.example')
    await service.runDue()
    service.clock.advance(29 * DAY_MS - 1)
    await pruneMails(service.store, service.clock.now())
    expect(await listMails(service.store, 10)).toHaveLength(2)
    service.clock.advance(1)
    await pruneMails(service.store, service.clock.now())
    expect((await listMails(service.store, 10)).map(({ address }) => address)).toEqual(['two@test.example'])
  })

  it('keeps one that was not sent as long as there is something that could follow from it', async () => {
    const { stopPath } = await invited('one@test.example')
    await service.runDue()
    await visit(service, stopPath, { form: { choice: 'no_invitations' } })
    await invite('one@test.example', { due_days: 60 })
    await service.runDue()
    expect(await statesTo({ email: 'one@test.example' })).toEqual(['kept', 'stopped'])
    service.clock.advance(60 * DAY_MS - 1)
    await pruneMails(service.store, service.clock.now())
    expect(await statesTo({ email: 'one@test.example' })).toEqual(['stopped'])
    service.clock.advance(1)
    await pruneMails(service.store, service.clock.now())
    expect(await statesTo({ email: 'one@test.example' })).toEqual([])
  })

  describe('with senders on two nodes', () => {
    const sent: string[] = []
    let answer: () => Promise<void> = () => Promise.resolve()

    const withTwo = async (work: (rooms: readonly [Mailer, Mailer]) => Promise<void>): Promise<void> => {
      sent.length = 0
      answer = () => Promise.resolve()
      const target = parseDatabaseUrl(service.databaseUrl)
      if (!target) throw new Error('no database')
      const other = await openStore(target, { onIdleError: () => undefined })
      const post = {
        send: async ({ messageId }: Mail) => {
          sent.push(messageId)
          await answer()
        },
        close: () => undefined,
      }
      const effects = { onDelivered: noteDelivered, onUnwanted: noteUnwanted }
      const now = service.clock.now
      const room = {
        settings: mailSettings(service),
        transport: post,
        now,
        effects,
        onFailure: () => undefined,
      }
      try {
        await work([
          { ...room, slots: new MailSlots(), store: service.store },
          { ...room, slots: new MailSlots(), store: other },
        ])
      } finally {
        await other.close()
      }
    }

    const sendAll = async (room: Mailer): Promise<void> => {
      await sendDueMails(room)
      await room.slots.drain()
    }

    it('each mail is sent once', async () => {
      for (let n = 0; n < 23; n += 1) await invite(`stranger${n}@test.example`)
      await withTwo(async ([one, two]) => {
        await Promise.all([sendAll(one), sendAll(two)])
        expect(sent).toHaveLength(23)
        expect(new Set(sent).size).toBe(23)
      })
    })

    it('a mail whose sender died is sent when its lease is over, and no earlier', async () => {
      await invite('stranger@test.example')
      await withTwo(async ([one, two]) => {
        let breakOff = (): void => undefined
        const hanging = new Promise<void>((_, reject) => {
          breakOff = () => reject(new TransportError('ETIMEDOUT', false))
        })
        answer = () => hanging
        const dead = sendAll(one)
        await expect.poll(() => sent.length).toBe(1)
        answer = () => Promise.resolve()
        await sendAll(two)
        expect(sent).toHaveLength(1)
        service.clock.advance(2 * MINUTE_MS)
        await sendAll(two)
        expect(sent).toHaveLength(2)
        expect(new Set(sent).size).toBe(1)
        const settled = await listMails(service.store, 1)
        breakOff()
        await dead
        // A late settlement changes nothing.
        expect(await listMails(service.store, 1)).toEqual(settled)
      })
    })

    it('one that is never taken is tried six times in a day, then failed', async () => {
      await invite('stranger@test.example')
      await withTwo(async ([room]) => {
        answer = () => Promise.reject(new TransportError('ECONNREFUSED', false))
        for (let hour = 0; hour < 48; hour += 1) {
          await sendAll(room)
          service.clock.advance(HOUR_MS)
        }
        expect(sent).toHaveLength(6)
        expect(await listMails(service.store, 1)).toMatchObject([
          { state: 'failed', reason: 'ECONNREFUSED', tries: 6 },
        ])
      })
    })
  })
})
