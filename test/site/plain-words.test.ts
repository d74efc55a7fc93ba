// What the pages of a challenge say to each of those who see it: true for them, and in plain words.
import { describe, expect, it } from 'vitest'
import type { Challenge, Tally } from '@challenge-service/contract'
import { DAY_MS } from '../../packages/server/src/kernel/instants.ts'
import { act, challengeIn, throughGroup } from '../support/groups.ts'
import { inviteStranger, visit } from '../support/mails.ts'
import { challenge, person, useFreshPerson } from '../support/people.ts'
import { startTestService, useService } from '../support/service.ts'
import { siteSettings, Visitor, type SeenPage } from './visitor.ts'

/** What a reader reads, without marks and doubled spaces. */
const wordsOf = ({ text }: Pick<SeenPage, 'text'>): string =>
  text.replaceAll(/<[^>]*>/g, '').replaceAll(/\s+/g, ' ')

/** What a page says of what was just done. */
const saidIn = ({ text }: Pick<SeenPage, 'text'>): string =>
  wordsOf({ text: /<div class="notice good"[^>]*>([^]*?)<\/div>/.exec(text)?.[1] ?? '' }).trim()

describe('the words of a challenge', () => {
  const service = useService('sqlite', {
    ...siteSettings,
    WRITES_PER_MINUTE: '10000',
    READS_PER_MINUTE: '10000',
  })
  const ana = useFreshPerson(service)
  const ben = useFreshPerson(service)

  const enter = async ({ email }: { readonly email: string }): Promise<Visitor> => {
    const browser = await Visitor.signedIn(service, email)
    return browser
  }
  const read = async (who: { readonly email: string }, { id }: Pick<Challenge, 'id'>): Promise<string> =>
    wordsOf(await (await enter(who)).get(`/challenges/${id}`))

  it('say that it is over only where it is', async () => {
    const group = await service.group()
    for (const { email } of [ana, ben]) await group.addMember(email, null, 'Pat')
    const made = await challengeIn(throughGroup(service, group, ana.email), ben)
    await act(ben, made, 'accept')
    service.clock.advance(1000)
    const late = await person(service)
    await group.addMember(late.email, null, 'Lou')
    const running = await read(late, made)
    expect(running).toContain(
      'There is nothing for you to do here. Only those who were members when the challenge was accepted can support a side.',
    )
    expect(running).not.toContain('It is over.')
    await act(ana, made, 'resolve', { outcome: 'opponent_won' })
    expect(await read(late, made)).toContain('It is over.')
    const ended = await read(ana, made)
    expect(ended).toContain('Play again with Pat')
    expect(ended).not.toContain('It is over.')
  })

  it('call an opponent who gave no name as their creator does, in what is played next too', async () => {
    const { created, answerPath } = await inviteStranger(service, ana, { reference: 'Eva from work' })
    expect((await visit(service, answerPath, { form: { choice: 'accept' } })).status).toBe(303)
    await ana.act(created, 'tally', { amount: 3 }, 201)
    const browser = await enter(ana)
    expect(wordsOf(await browser.get('/'))).toMatch(/you 3 \(0 confirmed\) : 0 Eva from work/)
    await ana.act(created, 'resolve', { outcome: 'opponent_won' })
    const form = await browser.get(`/challenges/new?rematch_of=${created.id}`)
    expect(form.text).toContain(`value="${created.id}" selected>Eva from work</option`)
    expect(form.text).toContain('value="Eva from work"')
    // Where it was chosen from the list, nobody typed the name once more.
    const preview = await browser.submit(form, '/challenges/new', { step: 'see', reference: '' })
    expect(wordsOf(preview)).toContain('This is what Eva from work will see:')
    const sent = await browser.submit(preview, '/challenges/new', { step: 'send' })
    expect(wordsOf(await browser.follow(sent))).toContain('You against Eva from work')
    expect((await visit(service, answerPath)).text).not.toContain('Eva from')
  })

  it('say whom it was against where nobody knows a name', async () => {
    const { created, answerPath } = await inviteStranger(service, ana)
    expect((await visit(service, answerPath, { form: { choice: 'accept' } })).status).toBe(303)
    await ana.act(created, 'resolve', { outcome: 'opponent_won' })
    const browser = await enter(ana)
    const form = await browser.get(`/challenges/new?rematch_of=${created.id}`)
    expect(wordsOf(form)).toContain('Your opponent in “I run ten kilometres before Sunday.”')
    const preview = await browser.submit(form, '/challenges/new', { step: 'see' })
    expect(wordsOf(preview)).toContain('This is what your opponent will see:')
  })

  it('show the two why a side is supported, and nobody else, and never by whom', async () => {
    const group = await service.group()
    for (const { email } of [ana, ben]) await group.addMember(email, null, 'Pat')
    const [wim, lou] = [await person(service), await person(service)]
    await group.addMember(wim.email, null, 'Wim')
    await group.addMember(lou.email, null, 'Lou')
    const made = await challengeIn(throughGroup(service, group, ana.email), ben)
    await act(ben, made, 'accept')
    await wim.act(made, 'support', { side: 'creator', comment: 'I saw it.' }, 201)
    expect(await read(ana, made)).toContain('Someone who supports you: I saw it.')
    expect(await read(ben, made)).toContain('Someone who supports Pat: I saw it.')
    for (const who of [ana, ben]) expect(await read(who, made)).not.toMatch(/\bWim\b/)
    expect(await read(lou, made)).not.toContain('I saw it.')
  })

  it('say until when the two can say how it ended, and what happens then, wherever time is up', async () => {
    const made = await challenge(ana, ben)
    await ben.act(made, 'accept')
    service.clock.advance(5 * DAY_MS)
    await service.runDue()
    const browser = await enter(ana)
    const sentence = /in 30 days\. After that, it expires without a result\./
    expect(wordsOf(await browser.get('/'))).toMatch(sentence)
    expect(await read(ana, made)).toMatch(sentence)
    expect(wordsOf(await browser.get('/challenges?show=waiting'))).toMatch(/say who won · .* · in 30 days/)
  })

  it('tell in every list how many entries wait for a review or are doubted', async () => {
    const made = await challenge(ana, ben)
    await ben.act(made, 'accept')
    for (const amount of [3, 4]) await ana.act(made, 'tally', { amount }, 201)
    for (const path of ['/', '/challenges?show=running'])
      expect(wordsOf(await (await enter(ben)).get(path))).toContain('2 entries wait for your review')
    const { entries } = (await ben.call('GET', `/v1/challenges/${made.id}/tally`)).body.data as Tally
    const [newest, oldest] = entries.map(({ id }) => id)
    await ben.act(made, 'tally/dispute', { entry_id: newest, reason: 'Three.' })
    await ben.act(made, 'tally/review', { entry_ids: [oldest] })
    const hers = wordsOf(await (await enter(ana)).get('/'))
    expect(hers).toContain('you 7 (3 confirmed) : 0 Pat · 1 of your entries is doubted')
    expect(wordsOf(await (await enter(ben)).get('/'))).not.toContain('your review')
  })

  it('tell in a dispute why the other does not agree, and of a draw that is offered', async () => {
    const made = await challenge(ana, ben)
    await ben.act(made, 'accept')
    await ana.act(made, 'resolve', { outcome: 'creator_won' })
    await ben.act(made, 'dispute', { reason: 'It was nine.' })
    const asked = await read(ana, made)
    expect(asked).toContain('Pat disagrees: settle it together.')
    expect(asked).toContain('You say “I won”.Pat does not agree: It was nine.')
    await ben.act(made, 'resolve', { outcome: 'draw' })
    expect(await read(ana, made)).toContain('Pat offers a draw.')
    expect(await read(ben, made)).toContain('You offered a draw: Pat can agree.')
  })

  it('call no draw an offer that was disputed itself', async () => {
    const made = await challenge(ana, ben)
    await ben.act(made, 'accept')
    await ana.act(made, 'resolve', { outcome: 'draw' })
    await ben.act(made, 'dispute', { reason: 'I won.' })
    expect(await read(ana, made)).toContain('Pat disagrees: settle it together.')
  })

  it('tell of each answer what it did, on the site and by a link', async () => {
    const { created, answerPath } = await inviteStranger(service, ana)
    const byLink = async (form: Readonly<Record<string, string>>): Promise<string> => {
      const sent = await visit(service, answerPath, { form })
      expect(sent.status, sent.text).toBe(303)
      return saidIn(await visit(service, sent.headers['location'] ?? ''))
    }
    const browser = await enter(ana)
    const onSite = async (fields: Readonly<Record<string, string>>): Promise<string> =>
      saidIn(await browser.follow(await browser.post(`/challenges/${created.id}`, fields)))
    expect(await byLink({ choice: 'accept', first_name: 'Bea' })).toBe('You accepted. The challenge is on.')
    expect(await onSite({ action: 'record', amount: '3' })).toBe('Recorded. It counts once Bea confirms it.')
    expect(await onSite({ choice: 'cancel' })).toBe('Sent. Bea is asked to cancel too.')
    expect(await onSite({ choice: 'win' })).toBe('Sent. Bea is asked to agree.')
    expect(await byLink({ choice: 'dispute', reason: 'No.' })).toMatch(/can read that you disagree/)
    expect(await byLink({ choice: 'draw' })).toBe('Sent. Pat can agree to it.')
    expect(await onSite({ choice: 'draw' })).toBe('Settled.')
  })

  it('lead the members of its group to the group, and nobody else', async () => {
    const group = await service.group()
    await group.addMember(ana.email, null, 'Pat')
    const made = await challengeIn(throughGroup(service, group, ana.email), ben)
    const leads = `<a href="/groups/${group.id}">`
    expect((await (await enter(ana)).get(`/challenges/${made.id}`)).text).toContain(leads)
    expect((await (await enter(ben)).get(`/challenges/${made.id}`)).text).not.toContain(leads)
  })
})

describe('a challenge that is over, by the link of a mail', () => {
  const open = async (settings: Readonly<Record<string, string>>): Promise<string> => {
    const service = await startTestService('sqlite', { ...siteSettings, ...settings })
    try {
      const { answerPath } = await inviteStranger(service, await person(service))
      const running = await visit(service, answerPath)
      expect(running.text).not.toContain('sign in or open an account')
      expect((await visit(service, answerPath, { form: { choice: 'decline' } })).status).toBe(303)
      return (await visit(service, answerPath)).text
    } finally {
      await service.stop()
    }
  }

  it('says how to go on where an account can be opened, and only there', async () => {
    const SMTP_URL = 'smtp://127.0.0.1:9'
    const way = '<a href="/sign-in">sign in or open an account</a>'
    expect(await open({ SMTP_URL })).toContain(way)
    for (const settings of [{ SMTP_URL, SIGN_UP: 'closed' }, { SMTP_URL, SITE: 'off' }, {}])
      expect(await open(settings)).not.toContain(way)
  })
})
