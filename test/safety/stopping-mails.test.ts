// Stopping mails goes by steps, each of which can be undone; nobody is silenced unnoticed.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS } from '../../packages/server/src/kernel/instants.ts'
import { engines } from '../support/engine.ts'
import { visit } from '../support/mails.ts'
import { challenge, newChallenge, person } from '../support/people.ts'
import { openMailbox, pathIn, playByMail, press, type Mailbox } from './mailbox.ts'

describe.each(engines)('Losing unheard: stopping mails, on %s', (engine) => {
  let mailbox: Mailbox
  beforeAll(async () => {
    mailbox = await openMailbox(engine)
  })
  afterAll(() => mailbox.stop())

  const mailsPath = (email: string): string => pathIn(mailbox.to(email).at(-1), 'stop')
  const oneClick = (path: string) => visit(mailbox.service, path, { raw: 'List-Unsubscribe=One-Click' })
  const unsubscribes = (email: string): readonly boolean[] =>
    mailbox.to(email).map(({ headerLines }) => headerLines.some(({ key }) => key === 'list-unsubscribe'))

  it('one click in an invitation stops invitations alone', async () => {
    const email = mailbox.newGuest()
    const { ana, created } = await playByMail(mailbox, email)
    expect((await oneClick(mailsPath(email))).status).toBe(200)
    await ana.call('POST', '/v1/challenges', { ...newChallenge(ana), opponent_email: email })
    await ana.act(created, 'resolve', { outcome: 'creator_won' })
    await mailbox.later(2 * DAY_MS)
    const texts = mailbox.to(email).map(({ text }) => text)
    expect(texts).toHaveLength(2)
    expect(texts.at(-1)).toContain('Pat says “I won”')
    expect(unsubscribes(email)).toEqual([true, false])
  })

  it('no more invitations holds for every +tag of an inbox', async () => {
    const ana = await person(mailbox.service)
    const invite = (email: string) =>
      ana.call('POST', '/v1/challenges', { ...newChallenge(ana), opponent_email: email })
    await invite('tagged+one@stops.example')
    await mailbox.later()
    await oneClick(mailsPath('tagged+one@stops.example'))
    await invite('tagged+two@stops.example')
    await invite('tagged@stops.example')
    await mailbox.later(3 * DAY_MS)
    expect(mailbox.to('tagged+two@stops.example')).toEqual([])
    expect(mailbox.to('tagged@stops.example')).toEqual([])
  })

  it('one click in news stops news alone, and it can be undone by the same link', async () => {
    const [ana, ben] = [await person(mailbox.service), await person(mailbox.service)]
    const created = await challenge(ana, ben)
    await ben.act(created, 'accept')
    await mailbox.later()
    const path = mailsPath(ana.email)
    await oneClick(path)
    await ben.act(await challenge(ana, ben), 'accept')
    await ben.act(created, 'resolve', { outcome: 'opponent_won' })
    await mailbox.later()
    expect(mailbox.to(ana.email).map(({ html }) => html && /<h1[^>]*>([^<]*)/.exec(html)?.[1])).toEqual([
      'Pat accepted your challenge',
      'Pat says “I won”',
    ])
    expect((await visit(mailbox.service, path)).text).toContain('value="all_news"')
    await press(mailbox.service, path, 'all_news')
    await ben.act(await challenge(ana, ben), 'accept')
    await mailbox.later()
    expect(mailbox.to(ana.email)).toHaveLength(3)
  })

  it('the page of a running challenge stops nothing by one click', async () => {
    const email = mailbox.newGuest()
    const { page } = await playByMail(mailbox, email)
    const shown = await visit(mailbox.service, page)
    expect(shown.text).not.toContain('value="stop"')
    expect(shown.text).toContain('Choose which mails you get')
  })

  it('nothing at all names what is running, says so in one last mail, and is undone by the same link', async () => {
    const email = mailbox.newGuest()
    const { ana, created } = await playByMail(mailbox, email)
    const path = mailsPath(email)
    const shown = await visit(mailbox.service, path)
    expect(shown.text).toContain('with Pat, due')
    expect(shown.text).toContain('Your silence counts there')
    await press(mailbox.service, path, 'nothing')
    await press(mailbox.service, path, 'nothing')
    await ana.act(created, 'resolve', { outcome: 'creator_won' })
    await mailbox.later()
    const [, last, ...more] = mailbox.to(email)
    expect(more).toEqual([])
    expect(last?.subject).toBe('You won’t get any more emails')
    expect(last?.text).toContain(
      'You have one open challenge. If you don’t answer there in time, the other side’s result counts',
    )
    await press(mailbox.service, pathIn(last, 'stop'), 'mails')
    await mailbox.later()
    expect(mailbox.to(email).at(-1)?.text).toContain('Pat says “I won”')
  })

  it('a person who switches it back and forth is told each time, and cannot do so for ever', async () => {
    const email = mailbox.newGuest()
    await playByMail(mailbox, email)
    const path = mailsPath(email)
    const statuses: number[] = []
    for (let n = 0; n < 7; n += 1) {
      statuses.push((await press(mailbox.service, path, 'nothing')).status)
      await press(mailbox.service, path, 'mails')
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429])
    await mailbox.later()
    const last = mailbox.to(email).filter(({ subject }) => subject === 'You won’t get any more emails')
    expect(last).toHaveLength(5)
  })

  it('opening the page changes nothing', async () => {
    const email = mailbox.newGuest()
    const { ana, created } = await playByMail(mailbox, email)
    const before = (await visit(mailbox.service, mailsPath(email))).text
    expect((await visit(mailbox.service, mailsPath(email))).text).toBe(before)
    await ana.act(created, 'resolve', { outcome: 'opponent_won' })
    await mailbox.later()
    expect(mailbox.to(email)).toHaveLength(2)
  })

  it('a link that was cut short or changed is none', async () => {
    const email = mailbox.newGuest()
    await playByMail(mailbox, email)
    const path = mailsPath(email)
    for (const wrong of [
      path.slice(0, -1),
      `${path}x`,
      path.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a')),
    ]) {
      expect((await press(mailbox.service, wrong, 'nothing')).status).toBe(404)
    }
  })
})
