// Groups, their members and their challenges over HTTP, on both engines.
import { beforeEach, describe, expect, it } from 'vitest'
import type { Challenge, Group, Member } from '@challenge-service/contract'
import { enrolMember } from '../../packages/server/src/features/groups/operator.service.ts'
import { engines } from '../support/engine.ts'
import {
  act,
  adminOf,
  challengeIn,
  eventsSeenBy,
  expectStatus,
  membersSeenBy,
  newMember,
  throughGroup,
  type Acting,
} from '../support/groups.ts'
import { mailsTo, mailTo, PUBLIC_URL } from '../support/mails.ts'
import { person, type Person } from '../support/people.ts'
import { useService, type TestGroup } from '../support/service.ts'

const NOBODY = 'mem_00000000000000000000000000'

describe.each(engines)('a group, on %s', (engine) => {
  const service = useService(engine, {
    WRITES_PER_MINUTE: '100000',
    READS_PER_MINUTE: '100000',
    PUBLIC_URL,
  })
  let group: TestGroup
  let admin: Acting
  beforeEach(async () => {
    group = await service.group()
    admin = adminOf(service, group)
  })

  const path = (rest = ''): string => `/v1/groups/${group.id}${rest}`
  let added = 0
  const newAddress = (): string => `new${(added += 1)}@${engine}.example`
  const add = (by: Acting, email: string, more: object = {}) =>
    by.call('POST', path('/members'), { email, first_name: 'Nia', ...more })
  const remove = (by: Acting, memberId: string) => by.call('DELETE', path(`/members/${memberId}`))

  describe('is listed', () => {
    it('to each of its members, newest first, with their role and how many they are', async () => {
      const ana = await person(service)
      const other = await service.group()
      await group.addMember(ana.email)
      await other.addMember(ana.email)
      const listed = (await ana.call('GET', '/v1/groups')).body.data as Group[]

      expect(listed).toEqual([
        {
          id: other.id,
          name: 'Blue',
          role: 'member',
          member_count: 2,
          created_at: expect.any(String) as string,
        },
        {
          id: group.id,
          name: 'Blue',
          role: 'member',
          member_count: 2,
          created_at: expect.any(String) as string,
        },
      ])
      const [, second] = await Promise.all([0, 1].map(() => ana.call('GET', '/v1/groups?limit=1&order=asc')))
      expect(second?.body.data).toMatchObject([{ id: group.id }])
      const next = await ana.call('GET', `/v1/groups?limit=1&cursor=${second?.body.next_cursor}`)
      expect(next.body).toMatchObject({ data: [{ id: other.id }], next_cursor: null })
    })

    it('alone through its token, whatever else the member is in', async () => {
      const ana = await person(service)
      await (await service.group()).addMember(ana.email)
      await group.addMember(ana.email)
      const reply = await throughGroup(service, group, ana.email).call('GET', '/v1/groups')
      expect(reply.body).toMatchObject({ data: [{ id: group.id, role: 'member' }], next_cursor: null })
      expect(((await admin.call('GET', '/v1/groups')).body.data as Group[])[0]?.role).toBe('admin')
    })

    it('to nobody else', async () => {
      const ana = await person(service)
      expect((await ana.call('GET', '/v1/groups')).body).toMatchObject({ data: [], next_cursor: null })
      for (const rest of ['/members', '/challenges', '/stats']) {
        expect((await ana.call('GET', path(rest))).status, rest).toBe(404)
      }
    })
  })

  describe('shows its members', () => {
    it('newest first, by first name, to each other', async () => {
      const mo = await newMember(service, group)
      const seen = await membersSeenBy(mo, group)
      expect(seen).toMatchObject([
        { id: mo.memberId, first_name: 'Mo', role: 'member', is_me: true },
        { first_name: 'Alex', role: 'admin', is_me: false },
      ])
      expect(Object.keys(seen[0] ?? {}).toSorted()).toEqual([
        'first_name',
        'id',
        'is_me',
        'joined_at',
        'role',
      ])
    })

    it('page by page in both orders, each once, while others come and go', async () => {
      const all = [(await membersSeenBy(admin, group))[0]?.id ?? '']
      for (let n = 0; n < 6; n += 1) all.push((await newMember(service, group)).memberId)
      for (const order of ['asc', 'desc']) {
        const seen: string[] = []
        for (let cursor = ''; ;) {
          const reply = await admin.call('GET', path(`/members?limit=3&order=${order}${cursor}`))
          seen.push(...(reply.body.data as Member[]).map(({ id }) => id))
          if (order === 'desc') await newMember(service, group)
          if (!reply.body.next_cursor) break
          cursor = `&cursor=${reply.body.next_cursor}`
        }
        expect(seen).toEqual(order === 'asc' ? all : all.toReversed())
      }
    })
  })

  describe('a member is added', () => {
    it('by an admin, as a member with the names given, and is told by mail', async () => {
      const email = newAddress()
      const reply = await expectStatus(add(admin, ` ${email.toUpperCase()} `, { last_name: 'Obi' }), 201)
      const member = reply.body.data as Member

      expect(member).toEqual({
        id: expect.stringMatching(/^mem_/) as string,
        first_name: 'Nia',
        role: 'member',
        joined_at: new Date(service.clock.now()).toISOString(),
        is_me: false,
      })
      const me = (await throughGroup(service, group, email).call('GET', '/v1/me')).body.data
      expect(me).toMatchObject({ id: member.id, first_name: 'Nia', last_name: 'Obi', email, plan: null })
      const { mail, leavePath } = await mailTo(service, email, 'member_added')
      expect(mail.subject).toBe('Alex added you to the group Blue')
      expect(mail.text).not.toMatch(/\b(?:Nia|Obi)\b/)
      expect(leavePath).toMatch(/^\/leave\//)
    })

    it('with the role that is asked for, and may then add others', async () => {
      const email = newAddress()
      await expectStatus(add(admin, email, { role: 'admin' }), 201)
      await expectStatus(add(throughGroup(service, group, email), newAddress()), 201)
      expect((await membersSeenBy(admin, group)).map(({ role }) => role)).toEqual([
        'member',
        'admin',
        'admin',
      ])
    })

    it('by an admin with a token of their own account', async () => {
      const ana = await person(service)
      await expectStatus(add(admin, ana.email, { role: 'admin' }), 201)
      const email = newAddress()
      await expectStatus(add(ana, email), 201)
      expect((await mailTo(service, email, 'member_added')).mail.text).toContain('Nia added you')
    })

    it('by nobody else', async () => {
      const mo = await newMember(service, group)
      const reply = await add(mo, newAddress())
      expect(reply.body.error).toMatchObject({ code: 'forbidden', reason: 'admin_only' })
      expect((await add(await person(service), newAddress())).status).toBe(404)
    })

    it('once, and never again by an admin once they have left', async () => {
      const email = newAddress()
      const { id } = (await add(admin, email)).body.data as Member
      const twice = await add(admin, email)
      expect(twice.body.error).toMatchObject({ code: 'conflict', reason: 'already_member' })
      await expectStatus(remove(throughGroup(service, group, email), id), 200)
      const again = await add(admin, email)
      expect(again.status).toBe(409)
      expect(again.body.error).toEqual(twice.body.error)
      expect((await membersSeenBy(admin, group)).map((member) => member.id)).not.toContain(id)

      const back = { email, firstName: 'Nina', role: 'member' } as const
      expect(await service.store.write((tx) => enrolMember(tx, group.id, back, service.clock.now()))).toBe(id)
      expect(await membersSeenBy(admin, group)).toMatchObject([{ id, first_name: 'Nina' }, {}])
    })

    it('again by an admin where an admin had removed them', async () => {
      const email = newAddress()
      const { id } = (await add(admin, email)).body.data as Member
      await expectStatus(remove(admin, id), 200)
      expect((await expectStatus(add(admin, email), 201)).body.data).toMatchObject({ id })
    })

    it('ten times at once, is added once', async () => {
      const email = newAddress()
      const replies = await Promise.all(Array.from({ length: 10 }, () => add(admin, email)))
      expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
      expect(replies.filter(({ status }) => status === 409)).toHaveLength(9)
      expect(((await admin.call('GET', '/v1/groups')).body.data as Group[])[0]?.member_count).toBe(2)
      expect(await mailsTo(service, email)).toHaveLength(1)
    })
  })

  describe('a member goes', () => {
    it('by an admin, or by themselves, and by nobody else', async () => {
      const [mo, jo] = [await newMember(service, group), await newMember(service, group)]
      expect((await remove(mo, jo.memberId)).body.error).toMatchObject({
        code: 'forbidden',
        reason: 'admin_only',
      })
      expect((await remove(mo, mo.memberId)).body.data).toEqual({ id: mo.memberId, deleted: true })
      expect((await remove(admin, jo.memberId)).body.data).toEqual({ id: jo.memberId, deleted: true })
      for (const id of [mo.memberId, NOBODY]) expect((await remove(admin, id)).status).toBe(404)
    })

    it('not of another group', async () => {
      const other = await service.group()
      const mo = await newMember(service, other)
      expect((await remove(admin, mo.memberId)).status).toBe(404)
      expect((await admin.call('DELETE', `/v1/groups/${other.id}/members/${mo.memberId}`)).status).toBe(404)
      expect((await mo.call('GET', '/v1/me')).status).toBe(200)
    })

    it('and is refused from the next call on, on every node', async () => {
      const ana = await person(service)
      const memberId = await group.addMember(ana.email)
      const node = engine === 'postgres' ? await service.startNode() : service
      const onNode = throughGroup({ ...service, url: node.url }, group, ana.email)
      const created = await challengeIn(admin, await newMember(service, group))
      expect((await onNode.call('GET', '/v1/me')).status).toBe(200)
      expect((await ana.call('GET', `/v1/challenges/${created.id}`)).status).toBe(200)
      await expectStatus(remove(admin, memberId), 200)

      expect((await onNode.call('GET', '/v1/me')).body.error).toMatchObject({ reason: 'not_a_member' })
      expect((await ana.call('GET', `/v1/challenges/${created.id}`)).status).toBe(404)
      expect((await ana.call('GET', path('/members'))).status).toBe(404)
      expect((await ana.call('GET', '/v1/groups')).body.data).toEqual([])
    })

    it('unless they are the last admin, however many leave at once', async () => {
      const [own] = await membersSeenBy(admin, group)
      expect((await remove(admin, own?.id ?? '')).body.error).toMatchObject({
        code: 'conflict',
        reason: 'last_admin',
      })
      const admins = [{ ...admin, id: own?.id ?? '' }]
      for (let n = 0; n < 4; n += 1) {
        const email = newAddress()
        const { id } = (await add(admin, email, { role: 'admin' })).body.data as Member
        admins.push({ ...throughGroup(service, group, email), id })
      }
      const replies = await Promise.all(admins.map((each) => remove(each, each.id)))
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(4)
      expect(replies.filter(({ status }) => status === 409)).toHaveLength(1)
    })
  })

  describe('tells who came and went', () => {
    it('in its own feed and in that of the person, who need have no account yet', async () => {
      const email = newAddress()
      const { id, ...member } = (await add(admin, email)).body.data as Member
      await remove(throughGroup(service, group, email), id)
      const { is_me: _, ...shown } = { id, group_id: group.id, ...member }
      const expected = ['group.member_added', 'group.member_removed'].map((type) => ({
        type,
        actor: 'member',
        challenge_id: null,
        data: { member: shown },
      }))
      const account = await service.account({ email })
      const { token } = await service.token(account)
      const own = (await service.call('GET', '/v1/events', { token })).body.data

      expect(await eventsSeenBy(admin)).toMatchObject(expected)
      expect(own).toMatchObject(expected)
    })
  })

  describe('shows its challenges', () => {
    it('to every member, each as they see it, by status, and those that it has none of', async () => {
      const [ana, ben, cleo] = [
        await newMember(service, group, 'Ana'),
        await newMember(service, group, 'Ben'),
        await newMember(service, group, 'Cleo'),
      ]
      const first = await challengeIn(ana, ben, { reference: 'r1' })
      const second = await challengeIn(ben, { email: newAddress() })
      await act(ben, first, 'accept')
      const listed = async (by: Acting, query = '') =>
        (await by.call('GET', path(`/challenges${query}`))).body.data as Challenge[]

      expect((await listed(cleo)).map(({ id, role }) => [id, role])).toEqual([
        [second.id, 'observer'],
        [first.id, 'observer'],
      ])
      expect(await listed(ana, '?status=active')).toMatchObject([
        { id: first.id, role: 'creator', reference: 'r1' },
      ])
      expect(await listed(ben, '?order=asc')).toMatchObject([
        { id: first.id, role: 'opponent', creator: { first_name: 'Ana' }, opponent: { first_name: 'Ben' } },
        { id: second.id, role: 'creator', opponent: { first_name: null } },
      ])
      expect((await listed(cleo))[1]).not.toHaveProperty('reference')
      expect((await listed(cleo))[1]?.allowed_actions).toEqual(['support'])
      expect(await listed(cleo, '?status=resolved,expired')).toEqual([])
    })

    it('to the opponent who joins later, as their own', async () => {
      const email = newAddress()
      const created = await challengeIn(admin, { email })
      await expectStatus(add(admin, email), 201)
      const own = await throughGroup(service, group, email).call('GET', '/v1/challenges?role=opponent')
      expect(own.body.data).toMatchObject([{ id: created.id, role: 'opponent' }])
    })

    it('and none of what its members do elsewhere', async () => {
      const [ana, ben] = [await person(service), await person(service)]
      for (const { email } of [ana, ben]) await group.addMember(email)
      const other = await service.group()
      await other.addMember(ana.email)
      await challengeIn(ana, ben)
      await challengeIn(throughGroup(service, other, ana.email), ben)
      expect((await admin.call('GET', path('/challenges'))).body.data).toEqual([])
      const asAna = throughGroup(service, group, ana.email)
      expect((await asAna.call('GET', '/v1/challenges')).body.data).toEqual([])
      expect((await ana.call('GET', '/v1/challenges')).body.data).toHaveLength(2)
    })
  })

  it('is a person’s only name and record through its token', async () => {
    const ana: Person = await person(service)
    const ben = await newMember(service, group, 'Ben')
    await group.addMember(ana.email, null, 'Anastasia')
    const asMember = throughGroup(service, group, ana.email)
    const private_ = await challengeIn(ana, await person(service))
    const created = await challengeIn(asMember, ben)
    await act(ben, created, 'accept')
    await act(ben, created, 'resolve', { outcome: 'creator_won' })

    expect((await act(ana, private_, 'cancel')).creator).toEqual({ first_name: 'Pat' })
    expect((await ana.get(created)).creator).toEqual({ first_name: 'Anastasia' })
    const me = (await asMember.call('GET', '/v1/me')).body.data
    expect(me).toMatchObject({ first_name: 'Anastasia', record: { won: 1, open: 0 }, plan: null })
    expect((await ana.call('GET', '/v1/me')).body.data).toMatchObject({
      first_name: 'Pat',
      record: { won: 1 },
    })
  })
})
