// The page where people say which mails they get, on both engines: in steps, each of which can be undone; one click of
// a mail program stops mails of one kind alone; and nobody is silenced unnoticed.
import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../../packages/server/src/kernel/instants.ts'
import type { NoticeKind } from '../../packages/server/src/mail/notice.rules.ts'
import { engines } from '../support/engine.ts'
import { buttonsOf, inviteStranger, mailsTo, mailTo, PUBLIC_URL, visit } from '../support/mails.ts'
import { challenge, person, useFreshPerson, type Person } from '../support/people.ts'
import { useService } from '../support/service.ts'

const everything = ['no_invitations', 'daily_news', 'no_news', 'nothing']

describe.each(engines)('the page of mails, on %s', (engine) => {
  const service = useService(engine, {
    WRITES_PER_MINUTE: '100000',
    READS_PER_MINUTE: '100000',
    PUBLIC_URL,
  })
  const ana = useFreshPerson(service)
  const ben = useFreshPerson(service)

  const stopPath = async ({ email }: Person, kind: NoticeKind) =>
    (await mailTo(service, email, kind)).stopPath
  const press = (path: string, choice: string) => visit(service, path, { form: { choice } })
  const fateOf = async ({ email }: Person, kind: NoticeKind) => {
    const { state, reason } = await mailTo(service, email, kind)
    return reason ?? state
  }
  const play = async () => {
    const created = await challenge(ana, ben)
    await ben.act(created, 'accept')
    await service.runDue()
    return created
  }
  const propose = async (created: { readonly id: string }): Promise<void> => {
    await ana.act(created, 'resolve', { outcome: 'creator_won' })
    await service.runDue()
  }

  it('is linked from the page of a challenge, and offers every step', async () => {
    const { answerPath } = await inviteStranger(service, ana)
    const path = /<a href="(\/stop\/[^"]+)">/.exec((await visit(service, answerPath)).text)?.[1] ?? ''
    const page = await visit(service, path)
    expect(page.status).toBe(200)
    expect(page.text).toContain('<h1>Mails to you</h1>')
    expect(buttonsOf(page)).toEqual(everything)
  })

  it.each([
    ['no_invitations', ['invitations', 'daily_news', 'no_news', 'nothing']],
    ['daily_news', ['no_invitations', 'all_news', 'no_news', 'nothing']],
    ['no_news', ['no_invitations', 'all_news', 'daily_news', 'nothing']],
    ['nothing', ['mails']],
  ])('takes %s, offers to undo it by the same link, and undoes it', async (choice, then) => {
    await challenge(ana, ben)
    const path = await stopPath(ben, 'invited')
    const taken = await press(path, choice)
    expect(taken.status).toBe(200)
    expect(taken.text).toContain('That is noted.')
    expect(buttonsOf(await visit(service, path))).toEqual(then)
    const [undo = ''] = then.filter((other) => !everything.includes(other))
    await press(path, undo)
    expect(buttonsOf(await visit(service, path))).toEqual(everything)
  })

  it('changes nothing for a form that is none of its own, and says so', async () => {
    const created = await play()
    await propose(created)
    const path = await stopPath(ben, 'proposed')
    for (const page of [
      await press(path, 'stop'),
      await press(path, ''),
      // One click: but this mail is of a kind that is not stopped so.
      await visit(service, path, { form: { 'List-Unsubscribe': 'One-Click' } }),
    ]) {
      expect(page.status).toBe(400)
      expect(page.text).toContain('Nothing was changed')
    }
    expect(buttonsOf(await visit(service, path))).toEqual(everything)
  })

  it.each([
    ['invited', ['invitations', 'daily_news', 'no_news', 'nothing']],
    ['accepted', ['no_invitations', 'all_news', 'daily_news', 'nothing']],
  ] as const)('by one click in a mail of the kind %s stops that kind alone', async (kind, then) => {
    await play()
    const path = await stopPath(kind === 'invited' ? ben : ana, kind)
    const clicked = await visit(service, path, { form: { 'List-Unsubscribe': 'One-Click' } })
    expect(clicked.status).toBe(200)
    expect(buttonsOf(clicked)).toEqual(then)
  })

  it('of a link of 0.1 stops what can be stopped without naming a person, and no more', async () => {
    await challenge(ana, ben)
    const hash = service.keys.sign('address', ben.email).toString('base64url')
    const path = `/stop/${service.keys.sign('link', `stop ${hash}`).toString('base64url')}${hash}`
    expect(buttonsOf(await visit(service, path))).toEqual(everything.slice(0, 3))
    const clicked = await visit(service, path, { form: { 'List-Unsubscribe': 'One-Click' } })
    expect(buttonsOf(clicked)).toEqual(['invitations', 'all_news', 'daily_news'])
    await press(path, 'nothing')
    expect(buttonsOf(await visit(service, path))).toEqual(['invitations', 'all_news', 'daily_news'])
  })

  describe('when nothing at all is wanted', () => {
    it('names what is running and that silence counts there', async () => {
      await play()
      const page = await visit(service, await stopPath(ben, 'invited'))
      expect(page.text).toContain('Your silence counts there')
      expect(page.text).toMatch(/with Pat, due\s+\w+/)
      const { text } = await visit(service, await stopPath(await newcomer(), 'invited'))
      expect(text).toContain('No challenge of yours is running.')
    })

    const newcomer = async (): Promise<Person> => {
      const cid = await person(service)
      await challenge(ana, cid)
      return cid
    }

    it('sends one last mail that says so and undoes it, and then none but about the account', async () => {
      const created = await play()
      await press(await stopPath(ben, 'invited'), 'nothing')
      await propose(created)
      expect(await fateOf(ben, 'mails_stopped')).toBe('kept')
      expect(await fateOf(ben, 'proposed')).toBe('stopped')
      const { mail, stopPath: back } = await mailTo(service, ben.email, 'mails_stopped')
      expect(mail.subject).toBe('You won’t get any more emails')
      expect(mail.text).toContain(
        'You have one open challenge. If you don’t answer there in time, the other side’s result counts',
      )
      expect(mail.text).toContain(`Get emails again:\n${PUBLIC_URL}${back}`)
      expect(mail.oneClickUrl).toBeNull()
      await press(back, 'mails')
      await service.runDue()
      // What they were not told of, they are told now.
      expect(await fateOf(ben, 'proposed')).toBe('kept')
    })

    it('lets silence count, as the page said when it was chosen', async () => {
      const created = await play()
      await press(await stopPath(ben, 'invited'), 'nothing')
      await propose(created)
      service.clock.advance(3 * DAY_MS)
      await service.runDue()
      expect((await ana.get(created)).resolution).toMatchObject({ settled_by: 'silence' })
    })

    it('says so each time, and not more often than five times a day', async () => {
      await challenge(ana, ben)
      const path = await stopPath(ben, 'invited')
      for (let n = 0; n < 5; n += 1) {
        expect((await press(path, 'nothing')).status).toBe(200)
        expect((await press(path, 'nothing')).status).toBe(200)
        await press(path, 'mails')
      }
      const refused = await press(path, 'nothing')
      expect(refused.status).toBe(429)
      expect(refused.text).toContain('Nothing was changed')
      expect(buttonsOf(refused)).toEqual(everything)
      const last = (await mailsTo(service, ben.email)).filter(({ kind }) => kind === 'mails_stopped')
      expect(last).toHaveLength(5)
      service.clock.advance(DAY_MS)
      expect((await press(path, 'nothing')).status).toBe(200)
    })
  })

  it('of someone who was erased offers no way back', async () => {
    const { email } = await inviteStranger(service, ana)
    const { stopPath: path } = await mailTo(service, email, 'invited')
    await service.erase(email)
    expect(buttonsOf(await visit(service, path))).toEqual([])
    await press(path, 'mails')
    expect((await visit(service, path)).text).toContain('was erased, and nothing is mailed to it')
  })
})
