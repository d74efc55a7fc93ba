// An export has everything that is kept about a person, and of others the first name at most.
import { afterEach, describe, expect, it } from 'vitest'
import { createAccount } from '../../packages/server/src/features/access/access.service.ts'
import { blockPerson } from '../../packages/server/src/features/challenges/link/blocks.store.ts'
import { exportPerson } from '../../packages/server/src/features/privacy/export.service.ts'
import type { PersonId } from '../../packages/server/src/kernel/ids.ts'
import { engines } from '../support/engine.ts'
import { challengeIn, throughGroup } from '../support/groups.ts'
import { mailTo, visit } from '../support/mails.ts'
import { challenge, findPersonId, person } from '../support/people.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { loopbackAllowed } from '../support/subscriptions.ts'
import { CANARY, newPlayer, tellErasedStory } from './erased-story.ts'

let service: TestService
afterEach(() => service.stop())

const textOf = async (email: string): Promise<string> => {
  let text = ''
  for await (const piece of exportPerson(service.store, service.keys, email, service.clock.now())) {
    text += piece
  }
  return text
}

const personIdOf = (email: string): Promise<PersonId> => findPersonId(service, email)

const wantsAll = {
  no_invitations_since: null,
  no_news_since: null,
  daily_news_since: null,
  nothing_since: null,
  stopped_since: null,
  erased_at: null,
  bounced_at: null,
}

describe.each(engines)('an export, on %s', (engine) => {
  it('has every word of a person, and of others nothing but first names', { timeout: 180_000 }, async () => {
    service = await startTestService(engine, loopbackAllowed)
    const { ana, ben, cy, open, closed } = await tellErasedStory(service)
    const { stopPath } = await mailTo(service, ana.email, 'invited')
    expect((await visit(service, stopPath, { form: { choice: 'daily_news' } })).status).toBe(200)
    const [anaId, cyId] = [await personIdOf(ana.email), await personIdOf(cy.email)]
    await service.store.write((tx) => blockPerson(tx, anaId, cyId, service.clock.now()))
    const text = await textOf(ana.email)
    const words = [
      'first',
      'last',
      'mailbox',
      'token',
      'member',
      'memberlast',
      'claim',
      'stake',
      'reference',
      'evidence',
      'note',
      'objects',
      'dispute',
      'cancel',
      'declines',
      'withdraws',
      'second-comment',
    ]
    for (const word of words) expect(text.toLowerCase()).toContain(`${CANARY}${word}`)
    const exported = JSON.parse(text) as Record<string, readonly unknown[]>
    expect(exported).toMatchObject({
      email: ana.email,
      mail_preferences: { ...wantsAll, daily_news_since: '2026-11-15T12:00:00.000Z' },
      // A person who is blocked before giving their name stays without one.
      blocked: [{ first_name: null, blocked_at: '2026-11-15T12:00:00.000Z' }],
      acquaintances: [{ first_name: 'Benqxwordmember' }],
      account: { first_name: 'Anaqxwordfirst', last_name: 'Anaqxwordlast', plan: 'club' },
      tokens: [{ name: 'anaqxwordtoken' }],
      memberships: [
        { first_name: 'Anaqxwordmember', group_name: 'Blue', left_at: null },
        { first_name: 'Anaqxwordsecond', last_name: 'Anaqxwordsecondlast' },
      ],
      webhooks: [{ description: 'anaqxworddescription', status: 'active' }],
      support: [{ side: 'opponent', comment: 'anaqxwordsecond-comment' }],
      votes: [{ date: '2026-11-15' }, { date: '2026-11-15' }],
    })
    expect(exported['challenges']).toHaveLength(open.length + closed.length)
    expect(exported['challenges']?.[0]).toMatchObject({
      id: open[0]?.id,
      role: 'creator',
      opponent: { first_name: 'Benqxwordfirst' },
      evidence: [{ text: 'anaqxwordevidence' }, { text: 'benqxwordevidence' }],
      tally: { entries: [{ note: 'anaqxwordnote' }, { note: 'benqxwordnote' }] },
    })
    expect(exported['events']?.length).toBeGreaterThan(15)
    expect(exported['mails']?.length).toBeGreaterThan(3)
    expect(exported['remembered_keys']?.length).toBeGreaterThan(10)
    expect(text).not.toMatch(/benqxword(last|mailbox|domain|token|memberlast)|cyqxword(last|mailbox|domain)/i)
    // Neither a token nor a link that acts without one.
    expect(text).not.toContain(ana.token)
    expect(text).not.toMatch(/\/a\/|\/leave\/|\/stop\/|"hash"|secret|whsec/)

    await service.erase(ana.email)
    expect(JSON.parse(await textOf(ana.email))).toEqual({
      email: ana.email,
      mail_preferences: {
        ...wantsAll,
        daily_news_since: '2026-11-15T12:00:00.000Z',
        erased_at: '2026-11-15T12:00:00.000Z',
      },
      known_since: null,
    })
    expect((await textOf(ben.email)).toLowerCase()).not.toContain(CANARY)
  })

  it('names whom one knows by the last challenge of both, and never by their account', async () => {
    service = await startTestService(engine, loopbackAllowed)
    const [ben, group] = [await person(service), await service.group()]
    const wanted = { email: 'ann@real.example', firstName: 'Realname', plan: 'club' } as const
    await service.store.write((tx) => createAccount(tx, wanted, service.clock.now()))
    await group.addMember(wanted.email, null, 'Annie')
    const annie = throughGroup(service, group, wanted.email)
    await ben.act(await challengeIn(annie, ben), 'accept')
    // Nobody has accepted this one, so the name in it is not known yet.
    await challenge(ben, wanted)
    const text = await textOf(ben.email)
    expect(JSON.parse(text)).toMatchObject({ acquaintances: [{ first_name: 'Annie' }] })
    expect(text).not.toContain('Realname')
  })

  it('of many things has all of them, each once', { timeout: 180_000 }, async () => {
    service = await startTestService(engine, loopbackAllowed)
    const [ana, ben] = [await newPlayer(service, CANARY), await newPlayer(service, 'benqxword')]
    const body = { claim: 'x', opponent_email: ben.email, stake: 'y', due_days: 5 }
    const made: string[] = []
    for (let n = 0; n < 205; n += 1) made.push((await ana.do('POST', '/v1/challenges', body)).id)
    const exported = JSON.parse(await textOf(ana.email)) as Record<string, readonly { id: string }[]>
    expect(exported['challenges']?.map(({ id }) => id)).toEqual(made)
    expect(exported['events']).toHaveLength(205)
  })

  it('of an address that nobody knows is refused', async () => {
    service = await startTestService(engine, loopbackAllowed)
    await expect(textOf('never@heard.example')).rejects.toThrow('nothing is kept about never@heard.example')
  })
})
