// How often mails go out, on both engines: what is over a limit waits for a free place and goes out with what else
// waited for it; what runs against someone is never held up by anything else.
import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../../packages/server/src/kernel/instants.ts'
import { listMails } from '../../packages/server/src/mail/outbox/kept-mails.store.ts'
import { once } from '../../packages/server/src/store/statements/statement.ts'
import { engines } from '../support/engine.ts'
import { act, adminOf, challengeIn, expectStatus, newMember } from '../support/groups.ts'
import { mailsTo, mailTo, PUBLIC_URL, visit } from '../support/mails.ts'
import { challenge, newChallenge, person, useFreshPerson, type Person } from '../support/people.ts'
import { useFreshService } from '../support/service.ts'

describe.each(engines)('the limits of mails, on %s', (engine) => {
  const service = useFreshService(engine, {
    WRITES_PER_MINUTE: '100000',
    READS_PER_MINUTE: '100000',
    PUBLIC_URL,
  })
  const ana = useFreshPerson(service)
  const ben = useFreshPerson(service)

  const pass = async (ms: number): Promise<void> => {
    service.clock.advance(ms)
    await service.runDue()
  }
  /** What became of each notice to an address; "with n" where it went out in the mail of the nth. */
  const fatesOf = async ({ email }: { readonly email: string }): Promise<readonly string[]> => {
    const mails = await mailsTo(service, email)
    return mails.map(({ state, reason, gatheredIn }) => {
      const lead = mails.findIndex(({ id }) => id === gatheredIn)
      return reason ?? (lead === -1 ? state : `with ${lead}`)
    })
  }
  const invite = (by: Person, email: string, more: object = {}) =>
    expectStatus(
      by.call('POST', '/v1/challenges', { ...newChallenge(ben), opponent_email: email, ...more }),
      201,
    )
  const play = async (by: Person, opponent: Person) => {
    const created = await challenge(by, opponent)
    await opponent.act(created, 'accept')
    return created
  }

  describe('of what is unasked', () => {
    it('let one a day through from one causer to one address, and gather the rest', async () => {
      for (let n = 0; n < 3; n += 1) await invite(ana, ben.email)
      await service.runDue()
      expect(await fatesOf(ben)).toEqual(['kept', 'waiting', 'waiting'])
      await pass(DAY_MS - 1)
      expect(await fatesOf(ben)).toEqual(['kept', 'waiting', 'waiting'])
      await pass(1)
      expect(await fatesOf(ben)).toEqual(['kept', 'kept', 'with 1'])
    })

    it('let three a day through to one address, whatever its +tag, and drop none of the others', async () => {
      const tags = ['', '+a', '+b', '+c', '']
      const addresses = tags.map((tag) => `one${tag}@inbox.example`)
      for (const address of addresses) await invite(await person(service), address)
      await service.runDue()
      const states = async () => {
        const all = await listMails(service.store, 10)
        return all.toReversed().map(({ state }) => state)
      }
      expect(await states()).toEqual(['kept', 'kept', 'kept', 'waiting', 'waiting'])
      await pass(DAY_MS)
      expect(await states()).toEqual(['kept', 'kept', 'kept', 'kept', 'kept'])
    })

    it('let fifty a day through for one owner, and no more to those who never answered it', async () => {
      const known = await person(service)
      await play(ana, known)
      await pass(DAY_MS)
      for (let n = 0; n < 51; n += 1) await invite(ana, `stranger${n}@test.example`)
      await challenge(ana, known)
      await service.runDue()
      const newest = async () =>
        (await listMails(service.store, 3)).map(({ address, state }) => [address, state])
      expect(await newest()).toEqual([
        [known.email, 'kept'],
        ['stranger50@test.example', 'waiting'],
        ['stranger49@test.example', 'kept'],
      ])
      await pass(DAY_MS)
      expect((await newest())[1]).toEqual(['stranger50@test.example', 'kept'])
    })

    it('let what waits wait only while its challenge is pending', async () => {
      await invite(ana, ben.email)
      await service.runDue()
      await invite(ana, ben.email, { due_days: 1 })
      const { body } = await invite(ana, ben.email)
      const accepted = body.data as { readonly id: string }
      await service.runDue()
      expect(await fatesOf(ben)).toEqual(['kept', 'waiting', 'waiting'])
      await ben.act(accepted, 'accept')
      await pass(DAY_MS)
      expect(await fatesOf(ben)).toEqual(['kept', 'overtaken', 'overtaken'])
    })

    it('do not count someone who declined among acquaintances, nor whom a group’s token made accept', async () => {
      const group = await service.group()
      await group.addMember(ben.email)
      const admin = adminOf(service, group)
      await ben.act(await challengeIn(admin, ben), 'cancel')
      const made = await challengeIn(admin, ben)
      const path = `/v1/challenges/${made.id}/accept?user_email=${encodeURIComponent(ben.email)}`
      expect((await service.call('POST', path, { token: group.token, body: {} })).status).toBe(200)
      await pass(DAY_MS)
      await challengeIn(admin, ben)
      await challengeIn(admin, ben)
      await service.runDue()
      expect((await fatesOf(ben)).slice(-2)).toEqual(['kept', 'waiting'])
    })
  })

  it('let ten invitations a day through among acquaintances, and gather the rest', async () => {
    await play(ana, ben)
    await service.runDue()
    for (let n = 0; n < 13; n += 1) await challenge(ana, ben)
    await service.runDue()
    const fates = async () => (await fatesOf(ben)).slice(-13)
    expect(await fates()).toEqual([...Array<string>(10).fill('kept'), 'waiting', 'waiting', 'waiting'])
    await pass(DAY_MS)
    expect((await fates()).slice(-3)).toEqual(['kept', 'with 11', 'with 11'])
  })

  describe('of a withdrawal', () => {
    it('tell nobody of it who was not told of the invitation', async () => {
      await ana.act(await challenge(ana, ben), 'cancel')
      await service.runDue()
      expect(await fatesOf(ben)).toEqual(['overtaken', 'uninvited'])
    })

    it('tell those who were, the next day, as it is unasked too', async () => {
      const created = await challenge(ana, ben)
      await service.runDue()
      await ana.act(created, 'cancel')
      await service.runDue()
      expect(await fatesOf(ben)).toEqual(['kept', 'waiting'])
      await pass(DAY_MS)
      expect(await fatesOf(ben)).toEqual(['kept', 'kept'])
    })
  })

  describe('of a deadline', () => {
    it('are none: a flood of anything else holds it up by nothing', async () => {
      const created = await play(ana, ben)
      for (let n = 0; n < 5; n += 1) await challenge(await person(service), ben)
      await service.runDue()
      for (let n = 0; n < 12; n += 1) {
        const other = await play(ana, ben)
        await ana.act(other, 'resolve', { outcome: 'creator_won' })
      }
      await ana.act(created, 'resolve', { outcome: 'creator_won' })
      await service.runDue()
      const proposals = (await mailsTo(service, ben.email)).filter(({ kind }) => kind === 'proposed')
      expect(proposals.map(({ state }) => state)).toEqual(Array<string>(13).fill('kept'))
    })

    it('let a newer one take the place of one that still waits, of the same challenge and receiver alone', async () => {
      const [one, other] = [await play(ana, ben), await play(ana, ben)]
      await service.runDue()
      await ana.act(other, 'cancel')
      await ana.act(one, 'cancel')
      await ana.act(one, 'resolve', { outcome: 'draw' })
      await service.runDue()
      const asked = (await mailsTo(service, ben.email)).filter((mail) => mail.class === 'deadline')
      expect(asked.map(({ kind, challengeId, state }) => [kind, challengeId, state])).toEqual([
        ['cancel_requested', other.id, 'kept'],
        ['cancel_requested', one.id, 'dropped'],
        ['proposed', one.id, 'kept'],
      ])
    })

    it('let ten a day through where a group’s token acts for the receiver, and gather the rest', async () => {
      const group = await service.group()
      const [admin, mo] = [adminOf(service, group), await newMember(service, group)]
      for (let n = 0; n < 13; n += 1) {
        const created = await challengeIn(admin, mo)
        await act(mo, created, 'accept')
        await act(admin, created, 'resolve', { outcome: 'creator_won' })
      }
      await service.runDue()
      const fates = async () => {
        const mails = (await mailsTo(service, mo.email)).filter(({ kind }) => kind === 'proposed')
        return mails.map(({ state, gatheredIn }) => (gatheredIn === null ? state : 'with another'))
      }
      expect(await fates()).toEqual([...Array<string>(10).fill('kept'), 'waiting', 'waiting', 'waiting'])
      // The place of the first comes free, a day after it went.
      await pass(DAY_MS)
      expect((await fates()).slice(-3)).toEqual(['kept', 'with another', 'with another'])
      const { mail } = await mailTo(service, mo.email, 'proposed')
      expect(mail.text).not.toContain('I run ten kilometres')
    })
  })

  describe('of news', () => {
    const hearNews = async (count: number): Promise<void> => {
      for (let n = 0; n < count; n += 1) await play(ana, ben)
      await service.runDue()
    }

    it('let ten a day through, then one that gathers the rest', async () => {
      await hearNews(13)
      const waiting = ['waiting', 'waiting', 'waiting']
      expect(await fatesOf(ana)).toEqual([...Array<string>(10).fill('kept'), ...waiting])
      await pass(DAY_MS)
      expect((await fatesOf(ana)).slice(-3)).toEqual(['kept', 'with 10', 'with 10'])
    })

    it('let one a day through to who chose so', async () => {
      await hearNews(1)
      const { stopPath } = await mailTo(service, ana.email, 'accepted')
      await visit(service, stopPath, { form: { choice: 'daily_news' } })
      await hearNews(3)
      expect(await fatesOf(ana)).toEqual(['kept', 'waiting', 'waiting', 'waiting'])
      await pass(DAY_MS)
      expect(await fatesOf(ana)).toEqual(['kept', 'kept', 'with 1', 'with 1'])
    })
  })

  describe('that a person set', () => {
    const stop = async (email: string, choice: string): Promise<void> => {
      const [mail] = await mailsTo(service, email)
      expect((await visit(service, mail?.stopPath ?? '', { form: { choice } })).status).toBe(200)
    }

    it('hold for invitations to every +tag of the inbox, and are kept as nothing but a hash', async () => {
      await invite(ana, 'one+a@inbox.example')
      await service.runDue()
      await stop('one+a@inbox.example', 'no_invitations')
      for (const address of ['one@inbox.example', 'one+a@inbox.example', 'one+b@inbox.example']) {
        await invite(await person(service), address)
      }
      await invite(await person(service), 'two@inbox.example')
      await service.runDue()
      const fates = (await listMails(service.store, 5)).toReversed()
      expect(fates.map(({ state, reason }) => reason ?? state)).toEqual([
        'kept',
        'stopped',
        'stopped',
        'stopped',
        'kept',
      ])
      const rows = await service.store.all(once<Record<string, unknown>>('select * from mail_preferences'))
      expect(rows).toMatchObject([{ address_hash: expect.stringMatching(/^[\w-]{27}$/) as string }])
    })

    it('hold back invitations or news, and nothing that runs against them', async () => {
      const created = await play(ana, ben)
      await service.runDue()
      await stop(ben.email, 'no_invitations')
      await stop(ben.email, 'no_news')
      await challenge(ana, ben)
      await ana.act(created, 'resolve', { outcome: 'creator_won' })
      await service.runDue()
      expect(await mailTo(service, ben.email, 'invited')).toMatchObject({ reason: 'stopped' })
      expect(await mailTo(service, ben.email, 'proposed')).toMatchObject({ state: 'kept' })
      await pass(3 * DAY_MS)
      expect(await mailTo(service, ben.email, 'resolved')).toMatchObject({ reason: 'stopped' })
    })

    it('tell a new membership once all the same', async () => {
      await invite(ana, ben.email)
      await service.runDue()
      await stop(ben.email, 'no_invitations')
      const group = await service.group()
      const admin = adminOf(service, group)
      const member = { email: ben.email, first_name: 'Ben' }
      await expectStatus(admin.call('POST', `/v1/groups/${group.id}/members`, member), 201)
      await pass(DAY_MS)
      expect(await mailTo(service, ben.email, 'member_added')).toMatchObject({ state: 'kept' })
    })
  })
})
