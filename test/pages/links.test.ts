// The life of a link, on both engines: it acts while its challenge runs, can be read for a while after, and ends when
// its person says so; sending something twice does no harm, and a block is made and undone there.
import { describe, expect, it } from 'vitest'
import type { Challenge } from '@challenge-service/contract'
import { DAY_MS } from '../../packages/server/src/kernel/instants.ts'
import { engines } from '../support/engine.ts'
import {
  buttonsOf,
  inviteStranger,
  mailsTo,
  mailTo,
  PUBLIC_URL,
  standingOf,
  visit,
} from '../support/mails.ts'
import { challenge, newChallenge, person, useFreshPerson, type Person } from '../support/people.ts'
import { useService } from '../support/service.ts'

describe.each(engines)('a link, on %s', (engine) => {
  const service = useService(engine, {
    WRITES_PER_MINUTE: '100000',
    READS_PER_MINUTE: '100000',
    PUBLIC_URL,
  })
  const ana = useFreshPerson(service)
  const ben = useFreshPerson(service)

  const invited = () => inviteStranger(service, ana)
  const answer = (path: string, choice: string, more: Readonly<Record<string, string>> = {}) =>
    visit(service, path, { form: { choice, ...more } })
  const pathTo = async ({ email }: { readonly email: string }, kind: Parameters<typeof mailTo>[2]) =>
    (await mailTo(service, email, kind)).answerPath
  const titleOf = ({ text }: { readonly text: string }) => /<h1>(.*?)<\/h1>/.exec(text)?.[1]

  it('of any mail of a challenge leads to the same page, which offers what is possible now', async () => {
    const created = await challenge(ana, ben)
    const path = await pathTo(ben, 'invited')
    await ben.act(created, 'accept')
    await ana.act(created, 'resolve', { outcome: 'creator_won' })
    expect(await pathTo(ben, 'proposed')).toBe(path)
    const page = await visit(service, path)
    expect([page.status, standingOf(page)]).toEqual([200, 'Pat says “I won”'])
    expect((await answer(path, 'dispute', { reason: 'no' })).status).toBe(303)
    expect((await ana.get(created)).status).toBe('disputed')
    // The one of the other party is another.
    expect(await pathTo(ana, 'accepted')).not.toBe(path)
  })

  it('sent twice does no harm, also at once', async () => {
    const { answerPath, created } = await invited()
    const sent = await Promise.all(
      Array.from({ length: 4 }, () => answer(answerPath, 'accept', { first_name: 'Bea' })),
    )
    expect(sent.map(({ status }) => status)).toEqual([303, 303, 303, 303])
    expect((await ana.events()).map(({ type }) => type)).toEqual(['challenge.created', 'challenge.accepted'])
    expect((await ana.get(created)).opponent).toEqual({ first_name: 'Bea' })
  })

  it('with an answer that is no longer possible changes nothing, and says so', async () => {
    const { answerPath, created } = await invited()
    await answer(answerPath, 'accept')
    for (const choice of ['decline', 'agree', 'dispute']) {
      const page = await answer(answerPath, choice, { reason: 'no' })
      expect(page.status).toBe(409)
      expect(page.text).toContain('Nothing was changed')
      expect(standingOf(page)).toBe('In progress')
    }
    expect((await ana.get(created)).status).toBe('active')
  })

  it('of a challenge that was taken back says that it is over, and offers nothing', async () => {
    const { answerPath, created } = await invited()
    await ana.act(created, 'cancel')
    const page = await visit(service, answerPath)
    expect([page.status, standingOf(page)]).toEqual([200, 'Cancelled · no result'])
    expect(buttonsOf(page)).toEqual([])
    expect((await answer(answerPath, 'accept')).status).toBe(409)
  })

  it('can be read for 90 days after the end of its challenge, and not at that very instant', async () => {
    const created = await challenge(ana, ben)
    const path = await pathTo(ben, 'invited')
    await ben.act(created, 'accept')
    await ana.act(created, 'resolve', { outcome: 'opponent_won' })
    service.clock.advance(90 * DAY_MS - 1)
    const page = await visit(service, path)
    expect([page.status, standingOf(page), buttonsOf(page)]).toEqual([200, 'You won, Pat conceded', []])
    service.clock.advance(1)
    for (const ended of [await visit(service, path), await visit(service, `${path}/done`)]) {
      expect([ended.status, titleOf(ended)]).toEqual([410, 'This link has ended'])
      expect(ended.text).not.toContain(created.claim)
    }
    for (const choice of ['concede', 'block', 'renew']) expect((await answer(path, choice)).status).toBe(410)
  })

  it('acts as long as its challenge runs, however long that is', async () => {
    const created = await challenge(ana, ben, { due_days: 365 })
    const path = await pathTo(ben, 'invited')
    await ben.act(created, 'accept')
    service.clock.advance(364 * DAY_MS)
    expect((await answer(path, 'concede')).status).toBe(303)
    expect((await ana.get(created)).status).toBe('resolved')
  })

  it('ends with all earlier ones when its person says so, who is mailed a new one', async () => {
    const { created, email, answerPath } = await invited()
    const theirs = (): Promise<Challenge> => ana.get(created)
    const renewed = await answer(answerPath, 'renew')
    expect([renewed.status, titleOf(renewed)]).toEqual([200, 'The earlier links have ended'])
    for (const ended of [await visit(service, answerPath), await answer(answerPath, 'accept')]) {
      expect([ended.status, titleOf(ended)]).toEqual([410, 'This link has ended'])
      expect(ended.text).not.toContain(created.claim)
    }
    expect((await answer(answerPath, 'renew')).status).toBe(410)
    expect((await theirs()).status).toBe('pending')
    await service.runDue()
    const fresh = await mailTo(service, email, 'link_renewed')
    expect(fresh.state).toBe('kept')
    expect(fresh.answerPath).not.toBe(answerPath)
    expect((await answer(fresh.answerPath, 'accept')).status).toBe(303)
    expect((await theirs()).status).toBe('active')
    // Those of the other party are as they were.
    expect((await visit(service, await pathTo(ana, 'accepted'))).status).toBe(200)
    const kinds = (await mailsTo(service, email)).map(({ kind }) => kind)
    expect(kinds.filter((kind) => kind === 'link_renewed')).toHaveLength(1)
  })

  it('of a mail of 0.1 goes on working, until the earlier ones are ended', async () => {
    const { created, email } = await invited()
    const body = `${created.id.slice('ch_'.length)}oi${Date.parse(created.due_at).toString(36)}`
    const path = `/a/${service.keys.sign('link', `answer ${body}`).toString('base64url')}${body}`
    expect(buttonsOf(await visit(service, path))).toEqual(['accept', 'decline'])
    expect((await answer(path, 'accept')).status).toBe(303)
    expect((await ana.get(created)).status).toBe('active')
    await answer(await pathTo({ email }, 'invited'), 'renew')
    expect((await visit(service, path)).status).toBe(410)
  })

  it('shows its person’s challenge and nothing else, even if someone else is signed in', async () => {
    const other = await challenge(ana, ben, { claim: 'Another claim.' })
    const { answerPath } = await invited()
    const page = await visit(service, answerPath)
    for (const secret of [other.claim, 'Quill', ana.email, ben.email]) expect(page.text).not.toContain(secret)
  })

  it.each([
    ['is forged', (path: string) => `${path.slice(0, -3)}zzz`],
    ['was cut off', (path: string) => path.slice(0, -5)],
    ['is of another kind', (path: string) => path.replace('/a/', '/stop/')],
    ['is nothing at all', () => '/a/x'],
  ])('that %s is not found, by GET or POST', async (_, spoil) => {
    const { answerPath, created } = await invited()
    for (const page of [await visit(service, spoil(answerPath)), await answer(spoil(answerPath), 'accept')]) {
      expect([page.status, titleOf(page)]).toEqual([404, 'This link does not work'])
    }
    expect((await ana.get(created)).status).toBe('pending')
  })

  describe('by which one person blocks another', () => {
    const listOf = async (who: Person): Promise<readonly string[]> => {
      const { body } = await who.call('GET', '/v1/challenges?limit=100')
      return (body.data as readonly Challenge[]).map(({ id }) => id)
    }
    const namesOf = ({ text }: { readonly text: string }) =>
      [...text.matchAll(/value="((?:un)?block)"/g)].map(([, name]) => name)

    it('changes nothing there, and keeps later challenges away: no mail, no list, no read, no event', async () => {
      const first = await challenge(ana, ben)
      const path = await pathTo(ben, 'invited')
      expect(namesOf(await visit(service, path))).toEqual(['block'])
      expect((await answer(path, 'block')).headers['location']).toBe(`${path}/done?did=block`)
      expect(namesOf(await visit(service, path))).toEqual(['unblock'])
      expect((await ana.get(first)).status).toBe('pending')

      const plain = (text: string) => text.replaceAll(/(ch|req)_\w+/g, '')
      const cid = await person(service)
      const toBen = await ana.call('POST', '/v1/challenges', newChallenge(ben))
      const toCid = await ana.call('POST', '/v1/challenges', newChallenge(cid))
      expect(plain(toBen.text)).toBe(plain(toCid.text))
      const hidden = toBen.body.data as Challenge
      service.clock.advance(DAY_MS)
      await service.runDue()
      expect((await mailsTo(service, ben.email)).map(({ challengeId }) => challengeId)).not.toContain(
        hidden.id,
      )
      expect(await listOf(ben)).toEqual([first.id])
      expect((await ben.call('GET', `/v1/challenges/${hidden.id}`)).status).toBe(404)
      await ben.act(hidden, 'accept', {}, 404)
      expect((await ben.events()).every(({ data }) => data.challenge?.id !== hidden.id)).toBe(true)
      expect(await listOf(ana)).toContain(hidden.id)
    })

    it('is undone there too', async () => {
      await challenge(ana, ben)
      const path = await pathTo(ben, 'invited')
      await answer(path, 'block')
      await answer(path, 'block')
      expect((await answer(path, 'unblock')).status).toBe(303)
      const later = await challenge(ana, ben)
      expect(await listOf(ben)).toContain(later.id)
    })

    it('is one way: the one who blocks can still challenge the other', async () => {
      await challenge(ana, ben)
      await answer(await pathTo(ben, 'invited'), 'block')
      const back = await challenge(ben, ana)
      expect(await listOf(ana)).toContain(back.id)
    })
  })
})
