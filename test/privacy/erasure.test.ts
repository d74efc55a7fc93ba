// After an erasure nothing that is kept holds a person's name, surname, address or words, in whatever table; the
// others go on as before; and it can be interrupted anywhere.
import { afterEach, describe, expect, it } from 'vitest'
import type { Challenge, ChallengeWithEvidence, Event, Question, Tally } from '@challenge-service/contract'
import { createAccount } from '../../packages/server/src/features/access/access.service.ts'
import { blockPerson } from '../../packages/server/src/features/challenges/link/blocks.store.ts'
import type { PersonId } from '../../packages/server/src/kernel/ids.ts'
import { MINUTE_MS } from '../../packages/server/src/kernel/instants.ts'
import { addressHash } from '../../packages/server/src/mail/messages/links.ts'
import { once } from '../../packages/server/src/store/statements/statement.ts'
import { dump, tracesOf } from '../support/dump.ts'
import { engines } from '../support/engine.ts'
import { throughGroup } from '../support/groups.ts'
import { mailTo, visit } from '../support/mails.ts'
import { findPersonId } from '../support/people.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { openStream } from '../support/stream.ts'
import { loopbackAllowed } from '../support/subscriptions.ts'
import { CANARY, newPlayer, tellErasedStory, type Player } from './erased-story.ts'

const patient = { timeout: 120_000 }
let service: TestService
afterEach(() => service.stop())

const feedOf = (who: Player): Promise<readonly Event[]> => who.do('GET', '/v1/events?limit=100')
const get = (who: Player, { id }: Challenge): Promise<ChallengeWithEvidence> =>
  who.do('GET', `/v1/challenges/${id}`)

const personIdOf = (email: string): Promise<PersonId> => findPersonId(service, email)

describe.each(engines)('an erasure, on %s', (engine) => {
  it('leaves no trace of the person in any table', patient, async () => {
    service = await startTestService(engine, loopbackAllowed)
    const { ana } = await tellErasedStory(service)
    const before = await tracesOf(service, CANARY)
    expect(new Set(before.map((trace) => trace.split(':')[0]))).toEqual(
      new Set([
        'accounts',
        'challenge_listings',
        'challenges',
        'deliveries',
        'events',
        'evidence',
        'group_stakes',
        'idempotency_keys',
        'mails',
        'memberships',
        'people',
        // The names of webhooks and tokens.
        'security_log',
        'supports',
        'tally_entries',
        'tokens',
        'webhooks',
      ]),
    )
    await service.erase(ana.email)
    expect(await tracesOf(service, CANARY)).toEqual([])
    // Of the address there is a keyed hash, and of the others everything.
    expect(await tracesOf(service, addressHash(service.keys, ana.email).toLowerCase())).not.toEqual([])
    expect((await tracesOf(service, 'benqxword')).length).toBeGreaterThan(50)

    service.clock.advance(MINUTE_MS)
    await service.runDue()
    expect(await tracesOf(service, CANARY)).toEqual([])
    const [erasure] = (await dump(service)).filter(({ table }) => table === 'erasures')
    expect(JSON.parse(erasure?.text ?? '{}')).toMatchObject({
      account_id: null,
      address_hash: null,
      due_at: null,
      finished_at: service.clock.now(),
    })
  })

  it('ends tokens, memberships, streams and links at once, before the rest is done', patient, async () => {
    service = await startTestService(engine, loopbackAllowed)
    const { ana, ben, group, open } = await tellErasedStory(service)
    const body = { claim: 'x', opponent_email: ana.email, stake: 'y', due_days: 5 }
    const invited = await ben.do('POST', '/v1/challenges', body)
    const { answerPath } = await mailTo(service, ana.email, 'invited')
    const stream = await openStream(service.url, ana.token)
    await service.untilWaiting()
    await service.erase(ana.email, 0)
    service.clock.advance(10_000)
    expect(await stream.next()).toBeUndefined()
    expect((await visit(service, answerPath)).status).toBe(404)
    const accepted = await visit(service, answerPath, { form: { choice: 'accept' } })
    expect(accepted.status).toBe(404)
    expect((await get(ben, invited)).status).toBe('pending')
    expect((await get(ben, open[1] ?? invited)).status).toBe('active')
    expect((await ana.call('GET', '/v1/me')).body.error?.reason).toBe('token_unknown')
    const asMember = `/v1/me?user_email=${encodeURIComponent(ana.email)}`
    const refused = await service.call('GET', asMember, { token: group.token })
    expect(refused.body.error?.reason).toBe('not_a_member')
    await service.runDue()
    expect((await get(ben, invited)).status).toBe('cancelled')
    expect(await tracesOf(service, CANARY)).toEqual([])
  })

  it(
    'lets the others go on: what is open is cancelled, what is closed stays, with “someone” in it',
    patient,
    async () => {
      service = await startTestService(engine, loopbackAllowed)
      const { ana, ben, open, closed, observed } = await tellErasedStory(service)
      const before = await feedOf(ben)
      const voted = await ben.do<Question>('GET', '/v1/questions/daily')
      await service.erase(ana.email)

      for (const challenge of open) {
        expect(await get(ben, challenge)).toMatchObject({ status: 'cancelled', allowed_actions: [] })
      }
      const [disputed, asked] = open
      expect(await get(ben, disputed ?? observed)).toMatchObject({
        claim: '(removed)',
        stake: '(removed)',
        creator: { first_name: 'someone' },
        opponent: { first_name: 'Benqxwordfirst' },
        dispute: { opened_by: 'creator', reason: '(removed)' },
        evidence: [
          { by: 'creator', text: '(removed)', url: null },
          { by: 'opponent', text: 'benqxwordevidence' },
        ],
      })
      expect(await get(ben, asked ?? observed)).toMatchObject({
        claim: 'benqxwordclaim',
        opponent: { first_name: 'someone' },
        cancellation: { requested_by: 'opponent', reason: '(removed)' },
      })
      expect(await get(ben, closed[0] ?? observed)).toMatchObject({
        status: 'resolved',
        claim: 'benqxwordclaim',
        reference: 'benqxwordreference',
        opponent: { first_name: 'someone' },
        evidence: [{ text: '(removed)', url: null }],
      })
      const reasons = await Promise.all(closed.map(async (one) => (await get(ben, one)).closed_reason))
      expect(reasons).toEqual([null, '(removed)', '(removed)', 'benqxworddeclines'])
      expect(await get(ben, observed)).toMatchObject({
        status: 'active',
        support: { creator: 0, opponent: 1 },
      })
      expect((await ben.do<Tally>('GET', `/v1/challenges/${disputed?.id}/tally`)).entries).toMatchObject([
        { by: 'opponent', note: 'benqxwordnote', dispute: { reason: '(removed)' } },
        { by: 'creator', note: '(removed)', dispute: { reason: 'benqxwordobjects' } },
      ])

      const after = await feedOf(ben)
      expect(after.map(({ id }) => id).slice(0, before.length)).toEqual(before.map(({ id }) => id))
      expect(after.slice(before.length).map(({ type, actor }) => `${type} ${actor}`)).toEqual(
        open.map(() => 'challenge.cancelled system'),
      )
      const { mail } = await mailTo(service, ben.email, 'cancelled')
      expect(mail.text).toMatch(/with (someone|your opponent) is cancelled\s+The service cancelled it\./)
      const comments = after.flatMap(({ data }) => (data.support ? [data.support] : []))
      expect(comments).toEqual([
        { side: 'creator', comment: '(removed)' },
        { side: 'opponent', comment: '(removed)' },
      ])
      expect(await ben.do('GET', '/v1/questions/daily')).toEqual(voted)
      const { record } = await ben.do<{ record: object }>('GET', '/v1/me')
      expect(record).toMatchObject({ won: 1, open: 1 })
      expect((await ben.do<readonly Challenge[]>('GET', '/v1/challenges')).length).toBe(
        open.length + closed.length + 1,
      )
    },
  )

  it(
    'takes the person out of their groups, and tells those; a group can lose its last admin so',
    patient,
    async () => {
      service = await startTestService(engine, loopbackAllowed)
      const { ana, group, secondGroup } = await tellErasedStory(service)
      const asAdmin = throughGroup(service, group, group.adminEmail)
      await service.erase(group.adminEmail)
      await service.erase(ana.email)
      const second = throughGroup(service, secondGroup, secondGroup.adminEmail)
      const list = (await second.call('GET', `/v1/groups/${secondGroup.id}/members`)).body.data
      expect(list).toMatchObject([{ first_name: 'Alex' }])
      expect((await second.call('GET', '/v1/groups')).body.data).toMatchObject([{ member_count: 1 }])
      const events = (await second.call('GET', '/v1/events')).body.data as readonly Event[]
      expect(events.map(({ type, actor, data }) => [type, actor, data.member?.first_name])).toEqual([
        ['group.member_added', 'member', 'someone'],
        ['group.member_removed', 'system', 'someone'],
      ])
      expect((await asAdmin.call('GET', '/v1/me')).status).toBe(403)
      // Nobody is an admin any more; the others can still leave.
      const mail = await mailTo(service, 'dora@else.example', 'member_added')
      expect(mail.facts).toMatchObject({ byName: 'someone' })
      expect((await visit(service, mail.leavePath, { form: { choice: 'leave' } })).status).toBeLessThan(400)
      const counts = once<{ member_count: number; admin_count: number }>(
        `select member_count, admin_count from groups where id = '${group.id}'`,
      )
      expect(await service.store.first(counts)).toEqual({ member_count: 2, admin_count: 0 })
      // Only what others named is left among the stakes.
      const { top_stakes } = (
        await throughGroup(service, group, 'benqxwordmailbox@benqxworddomain.example').call(
          'GET',
          `/v1/groups/${group.id}/stats`,
        )
      ).body.data as { top_stakes: readonly object[] }
      expect(top_stakes).toEqual([{ stake: 'benqxwordstake', count: 1 }])
    },
  )

  it('gives a repeated key of another the first answer, without the person in it', async () => {
    service = await startTestService(engine, loopbackAllowed)
    const [ana, ben] = [await newPlayer(service, CANARY), await newPlayer(service, 'benqxword')]
    const claim = { claim: `${CANARY}claim`, opponent_email: ben.email, stake: 'a coffee', due_days: 5 }
    const { id } = await ana.do('POST', '/v1/challenges', claim)
    const accept = () =>
      service.call('POST', `/v1/challenges/${id}/accept`, {
        token: ben.token,
        body: {},
        headers: { 'idempotency-key': 'accept' },
      })
    const first = await accept()
    expect(first.text).toContain(`${CANARY}claim`)
    await service.erase(ana.email)
    const again = await accept()
    expect(again).toMatchObject({ status: 200, headers: { 'idempotency-replayed': 'true' } })
    expect(again.body.data).toEqual({
      ...(first.body.data as Challenge),
      claim: '(removed)',
      stake: '(removed)',
      creator: { first_name: 'someone' },
    })
  })

  it('takes any number of events of a challenge in bounded batches', patient, async () => {
    service = await startTestService(engine, loopbackAllowed)
    const [ana, ben] = [await newPlayer(service, CANARY), await newPlayer(service, 'benqxword')]
    const body = { claim: `${CANARY}claim`, opponent_email: ben.email, stake: 'a coffee', due_days: 5 }
    const { id } = await ana.do('POST', '/v1/challenges', body)
    await ben.do('POST', `/v1/challenges/${id}/accept`, {})
    for (let entry = 0; entry < 210; entry += 1) {
      await ana.do('POST', `/v1/challenges/${id}/tally`, { note: `${CANARY}note` })
      await ben.do('POST', `/v1/challenges/${id}/tally`, { note: 'benqxwordnote' })
    }
    await service.erase(ana.email)
    expect(await tracesOf(service, CANARY)).toEqual([])
    expect((await feedOf(ben)).length).toBe(100)
  })

  it('that is interrupted after any batch is gone on with by the service', patient, async () => {
    service = await startTestService(engine, loopbackAllowed)
    for (const [batches, letter] of ['a', 'b', 'c', 'd', 'e', 'f'].entries()) {
      const word = `${CANARY}${letter}`
      const [ana, ben] = [await newPlayer(service, word), await newPlayer(service, `benqxword${letter}`)]
      for (const [by, to] of [
        [ana, ben],
        [ben, ana],
      ] as const) {
        const claim = `${by === ana ? word : 'benqxword'}claim`
        const body = { claim, opponent_email: to.email, stake: 'a coffee', due_days: 5 }
        const { id } = await by.do('POST', '/v1/challenges', body)
        await to.do('POST', `/v1/challenges/${id}/accept`, {})
      }
      await service.erase(ana.email, batches)
      expect((await ana.call('GET', '/v1/me')).status).toBe(401)
      expect(await tracesOf(service, word)).not.toEqual([])
      await (await service.startNode()).runDue()
      expect(await tracesOf(service, word)).toEqual([])
      expect(await ben.do('GET', '/v1/challenges?status=active')).toEqual([])
    }
  })

  it('that is requested again goes on, and erases the person who has the address now', patient, async () => {
    service = await startTestService(engine, loopbackAllowed)
    const { ana } = await tellErasedStory(service)
    await service.erase(ana.email, 1)
    const person = { email: ana.email, firstName: `${CANARY}again`, plan: 'free' } as const
    await service.store.write((tx) => createAccount(tx, person, service.clock.now()))
    await service.erase(ana.email)
    expect(await tracesOf(service, CANARY)).toEqual([])
  })

  it('catches what a call that was under way writes after it', patient, async () => {
    service = await startTestService(engine, loopbackAllowed)
    const { ana, ben } = await tellErasedStory(service)
    const personId = await personIdOf(ana.email)
    await service.erase(ana.email)
    // As a call would that had been let in before, and came to its end only now.
    const late = await ben.do('POST', '/v1/challenges', {
      claim: 'late',
      opponent_email: 'nobody@else.example',
      stake: 'a coffee',
      due_days: 5,
    })
    for (const text of [
      `update challenges set opponent_id = '${personId}', opponent_name = '${CANARY}late' where id = '${late.id}'`,
      `update challenge_listings set listing = '${personId}' where challenge_id = '${late.id}' and role = 'opponent'`,
    ]) {
      await service.store.write((tx) => tx.run(once(text)))
    }
    await service.runDue()
    expect(await tracesOf(service, CANARY)).not.toEqual([])
    service.clock.advance(MINUTE_MS)
    await service.runDue()
    expect(await tracesOf(service, CANARY)).toEqual([])
    expect((await get(ben, late)).status).toBe('cancelled')
  })

  it('of an address without an account takes the name that was given on a page, and stops mails', async () => {
    service = await startTestService(engine, loopbackAllowed)
    const ben = await newPlayer(service, 'benqxword')
    const email = `${CANARY}@elsewhere.example`
    await ben.do('POST', '/v1/challenges', { claim: 'x', opponent_email: email, stake: 'y', due_days: 5 })
    await service.erase(email)
    expect(await tracesOf(service, CANARY)).toEqual([])

    await ben.do('POST', '/v1/challenges', { claim: 'x', opponent_email: email, stake: 'y', due_days: 5 })
    await service.runDue()
    const mails = await service.store.all(
      once<{ state: string; reason: string }>(`select m.state, m.reason from mails m
        join people p on p.id = m.person_id where p.email = '${email}'`),
    )
    expect(mails).toEqual([{ state: 'dropped', reason: 'stopped' }])
  })

  it('of an address that nobody knows stops mails to it, and does nothing else', async () => {
    service = await startTestService(engine, loopbackAllowed)
    await service.erase('never@heard.example')
    const tables = (await dump(service)).map(({ table }) => table)
    expect(tables).toContain('mail_preferences')
    expect(tables).not.toContain('erasures')
    expect(tables).not.toContain('people')
  })

  it('forgets whom they knew, whom they blocked and who blocked them', async () => {
    service = await startTestService(engine, loopbackAllowed)
    const [ana, ben, cy] = [
      await newPlayer(service, CANARY),
      await newPlayer(service, 'benqxword'),
      await newPlayer(service, 'cyqxword'),
    ]
    for (const [by, to] of [
      [ana, ben],
      [ben, ana],
      [ben, cy],
    ] as const) {
      const body = { claim: 'x', opponent_email: to.email, stake: 'y', due_days: 5 }
      const { id } = await by.do('POST', '/v1/challenges', body)
      await to.do('POST', `/v1/challenges/${id}/accept`, {})
    }
    const [anaId, benId, cyId] = await Promise.all([
      personIdOf(ana.email),
      personIdOf(ben.email),
      personIdOf(cy.email),
    ])
    for (const [by, whom] of [
      [anaId, cyId],
      [cyId, anaId],
      [cyId, benId],
    ] as const) {
      await service.store.write((tx) => blockPerson(tx, by, whom, service.clock.now()))
    }
    const ties = async () => {
      const rows = (await dump(service)).filter(({ table }) => ['acquaintances', 'blocks'].includes(table))
      return [rows.filter(({ text }) => text.includes(anaId)).length, rows.length]
    }
    expect(await ties()).toEqual([4, 7])
    await service.erase(ana.email)
    expect(await ties()).toEqual([0, 3])
  })

  it.each([
    ['made it', 'ana'],
    ['had blocked its maker', 'ben'],
  ] as const)('of one who %s takes them out of a hidden challenge', patient, async (_, who) => {
    service = await startTestService(engine, loopbackAllowed)
    const [ana, ben] = [await newPlayer(service, CANARY), await newPlayer(service, 'benqxword')]
    const [anaId, benId] = [await personIdOf(ana.email), await personIdOf(ben.email)]
    await service.store.write((tx) => blockPerson(tx, benId, anaId, service.clock.now()))
    const body = { claim: `${CANARY}claim`, opponent_email: ben.email, stake: 'y', due_days: 5 }
    const hidden = await ana.do('POST', '/v1/challenges', body)
    await service.runDue()
    await service.erase(who === 'ana' ? ana.email : ben.email)
    expect(await tracesOf(service, who === 'ana' ? CANARY : 'benqxword')).toEqual([])
    const row = once<{ status: string }>(`select status from challenges where id = '${hidden.id}'`)
    expect(await service.store.first(row)).toEqual({ status: 'cancelled' })
    const erased = who === 'ana' ? anaId : benId
    const listings = (await dump(service)).filter(({ table }) => table === 'challenge_listings')
    expect(listings.filter(({ text }) => text.includes(erased))).toEqual([])
  })

  it('makes a later person with the address a new one', async () => {
    service = await startTestService(engine, loopbackAllowed)
    const { ana, open } = await tellErasedStory(service)
    await service.erase(ana.email)
    const again = await newPlayer(service, CANARY)
    expect(again.email).toBe(ana.email)
    expect(await again.do('GET', '/v1/me')).toMatchObject({ record: { won: 0, lost: 0, open: 0 } })
    expect(await again.do('GET', '/v1/challenges')).toEqual([])
    expect(await feedOf(again)).toEqual([])
    expect((await again.call('GET', `/v1/challenges/${open[0]?.id}`)).status).toBe(404)
    expect(await again.do('GET', '/v1/questions/daily')).toMatchObject({ my_vote: null })
  })
})
