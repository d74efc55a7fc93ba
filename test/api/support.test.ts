// Support by observers, and the disputes that it decides, on both engines.
import { beforeEach, describe, expect, it } from 'vitest'
import type { Challenge, Event } from '@challenge-service/contract'
import { changeGroupQuota } from '../../packages/server/src/features/access/access.service.ts'
import { DAY_MS } from '../../packages/server/src/kernel/instants.ts'
import { engines } from '../support/engine.ts'
import {
  act,
  adminOf,
  challengeIn,
  eventsSeenBy,
  expectStatus,
  newMember,
  throughGroup,
  type Acting,
} from '../support/groups.ts'
import { person } from '../support/people.ts'
import { useService, type TestGroup } from '../support/service.ts'

describe.each(engines)('support, on %s', (engine) => {
  const service = useService(engine, { WRITES_PER_MINUTE: '100000', READS_PER_MINUTE: '100000' })
  let group: TestGroup
  let ana: Acting & { readonly memberId: string }
  let ben: Acting & { readonly memberId: string }
  let observers: readonly (Acting & { readonly memberId: string })[]
  beforeEach(async () => {
    group = await service.group()
    ana = await newMember(service, group, 'Ana')
    ben = await newMember(service, group, 'Ben')
    observers = [
      await newMember(service, group),
      await newMember(service, group),
      await newMember(service, group),
    ]
  })

  const observer = (at: number) => observers[at] ?? ana
  const support = (by: Acting, { id }: Challenge, side: string, more: object = {}) =>
    by.call('POST', `/v1/challenges/${id}/support`, { side, ...more })
  const accepted = async (opponent: Acting = ben): Promise<Challenge> => {
    const created = await challengeIn(ana, opponent)
    service.clock.advance(1)
    return act(opponent, created, 'accept')
  }
  const leave = (by: Acting & { readonly memberId: string }) =>
    expectStatus(by.call('DELETE', `/v1/groups/${group.id}/members/${by.memberId}`), 200)
  /** Proposed, disputed, and left to the clock. */
  const decided = async (challenge: Challenge, opponent: Acting = ben): Promise<Challenge> => {
    await act(ana, challenge, 'resolve', { outcome: 'creator_won' })
    await act(opponent, challenge, 'dispute', { reason: 'no' })
    service.clock.advance(7 * DAY_MS)
    await service.runDue()
    const reply = await expectStatus(
      adminOf(service, group).call('GET', `/v1/challenges/${challenge.id}`),
      200,
    )
    return reply.body.data as Challenge
  }

  it('is counted by side, once for a person, who can change it', async () => {
    const challenge = await accepted()
    const first = await expectStatus(support(observer(0), challenge, 'creator'), 201)
    expect(first.body.data).toMatchObject({
      role: 'observer',
      support: { creator: 1, opponent: 0, mine: 'creator' },
      allowed_actions: ['support'],
    })
    await expectStatus(support(observer(1), challenge, 'creator', { comment: 'I saw it' }), 201)
    const changed = await expectStatus(support(observer(0), challenge, 'opponent'), 200)
    expect(changed.body.data).toMatchObject({ support: { creator: 1, opponent: 1, mine: 'opponent' } })
    expect((await expectStatus(support(observer(0), challenge, 'opponent'), 200)).body.data).toMatchObject({
      support: { creator: 1, opponent: 1, mine: 'opponent' },
    })
    const seen = (await observer(2).call('GET', `/v1/challenges/${challenge.id}`)).body.data
    expect(seen).toMatchObject({ support: { creator: 1, opponent: 1, mine: null } })
  })

  it('ten times at once by one person is one', async () => {
    const challenge = await accepted()
    const sides = ['creator', 'opponent']
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, at) => support(observer(0), challenge, sides[at % 2] ?? '')),
    )
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(9)
    const { support: counts } = (await ana.call('GET', `/v1/challenges/${challenge.id}`)).body
      .data as Challenge
    expect(counts.creator + counts.opponent).toBe(1)
  })

  it('is for observers who were members when it was accepted, while it is under way', async () => {
    const created = await challengeIn(ana, ben)
    expect((await support(observer(0), created, 'creator')).body.error).toMatchObject({
      code: 'invalid_state',
      allowed_actions: [],
    })
    const challenge = await act(ben, created, 'accept')
    service.clock.advance(1)
    const late = await newMember(service, group)
    for (const by of [ana, ben, late]) {
      expect((await support(by, challenge, 'creator')).body.error).toMatchObject({
        code: 'forbidden',
        reason: 'not_for_you',
      })
    }
    const seen = (await late.call('GET', `/v1/challenges/${challenge.id}`)).body.data
    expect(seen).toMatchObject({ role: 'observer', allowed_actions: [] })
    expect((await support(await person(service), challenge, 'creator')).status).toBe(404)
    await act(ben, challenge, 'resolve', { outcome: 'creator_won' })
    expect((await support(observer(0), challenge, 'creator')).body.error).toMatchObject({
      code: 'invalid_state',
    })
  })

  it('can be given with a token of one’s own account, and is the same person’s', async () => {
    const cleo = await person(service)
    await group.addMember(cleo.email)
    const challenge = await accepted()
    await expectStatus(support(cleo, challenge, 'creator'), 201)
    await expectStatus(support(throughGroup(service, group, cleo.email), challenge, 'opponent'), 200)
    expect((await cleo.get(challenge)).support).toEqual({ creator: 0, opponent: 1, mine: 'opponent' })
  })

  it.each([
    ['creator', ['creator', 'creator', 'opponent'], 'creator_won'],
    ['opponent', ['opponent', 'creator', 'opponent'], 'opponent_won'],
    ['nobody without a majority', ['opponent', 'creator'], 'void'],
    ['nobody without any', [], 'void'],
  ])('decides a dispute for %s', async (_, sides, outcome) => {
    const challenge = await accepted()
    for (const [at, side] of sides.entries()) await expectStatus(support(observer(at), challenge, side), 201)
    const { status, resolution, dispute } = await decided(challenge)
    expect({ status, resolution }).toEqual({
      status: 'resolved',
      resolution: { outcome, settled_by: 'support', settled_at: dispute?.decide_by },
    })
  })

  it('decides nothing where a party was no member when it was accepted', async () => {
    const outsider = await person(service)
    const challenge = await accepted(outsider)
    await expectStatus(support(observer(0), challenge, 'creator'), 201)
    await group.addMember(outsider.email)
    expect((await decided(challenge, outsider)).resolution).toMatchObject({
      outcome: 'void',
      settled_by: 'support',
    })
  })

  it('decides nothing where a party had left before it was accepted', async () => {
    const created = await challengeIn(ana, ben)
    await leave(ana)
    const account = await service.account({ email: ben.email })
    const { token } = await service.token(account)
    await expectStatus(service.call('POST', `/v1/challenges/${created.id}/accept`, { token }), 200)
    await expectStatus(support(observer(0), created, 'creator'), 201)
    service.clock.advance(6 * DAY_MS)
    await act(ben, created, 'resolve', { outcome: 'opponent_won' })
    const anas = (await service.token(await service.account({ email: ana.email }))).token
    const reply = service.call('POST', `/v1/challenges/${created.id}/dispute`, {
      token: anas,
      body: { reason: 'no' },
    })
    await expectStatus(reply, 200)
    service.clock.advance(7 * DAY_MS)
    await service.runDue()
    expect((await ben.call('GET', `/v1/challenges/${created.id}`)).body.data).toMatchObject({
      resolution: { outcome: 'void' },
    })
  })

  it('stays where those who gave it, or a party, leave later', async () => {
    const challenge = await accepted()
    await expectStatus(support(observer(0), challenge, 'opponent'), 201)
    await act(ana, challenge, 'resolve', { outcome: 'creator_won' })
    await act(ben, challenge, 'dispute', { reason: 'no' })
    await leave(observer(0))
    await leave(ben)
    service.clock.advance(7 * DAY_MS)
    await service.runDue()
    expect((await ana.call('GET', `/v1/challenges/${challenge.id}`)).body.data).toMatchObject({
      support: { opponent: 1 },
      resolution: { outcome: 'opponent_won', settled_by: 'support' },
    })
  })

  it('is told to both parties and the group, by side and comment, never by whom', async () => {
    const cleo = await person(service)
    await group.addMember(cleo.email)
    const challenge = await challengeIn(throughGroup(service, group, cleo.email), ben)
    await act(ben, challenge, 'accept')
    await expectStatus(support(observer(0), challenge, 'creator', { comment: 'I saw it' }), 201)
    const ofCreator = (await cleo.events()).at(-1)
    const ofGroup = (await eventsSeenBy(observer(0))).at(-1)
    const { token } = await service.token(await service.account({ email: ben.email }))
    const ofOpponent = ((await service.call('GET', '/v1/events', { token })).body.data as Event[]).at(-1)

    for (const event of [ofCreator, ofGroup, ofOpponent]) {
      expect(event).toMatchObject({
        type: 'challenge.support_added',
        actor: 'observer',
        challenge_id: challenge.id,
        data: { support: { side: 'creator', comment: 'I saw it' } },
      })
      expect(JSON.stringify(event)).not.toContain(observer(0).memberId)
    }
    expect(ofCreator?.data.challenge).toMatchObject({ role: 'creator', support: { creator: 1, mine: null } })
    expect(ofOpponent?.data.challenge).toMatchObject({ role: 'opponent' })
    // The group's feed is nobody's own.
    expect(ofGroup?.data.challenge).toMatchObject({
      role: 'observer',
      allowed_actions: null,
      support: { creator: 1, opponent: 0, mine: null },
    })
    const ids = [ofCreator, ofGroup, ofOpponent].map((event) => event?.id)
    expect(new Set(ids).size).toBe(3)
  })

  it('can be changed when the quota is used up, since that creates nothing', async () => {
    const challenge = await accepted()
    const first = await expectStatus(support(observer(0), challenge, 'creator'), 201)
    const used = 10_000 - Number(first.headers['x-quota-remaining'])
    await service.store.write((tx) => changeGroupQuota(tx, group.id, used))
    const changed = await expectStatus(support(observer(0), challenge, 'opponent'), 200)

    expect(changed.headers['x-quota-remaining']).toBe('0')
    expect((await support(observer(1), challenge, 'creator')).body.error).toMatchObject({
      code: 'quota_exceeded',
    })
    await service.store.write((tx) => changeGroupQuota(tx, group.id, used + 1))
    await expectStatus(support(observer(1), challenge, 'creator'), 201)
  })
})
