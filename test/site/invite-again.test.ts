// The invitation once more: by the creator, while nobody has answered, once a day, within the limits of mails, and
// without a word on whose address it is.
import { beforeEach, describe, expect, it } from 'vitest'
import type { Challenge } from '@challenge-service/contract'
import { blockPerson } from '../../packages/server/src/features/challenges/link/blocks.store.ts'
import { DAY_MS, HOUR_MS } from '../../packages/server/src/kernel/instants.ts'
import { addressHash } from '../../packages/server/src/mail/messages/links.ts'
import {
  clearPreference,
  setPreference,
} from '../../packages/server/src/mail/preferences/preferences.store.ts'
import { engines } from '../support/engine.ts'
import { act, challengeIn, newMember, throughGroup } from '../support/groups.ts'
import { mailsTo, newStranger } from '../support/mails.ts'
import { challenge, findPersonId, newChallenge, person, useFreshPerson } from '../support/people.ts'
import { useFreshService } from '../support/service.ts'
import { makeAddresses } from './address-kinds.ts'
import { siteSettings, Visitor, type SeenPage } from './visitor.ts'

describe.each(engines)('inviting again, on %s', (engine) => {
  const service = useFreshService(engine, {
    ...siteSettings,
    WRITES_PER_MINUTE: '100000',
    READS_PER_MINUTE: '100000',
  })
  const ana = useFreshPerson(service)
  let browser: Visitor
  beforeEach(async () => {
    browser = await Visitor.signedIn(service, ana.email)
  })

  const pass = async (ms: number): Promise<void> => {
    service.clock.advance(ms)
    await service.runDue()
  }
  const challengeTo = async (email: string, more: object = { due_days: 30 }): Promise<Challenge> => {
    const body = { ...newChallenge(ana), opponent_email: email, ...more }
    return (await ana.call('POST', '/v1/challenges', body)).body.data as Challenge
  }
  const pathOf = ({ id }: Pick<Challenge, 'id'>): string => `/challenges/${id}/invite-again`
  const press = async (of: Pick<Challenge, 'id'>, by = browser): Promise<SeenPage> =>
    by.submit(await by.get(`/challenges/${of.id}`), pathOf(of))
  /** Sent without the page that shows the button. */
  const force = (of: Pick<Challenge, 'id'>, by = browser): Promise<SeenPage> => by.post(pathOf(of), {})
  const fatesOf = async (email: string): Promise<readonly string[]> =>
    (await mailsTo(service, email)).map(({ kind, state, reason }) => `${kind} ${reason ?? state}`)

  it('goes out again, as far as the limits let a mail through', async () => {
    const email = newStranger()
    const made = await challengeTo(email)
    await service.runDue()
    const led = await press(made)
    expect([led.status, led.headers['location']]).toEqual([303, `/challenges/${made.id}?did=invited_again`])
    expect((await browser.follow(led)).text).toContain('The invitation is kept once more.')
    await pass(HOUR_MS)
    expect(await fatesOf(email)).toEqual(['invited kept', 'invited_again waiting'])
    await pass(DAY_MS - HOUR_MS)
    expect(await fatesOf(email)).toEqual(['invited kept', 'invited_again kept'])
    const [first, second] = await mailsTo(service, email)
    expect(second?.mail.text).toBe(first?.mail.text)
    expect(second?.answerPath).toBe(first?.answerPath)
  })

  it('is once in 24 hours, on every node, and says from when on again', async () => {
    const made = await challengeTo(newStranger())
    const other = await service.startNode()
    const elsewhere = new Visitor(other.url)
    await elsewhere.signIn(service, ana.email)
    const page = await browser.get(`/challenges/${made.id}`)
    const answers = await Promise.all([browser.submit(page, pathOf(made)), force(made, elsewhere)])
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['303', '409'])
    await pass(DAY_MS - 1)
    const refused = await force(made)
    expect([refused.status, refused.text]).toEqual([
      409,
      expect.stringContaining('An invitation is sent again at most once in 24 hours.'),
    ])
    const shown = await browser.get(`/challenges/${made.id}`)
    expect(shown.text).toContain('Monday 16 November 2026, 12:00 UTC')
    expect(shown.forms.map(({ action }) => action)).not.toContain(pathOf(made))
    await pass(1)
    expect((await press(made)).status).toBe(303)
  })

  it('is done once by a form that is sent twice', async () => {
    const made = await challengeTo(newStranger())
    const page = await browser.get(`/challenges/${made.id}`)
    for (const { status } of [
      await browser.submit(page, pathOf(made)),
      await browser.submit(page, pathOf(made)),
    ]) {
      expect(status).toBe(303)
    }
  })

  it('answers alike whatever is known of the address, and mails nobody who wants none', async () => {
    const answered: (readonly (string | number)[])[] = []
    const addresses = await makeAddresses(service, ana.email)
    for (const email of Object.values(addresses)) {
      const made = await challengeTo(email)
      await service.runDue()
      const clean = ({ text }: SeenPage): string =>
        text
          .replaceAll(/[0-9a-f-]{36}|ch_\w+/g, 'ID')
          .replaceAll(email, 'ADDRESS')
          // How far the own feed has come.
          .replaceAll(/after=\d+/g, 'AFTER')
      const before = await browser.get(`/challenges/${made.id}`)
      const led = await browser.submit(before, pathOf(made))
      const after = await browser.follow(led)
      answered.push([clean(before), led.status, clean(after), clean(await force(made))])
    }
    expect(answered).toHaveLength(7)
    for (const other of answered) expect(other).toEqual(answered[0])
    await pass(DAY_MS)
    const fates = await Promise.all(
      Object.entries(addresses).map(async ([kind, email]) => [kind, (await fatesOf(email)).join(', ')]),
    )
    expect(Object.fromEntries(fates)).toEqual({
      unknown: 'invited kept, invited_again kept',
      account: 'invited kept, invited_again kept',
      erased: 'invited_again stopped, invited stopped',
      uninvited: 'invited_again stopped, invited stopped',
      silent: 'invited_again stopped, invited stopped',
      bounced: 'invited_again bounced, invited bounced',
      blocking: '',
    })
  })

  it('mails nothing to someone who has blocked the creator since', async () => {
    const ben = await person(service)
    const made = await challenge(ana, ben)
    await service.runDue()
    const [bensId, anasId] = [await findPersonId(service, ben.email), await findPersonId(service, ana.email)]
    await service.store.write((tx) => blockPerson(tx, bensId, anasId, service.clock.now()))
    expect((await press(made)).status).toBe(303)
    await pass(DAY_MS)
    expect(await fatesOf(ben.email)).toEqual(['invited kept'])
  })

  it('adds nothing to an invitation that still waits for its turn', async () => {
    const email = newStranger()
    await challengeTo(email)
    const second = await challengeTo(email)
    await service.runDue()
    expect((await press(second)).status).toBe(303)
    await pass(DAY_MS)
    expect(await fatesOf(email)).toEqual(['invited kept', 'invited kept'])
  })

  it('is the invitation, where the first did not go out: so that it can be withdrawn', async () => {
    const email = newStranger()
    const { store, keys, clock } = service
    const hash = addressHash(keys, email)
    await store.write((tx) => setPreference(tx, hash, 'bouncedAt', clock.now()))
    const made = await challengeTo(email)
    await service.runDue()
    await store.write((tx) => clearPreference(tx, hash, 'bouncedAt'))
    await press(made)
    await service.runDue()
    await ana.act(made, 'cancel')
    await pass(DAY_MS)
    expect(await fatesOf(email)).toEqual(['invited_again bounced', 'invited kept', 'withdrawn kept'])
  })

  it('is spared once the challenge is taken back, and those who were told of it are told of that', async () => {
    const email = newStranger()
    const made = await challengeTo(email)
    await service.runDue()
    await press(made)
    await service.runDue()
    await ana.act(made, 'cancel')
    await pass(DAY_MS)
    expect(await fatesOf(email)).toEqual(['invited kept', 'invited_again overtaken', 'withdrawn kept'])
  })

  it('is the creator’s, while nobody has answered', async () => {
    const [ben, eve] = [await person(service), await person(service)]
    const [his, hers] = [new Visitor(service.url), new Visitor(service.url)]
    await his.signIn(service, ben.email)
    await hers.signIn(service, eve.email)
    const made = await challenge(ana, ben)
    expect((await force(made, his)).status).toBe(403)
    expect((await force(made, hers)).status).toBe(404)
    expect((await force({ id: 'ch_x' })).status).toBe(404)
    expect((await his.get(`/challenges/${made.id}`)).text).not.toContain('invite-again')
    await ben.act(made, 'accept')
    expect((await force(made)).text).toContain('Nobody can be invited while the challenge is active.')
    expect((await browser.get(`/challenges/${made.id}`)).text).not.toContain('invite-again')
    const late = await challenge(ana, ben, { due_days: 1 })
    service.clock.advance(DAY_MS)
    expect((await force(late)).text).toContain('Nobody can be invited while the challenge is expired.')
    await service.runDue()
    expect(await fatesOf(ben.email)).not.toContain('invited_again kept')
  })

  it('ends with the erasure of the invited person', async () => {
    const ben = await person(service)
    const made = await challenge(ana, ben)
    await press(made)
    await service.erase(ben.email)
    await pass(DAY_MS)
    expect((await force(made)).text).toContain('Nobody can be invited while the challenge is cancelled.')
  })

  it('works for a challenge that a group’s token made in one’s name', async () => {
    const group = await service.group()
    await group.addMember(ana.email, null, 'Ana')
    const mo = await newMember(service, group)
    const made = await challengeIn(throughGroup(service, group, ana.email), mo)
    expect((await press(made)).status).toBe(303)
    await act(mo, made, 'accept')
    expect((await force(made)).status).toBe(409)
  })
})
