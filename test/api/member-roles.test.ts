// The roles of members over HTTP, on both engines: who gives them, who hears of it, and that one admin stays.
import { beforeEach, describe, expect, it } from 'vitest'
import { assignRole } from '../../packages/server/src/features/groups/operator.service.ts'
import { engines } from '../support/engine.ts'
import {
  adminOf,
  eventsSeenBy,
  membersSeenBy,
  newMember,
  throughGroup,
  type Acting,
} from '../support/groups.ts'
import { person } from '../support/people.ts'
import { useService, type TestGroup } from '../support/service.ts'

const DAY_MS = 86_400_000
const NOBODY = 'mem_00000000000000000000000000'

describe.each(engines)('the role of a member, on %s', (engine) => {
  const service = useService(engine, { WRITES_PER_MINUTE: '100000', READS_PER_MINUTE: '100000' })
  let group: TestGroup
  let admin: Acting
  beforeEach(async () => {
    group = await service.group()
    admin = adminOf(service, group)
  })

  const remove = (by: Acting, memberId: string) =>
    by.call('DELETE', `/v1/groups/${group.id}/members/${memberId}`)
  const give = (by: Acting, memberId: string, role: string) =>
    by.call('PATCH', `/v1/groups/${group.id}/members/${memberId}`, { role })

  it('is given by an admin, which tells the feed of the group and that of the member', async () => {
    const ana = await person(service)
    const id = await group.addMember(ana.email)
    const reply = await give(admin, id, 'admin')
    expect([reply.status, reply.body.data]).toMatchObject([200, { id, role: 'admin', is_me: false }])
    // From the next call on.
    const asAna = throughGroup(service, group, ana.email)
    expect((await asAna.call('GET', '/v1/webhooks')).status).toBe(200)
    expect((await give(asAna, id, 'member')).body.data).toMatchObject({ id, role: 'member', is_me: true })
    expect((await asAna.call('GET', '/v1/webhooks')).body.error?.reason).toBe('admin_only')

    const expected = ['admin', 'member'].map((role) => ({
      type: 'group.member_changed',
      actor: 'member',
      challenge_id: null,
      data: { member: { id, group_id: group.id, role } },
    }))
    expect(await eventsSeenBy(admin)).toMatchObject(expected)
    expect(await ana.events()).toMatchObject(expected)
  })

  it('is not given twice: the one that someone has already changes nothing', async () => {
    const mo = await newMember(service, group)
    expect((await give(admin, mo.memberId, 'member')).body.data).toMatchObject({ role: 'member' })
    expect(await eventsSeenBy(admin)).toEqual([])
  })

  it('changes at most ten times in a day, which the refusal tells; the operator is not held to it', async () => {
    const ana = await person(service)
    const id = await group.addMember(ana.email)
    const roleAt = (n: number): string => (n % 2 === 0 ? 'admin' : 'member')
    for (let n = 0; n < 10; n += 1) {
      expect((await give(admin, id, roleAt(n))).status).toBe(200)
      // The role that they have is not counted.
      expect((await give(admin, id, roleAt(n))).status).toBe(200)
      service.clock.advance(1_000)
    }
    const refused = await give(admin, id, 'admin')
    expect([refused.status, refused.body.error]).toMatchObject([
      409,
      { code: 'conflict', reason: 'limit_reached', retry_after: DAY_MS / 1_000 - 10 },
    ])
    expect(refused.headers['retry-after']).toBe(String(DAY_MS / 1_000 - 10))
    expect((await give(admin, id, 'member')).status).toBe(200)
    expect(await ana.events()).toHaveLength(10)
    const other = await newMember(service, group)
    expect((await give(admin, other.memberId, 'admin')).status).toBe(200)

    const assign = (role: 'admin' | 'member') =>
      service.store.write((tx) => assignRole(tx, group.id, ana.email, role, service.clock.now()))
    expect(await assign('admin')).toMatchObject({ isChanged: true })
    expect((await give(admin, id, 'member')).body.error?.reason).toBe('limit_reached')
    service.clock.advance(DAY_MS - 10_000)
    expect((await give(admin, id, 'member')).status).toBe(200)
  })

  it('is given by no other member, and to nobody else', async () => {
    const mo = await newMember(service, group)
    const gone = await newMember(service, group)
    await remove(gone, gone.memberId)
    const elsewhere = await newMember(service, await service.group())
    expect((await give(mo, mo.memberId, 'admin')).body.error).toMatchObject({ reason: 'admin_only' })
    const nobody = await give(admin, NOBODY, 'admin')
    expect(nobody.body.error).toMatchObject({ code: 'not_found', reason: 'not_visible' })
    for (const id of [gone.memberId, elsewhere.memberId, 'mem_x']) {
      expect((await give(admin, id, 'admin')).body.error, id).toEqual(nobody.body.error)
    }
    expect((await give(admin, mo.memberId, 'owner')).body.error).toMatchObject({
      reason: 'input_invalid',
      fields: [{ field: 'role' }],
    })
  })

  it('of one admin stays, also when all step down at once', async () => {
    const [own] = await membersSeenBy(admin, group)
    const last = await give(admin, own?.id ?? '', 'member')
    expect([last.status, last.body.error]).toMatchObject([409, { code: 'conflict', reason: 'last_admin' }])
    const admins = [{ ...admin, id: own?.id ?? '' }]
    for (let n = 0; n < 4; n += 1) {
      const mo = await newMember(service, group)
      await give(admin, mo.memberId, 'admin')
      admins.push({ ...mo, id: mo.memberId })
    }
    const replies = await Promise.all(admins.map((each) => give(each, each.id, 'member')))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(4)
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(1)
    const left = await Promise.all(admins.map((each) => remove(each, each.id)))
    expect(left.filter(({ status }) => status === 409)).toHaveLength(1)
  })
})
