// What the operator says of the site, as a receiver of mails reads it: its name, who runs it, and the time of day
// there.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../support/engine.ts'
import { mailTo, newStranger, PUBLIC_URL, visit } from '../support/mails.ts'
import { newChallenge, person } from '../support/people.ts'
import { openPostOffice, type PostOffice } from '../support/post-office.ts'
import { startTestService, type TestService } from '../support/service.ts'

const WARNING = 'SITE_CONTACT is not set: mails do not say who runs this service'

describe.each(engines)('the site, on %s', (engine) => {
  let office: PostOffice
  let service: TestService | undefined
  beforeAll(async () => {
    office = await openPostOffice()
  })
  afterEach(async () => {
    await service?.stop()
    service = undefined
  })
  afterAll(() => office.close())

  it.each<[when: string, times: number, environment: () => Record<string, string>]>([
    ['once where mails go out and nobody is named', 1, () => ({ SMTP_URL: office.url, PUBLIC_URL })],
    ['not where somebody is', 0, () => ({ SMTP_URL: office.url, PUBLIC_URL, SITE_CONTACT: 'Ana Lima' })],
    ['not where no mails go out', 0, () => ({})],
  ])('warns at the start that mails do not say who runs it: %s', async (_, times, environment) => {
    service = await startTestService(engine, environment())
    const lines = service.logLines.map((line) => JSON.parse(line) as { level: number; msg: string })
    expect(lines.filter(({ msg }) => msg === WARNING).map(({ level }) => level)).toEqual(
      Array.from({ length: times }, () => 40),
    )
  })

  it('is named in its mails, with who runs it and deadlines in its time zone, which its pages share', async () => {
    service = await startTestService(engine, {
      SMTP_URL: office.url,
      PUBLIC_URL,
      SITE_NAME: 'Bets & Co',
      SITE_CONTACT: 'Ana Lima, ops@bets.example',
      TIME_ZONE: 'Europe/Berlin',
    })
    const ana = await person(service)
    const email = newStranger()
    await ana.call('POST', '/v1/challenges', { ...newChallenge(ana), opponent_email: email })
    await service.runDue()
    const mail = office.received.find(({ to }) => to && !Array.isArray(to) && to.text === email)
    expect(mail?.from?.text).toBe('"Bets & Co" <no-reply@challenges.test>')
    for (const words of [
      'Friday 20 November 2026, 13:00 CET',
      'Bets & Co (challenges.test) keeps track of challenges between two people.',
      'It’s run by Ana Lima, ops@bets.example.',
    ])
      expect(mail?.text).toContain(words)
    const page = await visit(service, (await mailTo(service, email, 'invited')).answerPath)
    expect(page.text).toMatch(/Friday 20 November 2026, 13:00\sCET/)
  })
})
