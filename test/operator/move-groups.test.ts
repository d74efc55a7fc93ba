// Guards what groups know of a member whose account has moved: the address that they added names the member while they
// are one, the new address tells nothing of them, and an address that has become someone else's leads there.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { moveAccount } from '../../packages/server/src/features/privacy/move.service.ts'
import { engines } from '../support/engine.ts'
import {
  act,
  adminOf,
  challengeIn,
  eventsSeenBy,
  expectStatus,
  throughGroup,
  type Acting,
} from '../support/groups.ts'
import { PUBLIC_URL } from '../support/mails.ts'
import { startTestService, type TestGroup, type TestService } from '../support/service.ts'

let moves = 0

describe.each(engines)('a member whose account has moved, on %s', (engine) => {
  let service: TestService
  let group: TestGroup
  let admin: Acting
  let old: string
  let next: string
  let memberId: string
  let first: string
  beforeAll(async () => {
    const limits = { WRITES_PER_MINUTE: '100000', READS_PER_MINUTE: '100000' }
    service = await startTestService(engine, { ...limits, PUBLIC_URL })
  })
  afterAll(() => service.stop())
  beforeEach(async () => {
    moves += 1
    old = `old${moves}@known.example`
    next = `new${moves}@known.example`
    group = await service.group()
    admin = adminOf(service, group)
    memberId = await group.addMember(old, null, 'Ursula')
    first = (await service.token(await service.account({ email: old }))).token
    await move(old, next)
  })

  const move = (from: string, to: string) =>
    service.store.write((tx) => moveAccount(tx, service.keys, { from, to }, service.clock.now()))
  const members = () => `/v1/groups/${group.id}/members`
  const add = (email: string) => admin.call('POST', members(), { email, first_name: 'Vera' })
  const remove = (id: string) => expectStatus(admin.call('DELETE', `${members()}/${id}`), 200)
  const findMe = (email: string) => throughGroup(service, group, email).call('GET', '/v1/me')
  const canSee = async (token: string, { id }: { readonly id: string }) =>
    (await service.call('GET', `/v1/challenges/${id}`, { token })).status === 200

  describe('is not named by an address that the group does not know', () => {
    it('when it is challenged', async () => {
      const stranger = await challengeIn(admin, { email: `stranger${moves}@known.example` })
      const named = await challengeIn(admin, { email: next })
      expect(named.opponent).toEqual(stranger.opponent)
      expect(named.opponent).toEqual({ first_name: null })
      expect(JSON.stringify(await eventsSeenBy(admin))).not.toContain('Ursula')
      expect(await canSee(first, named)).toBe(true)
    })

    it('when it acts', async () => {
      expect(await findMe(next)).toMatchObject({ status: 403, body: { error: { reason: 'not_a_member' } } })
    })
  })

  it('is named by the address that the group added, by its id and by a rematch', async () => {
    const name = { first_name: 'Ursula' }
    const made = await challengeIn(admin, { email: old })
    expect(made.opponent).toEqual(name)
    const body = { claim: 'I win.', stake: 'tea', due_days: 5 }
    const byId = { ...body, opponent_member_id: memberId }
    expect((await admin.call('POST', '/v1/challenges', byId)).body.data).toMatchObject({ opponent: name })
    await act(throughGroup(service, group, old), made, 'accept')
    await act(admin, made, 'resolve', { outcome: 'opponent_won' })
    const rematch = { ...body, rematch_of: made.id }
    expect((await admin.call('POST', '/v1/challenges', rematch)).body.data).toMatchObject({ opponent: name })
  })

  describe('leaves the old address to its next owner', () => {
    it('not before the membership ends', async () => {
      const second = (await service.token(await service.account({ email: old }))).token
      await expectStatus(add(old), 409)
      const made = await challengeIn(admin, { email: old })
      expect([await canSee(first, made), await canSee(second, made)]).toEqual([true, false])
    })

    it.each([
      ['was removed', () => remove(memberId)],
      [
        'has left',
        async () => {
          const own = throughGroup(service, group, old).call('DELETE', `${members()}/${memberId}`)
          await expectStatus(own, 200)
        },
      ],
    ])('who is challenged and added by it once the member %s', async (_, end) => {
      await end()
      const second = (await service.token(await service.account({ email: old }))).token
      const before = await challengeIn(admin, { email: old })
      expect(before.opponent).toEqual({ first_name: null })
      await expectStatus(add(old), 201)
      const after = await challengeIn(admin, { email: old })
      expect(after.opponent).toEqual({ first_name: 'Vera' })
      for (const made of [before, after]) {
        expect([await canSee(first, made), await canSee(second, made)]).toEqual([false, true])
      }
      expect((await service.call('GET', '/v1/groups', { token: first })).body.data).toEqual([])
      expect((await service.call('GET', '/v1/groups', { token: second })).body.data).toMatchObject([
        { id: group.id },
      ])
    })

    it('also where nobody has had it since', async () => {
      await remove(memberId)
      await expectStatus(add(old), 201)
      expect(await findMe(old)).toMatchObject({ status: 200, body: { data: { first_name: 'Vera' } } })
      expect((await service.call('GET', '/v1/groups', { token: first })).body.data).toEqual([])
    })

    it('and who may move away in turn', async () => {
      await remove(memberId)
      await service.account({ email: old })
      await expectStatus(add(old), 201)
      await move(old, `third${moves}@known.example`)
      expect(await findMe(old)).toMatchObject({ status: 200, body: { data: { first_name: 'Vera' } } })
      await expectStatus(add(next), 201)
      expect((await findMe(next)).status).toBe(200)
    })
  })
})
