// Mails as a real SMTP server receives them, and as an operator reads them.
import type { ParsedMail } from 'mailparser'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, MINUTE_MS } from '../../packages/server/src/kernel/instants.ts'
import { engines } from '../support/engine.ts'
import { mailsTo, mailTo, PUBLIC_URL, visit } from '../support/mails.ts'
import { challenge, newChallenge, person, type Person } from '../support/people.ts'
import { openPostOffice, type PostOffice } from '../support/post-office.ts'
import { startTestService, type TestService } from '../support/service.ts'

describe.each(engines)('a mail, on %s', (engine) => {
  let office: PostOffice
  let service: TestService
  let ana: Person
  beforeAll(async () => {
    office = await openPostOffice()
    service = await startTestService(engine, {
      WRITES_PER_MINUTE: '100000',
      PUBLIC_URL,
      SMTP_URL: office.url,
      MAIL_FROM: 'Challenges <us@challenges.test>',
      SITE_NAME: 'Challenges',
      SITE_CONTACT: 'Robin of the club, ops@challenges.test',
    })
  })
  afterAll(async () => {
    await service.stop()
    await office.close()
  })
  beforeEach(async () => {
    ana = await person(service)
    office.refuse(undefined)
  })

  let strangers = 0
  const newStranger = (): string => `stranger${(strangers += 1)}@elsewhere.example`
  const invite = async (email: string): Promise<void> => {
    const reply = await ana.call('POST', '/v1/challenges', {
      claim: 'Canary-claim',
      stake: 'Canary-stake',
      opponent_email: email,
      due_days: 5,
    })
    expect(reply.status).toBe(201)
    await service.runDue()
  }
  const arrived = (email: string) =>
    office.received.filter(({ to }) => to && !Array.isArray(to) && to.text === email)

  const oneClick = (mail: ParsedMail | undefined) => mail?.headers.get('list')
  const threadOf = (mail: ParsedMail | undefined) => [mail?.references, mail?.inReplyTo]

  it('arrives as text and HTML, with what mail programs need to stop invitations by one click', async () => {
    const email = newStranger()
    await invite(email)
    const [mail, ...more] = arrived(email)
    const stored = await mailTo(service, email, 'invited')
    expect(more).toEqual([])
    expect(mail?.subject).toBe('Pat challenges you')
    expect(mail?.from?.text).toContain('us@challenges.test')
    expect(mail?.messageId).toBe(`<${stored.id}@challenges.test>`)
    expect(oneClick(mail)).toMatchObject({
      unsubscribe: { url: PUBLIC_URL + stored.stopPath },
      'unsubscribe-post': { name: 'List-Unsubscribe=One-Click' },
    })
    expect(mail?.headers.get('auto-submitted')).toBe('auto-generated')
    expect(mail?.text).toContain(PUBLIC_URL + stored.answerPath)
    expect(mail?.html).toContain(PUBLIC_URL + stored.answerPath)
    const thread = `<${stored.challengeId}.opponent@challenges.test>`
    expect(threadOf(mail)).toEqual([thread, thread])
    expect(stored).toMatchObject({ state: 'sent', tries: 1 })
  })

  it('says what this is, who runs it, and that replies are not read', async () => {
    const email = newStranger()
    await invite(email)
    const [mail] = arrived(email)
    for (const words of [
      'Challenges (challenges.test) keeps track of challenges between two people.',
      'It’s run by Robin of the club, ops@challenges.test.',
      'Replies to this email aren’t read.',
      'You’re getting this email because someone challenged you.',
    ]) {
      expect(mail?.text).toContain(words)
      expect(mail?.html).toContain(words)
    }
  })

  it('is of one thread with the others of its challenge to its receiver, and of no other', async () => {
    const ben = await person(service)
    const created = await challenge(ana, ben)
    await service.runDue()
    await ben.act(created, 'accept')
    await ana.act(created, 'resolve', { outcome: 'creator_won' })
    await service.runDue()
    await ben.act(created, 'dispute', { reason: 'It was nine.' })
    await service.runDue()
    await ana.act(created, 'resolve', { outcome: 'opponent_won' })
    await service.runDue()
    const by = String.raw`by \w{3} \d{1,2} \w{3,4}, \d\d:\d\d UTC`
    for (const { email, party, subjects } of [
      {
        ...ben,
        party: 'opponent',
        subjects: [
          'Pat challenges you',
          expect.stringMatching(`^Pat says “I won” – answer ${by}$`),
          'You won your challenge with Pat',
        ],
      },
      {
        ...ana,
        party: 'creator',
        subjects: [
          'Pat accepted your challenge',
          expect.stringMatching(`^Pat disputes your result – settle it ${by}$`),
        ],
      },
    ]) {
      const mails = arrived(email)
      expect(mails.map(({ subject }) => subject)).toEqual(subjects)
      const thread = `<${created.id}.${party}@challenges.test>`
      for (const mail of mails) expect(threadOf(mail)).toEqual([thread, thread])
      expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(mails.length)
    }
  })

  it('about a deadline is stopped on a page alone; of news, by one click', async () => {
    const ben = await person(service)
    const created = await challenge(ana, ben)
    await ben.act(created, 'accept')
    await ana.act(created, 'resolve', { outcome: 'creator_won' })
    await service.runDue()
    const [deadline] = arrived(ben.email)
    expect(deadline?.text).toMatch(/If you don’t answer by .*, this result counts\./)
    expect(oneClick(deadline)).toBeUndefined()
    expect(deadline?.text).toMatch(/Choose which emails you get:\n\S+\/stop\//)
    const [news] = arrived(ana.email)
    expect(news?.text).toContain('accepted your challenge')
    expect(oneClick(news)).toMatchObject({ 'unsubscribe-post': { name: 'List-Unsubscribe=One-Click' } })
  })

  it('stands for all that waited for the same place', async () => {
    const email = newStranger()
    for (let n = 0; n < 3; n += 1) await invite(email)
    expect(arrived(email)).toHaveLength(1)
    service.clock.advance(DAY_MS)
    await service.runDue()
    const [, gathered, ...more] = arrived(email)
    expect(more).toEqual([])
    expect(gathered?.subject).toBe('2 challenges from Pat')
    expect(threadOf(gathered)).toEqual([undefined, undefined])
    const [, ...waited] = await mailsTo(service, email)
    for (const { answerPath } of waited) {
      expect(gathered?.text).toContain(PUBLIC_URL + answerPath)
      expect(gathered?.html).toContain(PUBLIC_URL + answerPath)
    }
    expect(waited.map(({ state }) => state)).toEqual(['sent', 'sent'])
    expect(JSON.stringify(gathered)).not.toContain('Canary')
  })

  it('that could not be handed over takes along what it stands for, when it is tried again', async () => {
    const email = newStranger()
    for (let n = 0; n < 3; n += 1) await invite(email)
    service.clock.advance(DAY_MS)
    office.refuse({ code: 451 })
    await service.runDue()
    const fates = async () => (await mailsTo(service, email)).slice(1).map(({ state }) => state)
    expect(await fates()).toEqual(['waiting', 'waiting'])
    office.refuse(undefined)
    service.clock.advance(MINUTE_MS)
    await service.runDue()
    expect(await fates()).toEqual(['sent', 'sent'])
    expect(arrived(email).map(({ subject }) => subject)).toEqual([
      'Pat challenges you',
      '2 challenges from Pat',
    ])
  })

  it('to someone without an account holds nothing typed by others but the first name of the creator', async () => {
    const email = newStranger()
    await invite(email)
    const whole = JSON.stringify(arrived(email))
    expect(whole).toContain('Pat')
    // Neither claim nor stake, nor the creator's surname or address.
    for (const secret of ['Canary', 'Quill', ana.email]) expect(whole).not.toContain(secret)
  })

  it('holds nobody else by more than their first name, whatever it tells', async () => {
    const ben = await person(service)
    const created = await challenge(ana, ben)
    await service.runDue()
    await ben.act(created, 'accept')
    await service.runDue()
    await ana.act(created, 'resolve', { outcome: 'creator_won' })
    await service.runDue()
    await ben.act(created, 'dispute', { reason: 'It was nine.' })
    await service.runDue()
    const toBen = arrived(ben.email)
    const toAna = arrived(ana.email)
    expect([toBen.length, toAna.length]).toEqual([2, 2])
    expect(JSON.stringify(toBen)).not.toContain(ana.email)
    expect(JSON.stringify(toAna)).not.toContain(ben.email)
    expect(JSON.stringify([toBen, toAna])).not.toContain('Quill')
    expect(toAna.at(-1)?.text).toContain('It was nine.')
  })

  it('of a group names it, says who can read the challenge, and leaves the names out', async () => {
    const group = await service.group()
    const email = newStranger()
    const body = { ...newChallenge(ana), opponent_email: email, user_email: group.adminEmail }
    expect((await service.call('POST', '/v1/challenges', { token: group.token, body })).status).toBe(201)
    await service.runDue()
    const [mail] = arrived(email)
    expect(mail?.text).toContain('Alex challenges you')
    expect(mail?.text).toContain('This challenge is in the group Blue. Its members can read it.')
    expect(JSON.stringify(mail)).not.toContain(group.adminEmail)
  })

  it('that is refused for now is tried again, and arrives once', async () => {
    const email = newStranger()
    const before = service.logLines.length
    office.refuse({ code: 451, words: 'private words' })
    await invite(email)
    expect(await mailTo(service, email, 'invited')).toMatchObject({
      state: 'waiting',
      reason: 'EENVELOPE 451',
    })
    const warned = service.logLines.slice(before).filter((line) => line.includes('handed over'))
    expect(warned.map((line) => JSON.parse(line) as unknown)).toEqual([
      {
        level: 40,
        time: expect.any(String) as string,
        mail: expect.stringMatching(/^mail_/) as string,
        code: 'EENVELOPE 451',
        msg: 'a mail could not be handed over',
      },
    ])
    office.refuse(undefined)
    service.clock.advance(MINUTE_MS)
    await service.runDue()
    await service.runDue()
    expect(arrived(email)).toHaveLength(1)
    expect(await mailTo(service, email, 'invited')).toMatchObject({ state: 'sent', tries: 2 })
  })

  it('that a server takes after signing in alone is tried again', async () => {
    const email = newStranger()
    office.refuse({ code: 530 })
    await invite(email)
    expect(await mailTo(service, email, 'invited')).toMatchObject({ state: 'waiting', tries: 1 })
  })

  it('that is refused for good is not tried again, and no log line holds the address', async () => {
    const email = newStranger()
    office.refuse({ code: 550 })
    await invite(email)
    expect(await mailTo(service, email, 'invited')).toMatchObject({ state: 'failed', tries: 1 })
    expect(service.logLines.join('')).toContain('a mail could not be handed over')
    expect(service.logLines.join('')).not.toContain(email)
  })

  it('is stopped by one click of a mail program, which sends what form it likes', async () => {
    const email = newStranger()
    await invite(email)
    const { stopPath } = await mailTo(service, email, 'invited')
    const boundary = 'xyz'
    const stopped = await visit(service, stopPath, {
      raw: `--${boundary}\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--${boundary}--\r\n`,
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    })
    expect(stopped.status).toBe(200)
    const other = await person(service)
    await other.call('POST', '/v1/challenges', { ...newChallenge(ana), opponent_email: email })
    await service.runDue()
    expect(arrived(email)).toHaveLength(1)
    expect(await mailTo(service, email, 'invited')).toMatchObject({ state: 'dropped', reason: 'stopped' })
    // Of invitations alone, and only until they want them again.
    await visit(service, stopPath, { form: { choice: 'invitations' } })
    await other.call('POST', '/v1/challenges', { ...newChallenge(ana), opponent_email: email })
    await service.runDue()
    expect(arrived(email)).toHaveLength(2)
  })
})
