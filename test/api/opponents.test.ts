// The ways to name an opponent other than by address, on both engines: a member of the group, and the other person
// of an ended challenge. Neither tells anything about an address, and whatever cannot be named is not there.
import { beforeEach, describe, expect, it } from 'vitest'
import type { Challenge, Event } from '@challenge-service/contract'
import { DAY_MS } from '../../packages/server/src/kernel/instants.ts'
import type { Reply } from '../support/call.ts'
import { engines } from '../support/engine.ts'
import {
  act,
  challengeIn,
  eventsSeenBy,
  expectStatus,
  newMember,
  throughGroup,
  type Acting,
} from '../support/groups.ts'
import { mailTo, PUBLIC_URL, visit } from '../support/mails.ts'
import { challenge, person, useFreshPerson } from '../support/people.ts'
import { useService, type TestGroup } from '../support/service.ts'

const terms = { claim: 'I run ten kilometres.', stake: 'a coffee', due_days: 5 }
const NO_MEMBER = 'mem_00000000000000000000000000'
const NO_CHALLENGE = 'ch_00000000000000000000000000'

describe.each(engines)('an opponent, on %s', (engine) => {
  const service = useService(engine, {
    WRITES_PER_MINUTE: '100000',
    READS_PER_MINUTE: '100000',
    PUBLIC_URL,
  })
  const ana = useFreshPerson(service)
  const ben = useFreshPerson(service)

  const make = (by: Acting, more: object): Promise<Reply> =>
    by.call('POST', '/v1/challenges', { ...terms, ...more })
  const made = async (by: Acting, more: object): Promise<Challenge> =>
    (await expectStatus(make(by, more), 201)).body.data as Challenge
  const played = async (creator: Acting, opponent: Acting): Promise<Challenge> => {
    const created = await challengeIn(creator, opponent)
    await act(opponent, created, 'accept')
    return act(creator, created, 'resolve', { outcome: 'opponent_won' })
  }
  /** Word for word what is said of an id that nothing has. */
  const expectHidden = async (by: Acting, more: object): Promise<void> => {
    const nothing = await make(by, 'rematch_of' in more ? { rematch_of: NO_CHALLENGE } : nobody)
    expect(nothing.body.error?.reason).toBe('not_visible')
    const reply = await make(by, more)
    expect(reply.status, reply.text).toBe(404)
    expect(reply.body.error).toEqual(nothing.body.error)
  }
  const nobody = { opponent_member_id: NO_MEMBER }

  it.each([
    [{}, ['opponent_email'], 'opponent_email is required, or opponent_member_id or rematch_of in its place.'],
    [
      { opponent_email: 'a@b.example', rematch_of: 'no id at all' },
      ['rematch_of'],
      'rematch_of cannot be sent together with opponent_email: send exactly one of opponent_email, opponent_member_id, rematch_of.',
    ],
    [
      { opponent_email: 'a@b.example', rematch_of: NO_CHALLENGE, ...nobody },
      ['opponent_member_id', 'rematch_of'],
      'opponent_member_id cannot be sent together with opponent_email: send exactly one of opponent_email, opponent_member_id, rematch_of. rematch_of cannot be sent together with opponent_email: send exactly one of opponent_email, opponent_member_id, rematch_of.',
    ],
  ])('is named in exactly one way, not by %j', async (more, fields, message) => {
    const { status, body } = await make(ana, more)
    expect(status).toBe(400)
    expect(body.error).toMatchObject({ code: 'invalid_request', reason: 'input_invalid' })
    expect(body.error?.fields?.map(({ field }) => field)).toEqual(fields)
    expect(body.error?.message).toBe(message)
  })

  describe('who is a member', () => {
    let group: TestGroup
    let cleo: Acting & { readonly memberId: string }
    let dan: Acting & { readonly memberId: string }
    beforeEach(async () => {
      group = await service.group()
      cleo = await newMember(service, group, 'Cleo')
      dan = await newMember(service, group, 'Dan')
    })

    it('is challenged by the id of the membership, in that group', async () => {
      const created = await made(cleo, { opponent_member_id: dan.memberId })
      expect(created).toMatchObject({
        role: 'creator',
        creator: { first_name: 'Cleo' },
        opponent: { first_name: 'Dan' },
        group_id: group.id,
      })
      expect(await act(dan, created, 'accept')).toMatchObject({ status: 'active', role: 'opponent' })
      const { facts } = await mailTo(service, dan.email, 'invited')
      expect(facts).toMatchObject({ creatorName: 'Cleo', party: 'opponent' })
    })

    it('has no texts searched for their address, since a refusal would confirm a guess', async () => {
      const guess = { claim: `I beat ${dan.email}.`, stake: dan.email }
      const closed = await played(cleo, dan)
      for (const way of [{ opponent_member_id: dan.memberId }, { rematch_of: closed.id }]) {
        expect((await make(cleo, { ...guess, ...way })).status).toBe(201)
      }
      const byAddress = await make(cleo, { ...guess, opponent_email: dan.email })
      expect(byAddress.body.error?.reason).toBe('address_in_text')
    })

    it('is not there where the token does not reach them: oneself, elsewhere, gone, erased, malformed', async () => {
      const other = await service.group()
      const elsewhere = await newMember(service, other)
      const removed = await newMember(service, group)
      const left = await newMember(service, group)
      const erased = await newMember(service, group)
      const admin = throughGroup(service, group, group.adminEmail)
      const members = `/v1/groups/${group.id}/members`
      await expectStatus(admin.call('DELETE', `${members}/${removed.memberId}`), 200)
      await expectStatus(left.call('DELETE', `${members}/${left.memberId}`), 200)
      await service.erase(erased.email)
      for (const { memberId } of [cleo, elsewhere, removed, left, erased]) {
        await expectHidden(cleo, { opponent_member_id: memberId })
      }
      for (const memberId of ['', 'mem_short', 'x'.repeat(3000), cleo.memberId.toUpperCase()]) {
        await expectHidden(cleo, { opponent_member_id: memberId })
      }
    })

    it('is named by a token of the group alone, whether or not the account is in it', async () => {
      await group.addMember(ana.email)
      for (const memberId of [dan.memberId, NO_MEMBER]) {
        const { status, body } = await make(ana, { opponent_member_id: memberId })
        expect(status).toBe(400)
        expect(body.error).toMatchObject({ code: 'invalid_request', reason: 'group_token_needed' })
      }
    })
  })

  describe('of a rematch', () => {
    it('is the other of the two, for either caller', async () => {
      const first = await played(ana, ben)
      const again = await made(ben, { rematch_of: first.id, reference: 'again' })
      expect(again).toMatchObject({
        status: 'pending',
        role: 'creator',
        reference: 'again',
        opponent: { first_name: null },
        group_id: null,
      })
      expect(await ana.get(again)).toMatchObject({ role: 'opponent', allowed_actions: ['accept', 'cancel'] })
      await ana.act(again, 'accept')
      await ana.act(again, 'resolve', { outcome: 'draw' })
      await ben.act(again, 'resolve', { outcome: 'draw' })
      expect(await ben.get(await made(ana, { rematch_of: again.id }))).toMatchObject({ role: 'opponent' })
    })

    it('is found as soon as the old one is over, though the clock has not written it yet', async () => {
      const created = await challenge(ana, ben)
      await ben.act(created, 'accept')
      service.clock.advance(35 * DAY_MS - 1)
      await expectHidden(ana, { rematch_of: created.id })
      service.clock.advance(1)
      await made(ana, { rematch_of: created.id })
    })

    it('is there after both cancelled, and not where nothing was accepted, or it still runs', async () => {
      const [cancelled, running, declined, withdrawn] = [
        await challenge(ana, ben),
        await challenge(ana, ben),
        await challenge(ana, ben),
        await challenge(ana, ben),
      ]
      for (const one of [cancelled, running]) await ben.act(one, 'accept')
      for (const who of [ana, ben]) await who.act(cancelled, 'cancel')
      await ana.act(running, 'resolve', { outcome: 'creator_won' })
      await ben.act(declined, 'cancel')
      await ana.act(withdrawn, 'cancel')
      const pending = await challenge(ana, ben)
      await made(ben, { rematch_of: cancelled.id })
      for (const { id } of [running, declined, withdrawn, pending]) {
        for (const who of [ana, ben]) await expectHidden(who, { rematch_of: id })
      }
      service.clock.advance(5 * DAY_MS)
      await expectHidden(ana, { rematch_of: pending.id })
    })

    it('is not there for others, nor under an id that none can be', async () => {
      const { id } = await played(ana, ben)
      const stranger = await person(service)
      await expectHidden(stranger, { rematch_of: id })
      for (const odd of ['', 'ch_short', id.toUpperCase(), id.replace('ch_', 'mem_')]) {
        await expectHidden(ana, { rematch_of: odd })
      }
    })

    it('is not there once they were erased', async () => {
      const { id } = await played(ana, ben)
      await service.erase(ben.email, 0)
      await expectHidden(ana, { rematch_of: id })
      await service.runDue()
      await expectHidden(ana, { rematch_of: id })
    })

    it('who has blocked the caller is answered for as ever, and it is not there for them', async () => {
      const closed = await played(ana, ben)
      const cleo = await person(service)
      const other = await played(ana, cleo)
      const { answerPath } = await mailTo(service, ben.email, 'invited')
      expect((await visit(service, answerPath, { form: { choice: 'block' } })).status).toBe(303)
      const [blocked, plain] = [
        await make(ana, { rematch_of: closed.id }),
        await make(ana, { rematch_of: other.id }),
      ]
      const bare = (text: string) => text.replaceAll(/(ch|req)_\w+/g, '')
      expect(blocked.status).toBe(201)
      expect(bare(blocked.text)).toBe(bare(plain.text))
      const { id } = blocked.body.data as Challenge
      expect((await ben.call('GET', `/v1/challenges/${id}`)).status).toBe(404)
    })

    it('in a group is the person who played there, and the group is that of the token', async () => {
      const group = await service.group()
      await group.addMember(ana.email, null, 'Anne')
      const [asAna, guest] = [throughGroup(service, group, ana.email), ben]
      const inGroup = await played(asAna, guest)
      const again = await made(asAna, { rematch_of: inGroup.id })
      // Ben is no member: his name is not shown before he accepts, though it was in the one before.
      expect(inGroup.opponent).toEqual({ first_name: 'Pat' })
      expect(again).toMatchObject({ group_id: group.id, opponent: { first_name: null } })

      const alone = await played(ana, ben)
      await expectHidden(asAna, { rematch_of: alone.id })
      const other = await service.group()
      await other.addMember(ana.email)
      await expectHidden(throughGroup(service, other, ana.email), { rematch_of: inGroup.id })
    })

    it('by an account’s token is private, also of one that was made in a group, and no name crosses', async () => {
      const group = await service.group()
      await group.addMember(ana.email, null, 'Anne')
      await group.addMember(ben.email, null, 'Benno')
      const [asAna, asBen] = [
        throughGroup(service, group, ana.email),
        throughGroup(service, group, ben.email),
      ]
      const inGroup = await played(asAna, asBen)
      expect(inGroup).toMatchObject({ creator: { first_name: 'Anne' }, opponent: { first_name: 'Benno' } })
      const again = await made(ana, { rematch_of: inGroup.id })
      expect(again).toMatchObject({
        group_id: null,
        creator: { first_name: 'Pat' },
        opponent: { first_name: null },
      })
      expect((await asBen.call('GET', `/v1/challenges/${again.id}`)).status).toBe(404)
      const told = (await eventsSeenBy(asBen)).map(({ challenge_id }: Event) => challenge_id)
      expect(told).not.toContain(again.id)
      expect(await ben.act(again, 'accept')).toMatchObject({ opponent: { first_name: 'Pat' } })
    })

    it('counts and is remembered like any other', async () => {
      const { id } = await played(ana, ben)
      const body = { ...terms, rematch_of: id }
      const send = (more: object = {}) =>
        service.call('POST', '/v1/challenges', {
          token: ana.token,
          body: { ...body, ...more },
          headers: { 'idempotency-key': 'again' },
        })
      const [first, second] = [await send(), await send()]
      expect(second.headers['idempotency-replayed']).toBe('true')
      expect(second.body.data).toEqual(first.body.data)
      expect((await send({ due_days: 6 })).body.error?.reason).toBe('key_reused')
      const left = Number(first.headers['x-quota-remaining'])
      const next = await make(ana, { rematch_of: id })
      expect(Number(next.headers['x-quota-remaining'])).toBe(left - 1)
      const refused = await make(ana, { rematch_of: NO_CHALLENGE })
      expect(Number(refused.headers['x-quota-remaining'])).toBe(left - 1)
    })
  })
})
