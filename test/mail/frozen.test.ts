// A node that stands still after it claimed mails leaves them to the next one, so that nobody gets a mail twice. A receiver
// that stands still holds up nobody else.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  noteDelivered,
  noteUnwanted,
} from '../../packages/server/src/features/challenges/notices/notice.service.ts'
import { sendSignInMails } from '../../packages/server/src/features/sign-in/sign-in-mails.service.ts'
import { MINUTE_MS } from '../../packages/server/src/kernel/instants.ts'
import { sendDueMails } from '../../packages/server/src/mail/outbox/sender.ts'
import { MailSlots } from '../../packages/server/src/mail/slots.ts'
import { makeSmtpTransport, type SmtpTransport } from '../../packages/server/src/mail/smtp.ts'
import { once } from '../../packages/server/src/store/statements/statement.ts'
import { askToSignIn } from '../site/inbox.ts'
import { siteSettings, Visitor } from '../site/visitor.ts'
import type { TestClock } from '../support/clock.ts'
import { engines } from '../support/engine.ts'
import { mailSettings } from '../support/mails.ts'
import { challenge, person } from '../support/people.ts'
import { openPostOffice, type PostOffice } from '../support/post-office.ts'
import { startTestService, type TestService } from '../support/service.ts'

/** The clock of a node that stands still for so long after its first look at it. */
const stopped = (clock: TestClock, ms: number) => {
  let looks = 0
  return (): number => {
    const now = clock.now()
    looks += 1
    if (looks === 1) clock.advance(ms)
    return now
  }
}

describe.each(engines)('a node that stands still, on %s', (engine) => {
  let service: TestService
  let office: PostOffice
  let post: SmtpTransport
  beforeEach(async () => {
    office = await openPostOffice()
    post = makeSmtpTransport(office.url, 1)
    service = await startTestService(engine, { SMTP_URL: office.url, ...siteSettings })
  })
  afterEach(async () => {
    post.close()
    await service.stop()
    await office.close()
  })

  const room = () => ({
    store: service.store,
    settings: mailSettings(service),
    transport: post,
    slots: new MailSlots(),
    now: service.clock.now,
    onFailure: () => undefined,
  })

  it('sends no notice that it claimed before; the next node does, once', async () => {
    const effects = { onDelivered: noteDelivered, onUnwanted: noteUnwanted }
    await challenge(await person(service), await person(service))
    await sendDueMails({ ...room(), effects, now: stopped(service.clock, 2 * MINUTE_MS) })
    expect(office.received).toHaveLength(0)
    await service.runDue()
    expect(office.received).toHaveLength(1)
  })

  it('sends no mail to sign in that it claimed before; the next node does after five seconds, once', async () => {
    const { email } = await service.account()
    await askToSignIn(new Visitor(service.url), email)
    await sendSignInMails({ ...room(), signUp: 'invited', now: stopped(service.clock, 5_000) })
    expect(office.received).toHaveLength(0)
    await service.runDue()
    expect(office.received).toHaveLength(1)
  })

  it('is not one that hands over a mail to sign in for long: that stays its own', async () => {
    const { email } = await service.account()
    await askToSignIn(new Visitor(service.url), email)
    let take = (): void => undefined
    const taken = new Promise<void>((resolve) => {
      take = resolve
    })
    const slow = { ...post, send: () => taken }
    const slots = new MailSlots()
    const sending = sendSignInMails({ ...room(), transport: slow, slots, signUp: 'invited' })
    const dueAt = once<{ due_at: number | null }>('select due_at from sign_ins')
    const ownUntil = async () => (await service.store.first(dueAt))?.due_at
    for (let passed = 0; passed < 3; passed += 1) {
      const until = service.clock.now() + 5_000
      await expect.poll(ownUntil).toBe(until)
      service.clock.advance(4_000)
      await service.runDue()
    }
    expect(office.received).toHaveLength(0)
    take()
    await sending
    await slots.drain()
    expect(await ownUntil()).toBeNull()
  })
})

describe.each(engines)('a domain whose mails are taken slowly, on %s', (engine) => {
  let service: TestService
  let office: PostOffice
  beforeEach(async () => {
    office = await openPostOffice()
    service = await startTestService(engine, { SMTP_URL: office.url, ...siteSettings })
  })
  afterEach(async () => {
    await service.stop()
    await office.close()
  })

  const isReceived = (address: string): boolean =>
    office.received.some(({ to }) => JSON.stringify(to).includes(address))

  /** While the slow domain waits, later requests for other domains are sent. */
  const expectToPass = async (addresses: readonly string[], ask: (address: string) => Promise<unknown>) => {
    const [first = '', ...later] = addresses
    const held = office.hold('slow.example')
    const [, ...slow] = await Promise.all(
      [first, ...Array.from({ length: 11 }, (_, n) => `guest${n}@slow.example`)].map(async (email) =>
        service.account({ email }).then(() => email),
      ),
    )
    for (const email of slow) await ask(email)
    await ask(first)
    const sending = service.runDue()
    await expect.poll(() => isReceived(first)).toBe(true)
    // What comes meanwhile waits for none of them either.
    for (const email of later) {
      await ask(email)
      await expect.poll(() => isReceived(email)).toBe(true)
    }
    await expect.poll(held.waiting).toBe(2)
    expect(slow.some(isReceived)).toBe(false)
    held.letGo()
    await sending
    expect(slow.every(isReceived)).toBe(true)
  }

  it('holds up two mails to sign in, and nobody else of those who wait', async () => {
    const { email } = await service.account()
    await expectToPass(['ana@quick.example', email], (address) =>
      askToSignIn(new Visitor(service.url), address),
    )
  })

  it('holds up two notices, and nobody else of those who are told', async () => {
    const ana = await person(service)
    const { email } = await service.account()
    await expectToPass(['ben@quick.example', email], (address) => challenge(ana, { email: address }))
  })

  it('does not hold up the stop of a service: what is not begun stays due', async () => {
    const held = office.hold('slow.example')
    const ana = await person(service)
    for (let n = 0; n < 4; n += 1) await challenge(ana, { email: `guest${n}@slow.example` })
    const slots = new MailSlots()
    const effects = { onDelivered: noteDelivered, onUnwanted: noteUnwanted }
    const post = makeSmtpTransport(office.url, 5)
    const settings = mailSettings(service)
    const room = { store: service.store, settings, transport: post, slots, now: service.clock.now, effects }
    const sending = sendDueMails({ ...room, onFailure: () => undefined })
    await expect.poll(held.waiting).toBe(2)
    slots.close()
    await sending
    held.letGo()
    await slots.drain()
    post.close()
    expect(office.received).toHaveLength(2)
    const due = once<{ count: number }>(
      `select count(*) as count from mails where state = 'waiting' and tries = 0`,
    )
    expect((await service.store.first(due))?.count).toBe(2)
  })
})
