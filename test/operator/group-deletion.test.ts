// Guards the deletion of a group: whatever was the group's is gone, and its challenges are the private ones of their
// parties. However often it is interrupted, running it again ends it.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Challenge, Event, Profile } from '@challenge-service/contract'
import {
  changeGroupQuota,
  getGroup,
  getLockedGroup,
  renameGroup,
} from '../../packages/server/src/features/access/access.service.ts'
import { findGroup } from '../../packages/server/src/features/access/groups.store.ts'
import { beginMembership } from '../../packages/server/src/features/groups/membership.ts'
import {
  assignRole,
  dismissMember,
  enrolMember,
} from '../../packages/server/src/features/groups/operator.service.ts'
import { listAllGroups, listAllMembers } from '../../packages/server/src/features/groups/operator.store.ts'
import { closeGroup, deleteSome } from '../../packages/server/src/features/privacy/group-deletion.service.ts'
import { getGroupOverview } from '../../packages/server/src/features/privacy/overview.service.ts'
import { once } from '../../packages/server/src/store/statements/statement.ts'
import type { Tx } from '../../packages/server/src/store/store.ts'
import { engines } from '../support/engine.ts'
import { tracesOf } from '../support/dump.ts'
import { act, adminOf, challengeIn, expectStatus, newMember, type Acting } from '../support/groups.ts'
import { loopbackAllowed } from '../support/subscriptions.ts'
import { startTestService, type TestGroup, type TestService, type TestToken } from '../support/service.ts'

describe.each(engines)('a group that is deleted, on %s', (engine) => {
  let service: TestService
  let group: TestGroup
  let admin: Acting
  let member: Acting
  let own: TestToken
  let open: Challenge
  let closed: Challenge
  beforeAll(async () => {
    const limits = { WRITES_PER_MINUTE: '100000', READS_PER_MINUTE: '100000' }
    service = await startTestService(engine, { ...limits, ...loopbackAllowed })
  })
  afterAll(() => service.stop())
  beforeEach(async () => {
    group = await service.group()
    admin = adminOf(service, group)
    const account = await service.account({ plan: 'club' })
    own = await service.token(account)
    await group.addMember(account.email)
    member = {
      email: account.email,
      call: (method, path, body) => asMember(account.email, method, path, body),
    }
    closed = await challengeIn(admin, member)
    await act(member, closed, 'accept')
    await act(admin, closed, 'resolve', { outcome: 'opponent_won' })
    open = await challengeIn(member, admin)
    await act(admin, open, 'accept')
    const webhook = { url: 'http://127.0.0.1:9/hook', events: ['challenge.created'] }
    await expectStatus(admin.call('POST', '/v1/webhooks', webhook), 201)
    const { data } = (await admin.call('GET', '/v1/questions/daily')).body as {
      data: { options: { id: string }[] }
    }
    await expectStatus(admin.call('POST', '/v1/questions/daily', { option: data.options[0]?.id }), 201)
  })

  const asMember = (email: string, method: string, path: string, body?: unknown) =>
    service.call(method, `${path}${path.includes('?') ? '&' : '?'}user_email=${email}`, {
      token: group.token,
      ...(body === undefined ? {} : { body }),
    })
  const now = () => service.clock.now()
  const close = () => service.store.write((tx) => closeGroup(tx, group.id, now()))
  const deleteAll = async (): Promise<void> => {
    await close()
    while (!(await deleteBatch()).isOver);
  }
  const deleteBatch = () => service.store.write((tx) => deleteSome(tx, group.id, now()))
  const read = async (id: string): Promise<Challenge> =>
    (await service.call('GET', `/v1/challenges/${id}`, own)).body.data as Challenge

  it('is unreachable from the first moment on', async () => {
    await close()
    expect((await admin.call('GET', '/v1/me')).status).toBe(401)
    expect((await service.call('GET', `/v1/groups/${group.id}`, own)).status).toBe(404)
    expect(await service.call('GET', '/v1/groups', own)).toMatchObject({ body: { data: [] } })
  })

  it('leaves its challenges to their parties as private ones, the open ones cancelled', async () => {
    await deleteAll()
    expect(await read(open.id)).toMatchObject({ status: 'cancelled', group_id: null, group_name: null })
    expect(await read(closed.id)).toMatchObject({ status: 'resolved', group_id: null, group_name: null })
    const listed = (await service.call('GET', '/v1/challenges', own)).body.data as Challenge[]
    expect(listed.map(({ group_id }) => group_id)).toEqual([null, null])
  })

  it('tells parties and members in their own feeds', async () => {
    await deleteAll()
    const events = (await service.call('GET', '/v1/events?limit=100', own)).body.data as Event[]
    const last = events.slice(-3).map(({ type, actor }) => `${type} by ${actor}`)
    expect(last).toContain('challenge.cancelled by system')
    expect(last).toContain('group.member_removed by system')
  })

  it('leaves no row that names it or a member of it, but in what was told to people', async () => {
    const { id: memberId } = (await admin.call('GET', '/v1/me')).body.data as Profile
    await deleteAll()
    const traces = [...(await tracesOf(service, group.id)), ...(await tracesOf(service, memberId))]
    expect(traces.filter((trace) => !/^(events|mails): /.test(trace))).toEqual([])
  })

  it('keeps the record of a person over everything, without what was cancelled', async () => {
    const before = (await service.call('GET', '/v1/me', own)).body.data as Profile
    await deleteAll()
    const after = (await service.call('GET', '/v1/me', own)).body.data as Profile
    expect(before.record).toMatchObject({ won: 1, open: 1 })
    expect(after.record).toEqual({ ...before.record, open: 0 })
  })

  it('can be interrupted anywhere, and begun again', async () => {
    for (let batches = 0; ; batches += 1) {
      await close()
      let isMore = true
      for (let done = 0; isMore && done < batches; done += 1) {
        isMore = !(await deleteBatch()).isOver
      }
      if (!isMore) break
      expect(batches).toBeLessThan(30)
    }
    await expect(getGroupOverview(service.store, group.id, now())).rejects.toThrow('there is no group')
    expect(await read(open.id)).toMatchObject({ status: 'cancelled', group_id: null })
  })

  it('is ended by the service where the command that began it was interrupted', async () => {
    await close()
    expect((await listAllGroups(service.store)).find(({ id }) => id === group.id)?.deleting_at).toBe(now())
    await service.runDue()
    await expect(getGroupOverview(service.store, group.id, now())).rejects.toThrow('there is no group')
    expect(await read(open.id)).toMatchObject({ status: 'cancelled', group_id: null })
    expect(await service.store.write((tx) => deleteSome(tx, group.id, now()))).toEqual({
      isOver: true,
      challenges: 0,
    })
  })

  it('is there for nobody but the deletion once that has begun', async () => {
    await close()
    const ben = { email: 'ben@blue.example', firstName: 'Ben', role: 'admin' } as const
    const attempts: readonly ((tx: Tx) => Promise<unknown>)[] = [
      (tx) => enrolMember(tx, group.id, ben, now()),
      (tx) => enrolMember(tx, group.id, { ...ben, email: member.email }, now()),
      (tx) => dismissMember(tx, group.id, member.email, now()),
      (tx) => assignRole(tx, group.id, member.email, 'admin', now()),
      (tx) => renameGroup(tx, group.id, 'Green'),
      (tx) => changeGroupQuota(tx, group.id, 5),
      (tx) => getLockedGroup(tx, group.id),
      (tx) => getGroup(tx, group.id),
    ]
    for (const attempt of attempts) {
      await expect(service.store.write(attempt), attempt.toString()).rejects.toThrow('is being deleted')
    }
  })

  it('lets nobody join whose call had found the group before it was closed', async () => {
    const before = await findGroup(service.store, group.id)
    expect(before?.deleting_at).toBeNull()
    await close()
    const joining = {
      group: { id: group.id, name: before?.name ?? '' },
      email: 'late@blue.example',
      firstName: 'Lo',
      lastName: null,
      role: 'member',
      by: 'admin',
      admin: null,
    } as const
    await expect(service.store.write((tx) => beginMembership(tx, joining, now()))).rejects.toMatchObject({
      code: 'not_found',
    })
    expect(await listAllMembers(service.store, group.id)).not.toContainEqual(
      expect.objectContaining({ first_name: 'Lo' }),
    )
  })

  it('takes many challenges in one batch, the open ones too, and says how many', async () => {
    for (let n = 0; n < 23; n += 1) await challengeIn(member, admin)
    const before = (await service.call('GET', '/v1/events?limit=100', own)).body.data as Event[]
    await close()
    expect(await deleteBatch()).toEqual({ isOver: false, challenges: 20 })
    expect(await deleteBatch()).toEqual({ isOver: false, challenges: 5 })
    expect(await deleteBatch()).toMatchObject({ challenges: 0 })
    const events = (await service.call('GET', '/v1/events?limit=100', own)).body.data as Event[]
    const told = events.slice(before.length).filter(({ type }) => type === 'challenge.cancelled')
    expect(new Set(told.map(({ challenge_id }) => challenge_id)).size).toBe(24)
    expect(told).toHaveLength(24)
  })

  it('leaves other groups alone', async () => {
    const other = await service.group()
    const theirs = await newMember(service, other)
    const challenge = await challengeIn(adminOf(service, other), theirs)
    await deleteAll()
    expect((await theirs.call('GET', `/v1/challenges/${challenge.id}`)).status).toBe(200)
    expect(await getGroupOverview(service.store, other.id, now())).toMatchObject({
      member_count: 2,
      tokens: 1,
      open: 1,
    })
  })

  it('a group that is renamed is called so in its challenges, where they are listed and read', async () => {
    // Kept as they are: so those too that are made at the same moment, by a call that knew the earlier name.
    const snapshots = () =>
      service.store.all(once(`select snapshot from challenges where group_id = '${group.id}' order by id`))
    const before = await snapshots()
    await service.store.write((tx) => renameGroup(tx, group.id, ' Green '))
    expect(await read(open.id)).toMatchObject({ group_name: 'Green' })
    const listed = (await service.call('GET', '/v1/challenges', own)).body.data as Challenge[]
    expect(listed.map(({ group_name }) => group_name)).toEqual(['Green', 'Green'])
    const seen = (await admin.call('GET', `/v1/groups/${group.id}/challenges`)).body.data as Challenge[]
    expect(seen.map(({ group_name }) => group_name)).toEqual(['Green', 'Green'])
    expect(await snapshots()).toEqual(before)
  })
})
