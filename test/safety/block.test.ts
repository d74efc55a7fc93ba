// A person who blocks another hears nothing of their later challenges, and nobody can tell.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { allowMails } from '../../packages/server/src/features/mail-preferences/mail-preferences.service.ts'
import { DAY_MS } from '../../packages/server/src/kernel/instants.ts'
import { engines } from '../support/engine.ts'
import { adminOf, challengeIn, eventsSeenBy, throughGroup } from '../support/groups.ts'
import { visit } from '../support/mails.ts'
import { challenge, newChallenge, person, type Person } from '../support/people.ts'
import { openMailbox, pathIn, press, type Mailbox } from './mailbox.ts'

describe.each(engines)('Block, on %s', (engine) => {
  let mailbox: Mailbox
  let ana: Person
  let ben: Person
  beforeEach(async () => {
    mailbox = await openMailbox(engine)
    ana = await person(mailbox.service)
    ben = await person(mailbox.service)
  })
  afterEach(() => mailbox.stop())

  /** Ben blocks Ana on the page of a challenge of hers. */
  const block = async (): Promise<string> => {
    await challenge(ana, ben)
    await mailbox.later()
    const page = pathIn(mailbox.to(ben.email).at(-1), 'a')
    expect((await press(mailbox.service, page, 'block')).status).toBe(303)
    return page
  }
  const plain = (text: string) =>
    text.replaceAll(/(ch|req)_\w+/g, '').replaceAll(/\d{4}-\d\d-\d\dT[^"]+/g, '')

  it('later challenges are answered as ever, and are not there for the one who blocked', async () => {
    const cleo = await person(mailbox.service)
    await block()
    const [records, feed, inbox] = [
      (await ben.call('GET', '/v1/me')).body.data,
      await ben.events(),
      mailbox.to(ben.email).length,
    ]
    const blocked = await ana.call('POST', '/v1/challenges', newChallenge(ben))
    const other = await ana.call('POST', '/v1/challenges', newChallenge(cleo))
    expect(blocked.status).toBe(201)
    expect(plain(blocked.text)).toBe(plain(other.text))
    const { id } = blocked.body.data as { id: string }
    await mailbox.later(2 * DAY_MS)
    expect((await ben.call('GET', `/v1/challenges/${id}`)).status).toBe(404)
    expect((await ben.call('POST', `/v1/challenges/${id}/accept`, {})).status).toBe(404)
    expect((await ben.call('GET', `/v1/challenges/${id}/tally`)).status).toBe(404)
    const listed = (await ben.call('GET', '/v1/challenges')).body.data as { id: string }[]
    expect(listed.map((one) => one.id)).not.toContain(id)
    const newest = await ben.call('GET', '/v1/challenges?limit=1')
    expect(newest.body.data).toHaveLength(1)
    expect(await ben.events()).toEqual(feed)
    expect((await ben.call('GET', '/v1/me')).body.data).toMatchObject({
      record: (records as { record: object }).record,
    })
    expect(mailbox.to(ben.email)).toHaveLength(inbox)
    // The creator's side is what it always is, to the end.
    expect((await ana.events()).at(-2)).toMatchObject({ type: 'challenge.created', challenge_id: id })
    await mailbox.later(5 * DAY_MS)
    expect((await ana.get({ id })).status).toBe('expired')
    expect(await ben.events()).toHaveLength(feed.length + 1)
  })

  it('lasts as long as the blocking person is known, and longer than any other trace of them', async () => {
    const email = 'guest@block.example'
    await ana.call('POST', '/v1/challenges', { ...newChallenge(ben), opponent_email: email })
    await mailbox.later()
    const page = pathIn(mailbox.to(email).at(-1), 'a')
    await press(mailbox.service, page, 'block')
    await press(mailbox.service, page, 'decline')
    const hidden = await ana.call('POST', '/v1/challenges', {
      ...newChallenge(ben),
      opponent_email: email,
      due_days: 365,
    })
    await mailbox.later(100 * DAY_MS)
    await mailbox.later(DAY_MS)
    expect((await ana.get(hidden.body.data as { id: string })).status).toBe('pending')
    await ana.call('POST', '/v1/challenges', { ...newChallenge(ben), opponent_email: email })
    await mailbox.later(2 * DAY_MS)
    expect(mailbox.to(email)).toHaveLength(1)
  })

  it('what was there before goes on', async () => {
    await block()
    const [first] = (await ben.call('GET', '/v1/challenges')).body.data as { id: string }[]
    expect(await ben.act(first ?? { id: '' }, 'accept')).toMatchObject({ status: 'active' })
  })

  it('in a group the group sees it, and the one who blocked does not', async () => {
    const { service } = mailbox
    await block()
    const group = await service.group()
    await group.addMember(ana.email)
    await group.addMember(ben.email, null, 'Benno')
    const [asAna, asBen] = [throughGroup(service, group, ana.email), throughGroup(service, group, ben.email)]
    const created = await challengeIn(asAna, ben)
    expect((await asBen.call('GET', `/v1/challenges/${created.id}`)).status).toBe(404)
    expect((await asBen.call('POST', `/v1/challenges/${created.id}/accept`, {})).status).toBe(404)
    for (const by of [asBen, ben]) {
      const page = await by.call('GET', `/v1/groups/${group.id}/challenges`)
      expect(page.body.data).toEqual([])
    }
    const admin = adminOf(service, group)
    expect((await admin.call('GET', `/v1/groups/${group.id}/challenges`)).body.data).toHaveLength(1)
    expect((await eventsSeenBy(admin)).at(-1)).toMatchObject({ challenge_id: created.id })
    // Erased, they are gone from it too.
    await service.erase(ben.email)
    const seen = await admin.call('GET', `/v1/challenges/${created.id}`)
    expect(seen.text).not.toContain('Benno')
  })

  it('is undone on the same page, and by the operator', async () => {
    const page = await block()
    expect((await visit(mailbox.service, page)).text).toContain('You have blocked Pat')
    await press(mailbox.service, page, 'unblock')
    expect((await ben.get(await challenge(ana, ben))).status).toBe('pending')
    await press(mailbox.service, page, 'block')
    const { store, keys, clock } = mailbox.service
    const allowed = await store.write((tx) => allowMails(tx, keys, ben.email, clock.now()))
    expect(allowed).toEqual({ wasStopped: false, unblocked: 1 })
    expect((await ben.get(await challenge(ana, ben))).status).toBe('pending')
  })

  it('blocks nobody else, and not the other way round', async () => {
    await block()
    const cleo = await person(mailbox.service)
    expect((await ben.get(await challenge(cleo, ben))).status).toBe('pending')
    expect((await ana.get(await challenge(ben, ana))).status).toBe('pending')
  })
})
