// The monthly quota: what creates is counted in the transaction that creates; everything else goes on.
import { describe, expect, it } from 'vitest'
import { changeAccountQuota } from '../../packages/server/src/features/access/access.service.ts'
import { engines } from '../support/engine.ts'
import { countProbes } from '../support/probe.ts'
import { useService } from '../support/service.ts'

describe.each(engines)('the quota, on %s', (engine) => {
  const service = useService(engine, {
    WRITES_PER_MINUTE: '1000',
    ACCOUNT_QUOTA: '3',
    GROUP_QUOTA: '2',
  })

  const create = (token: string, query = '') =>
    service.call('POST', `/v1/probes${query}`, { token, body: { label: 'x' } })
  const left = (reply: { headers: Readonly<Record<string, string | undefined>> }) =>
    Number(reply.headers['x-quota-remaining'])

  it('counts what is created, across the tokens of an account, and then refuses to create', async () => {
    const account = await service.account()
    const tokens = [(await service.token(account)).token, (await service.token(account)).token] as const

    expect(left(await create(tokens[0]))).toBe(2)
    expect(left(await create(tokens[1]))).toBe(1)
    expect(left(await create(tokens[0]))).toBe(0)
    const before = await countProbes(service.store)
    const refused = await create(tokens[1])

    expect(refused.status).toBe(429)
    expect(refused.body.error).toMatchObject({ code: 'quota_exceeded', reason: 'quota_used_up' })
    expect(left(refused)).toBe(0)
    // From 2026-11-15 12:00 to the first of December.
    expect(refused.headers['retry-after']).toBe(String(15.5 * 24 * 3600))
    expect(await countProbes(service.store)).toBe(before)
    expect((await service.call('GET', '/v1/me', { token: tokens[0] })).status).toBe(200)
  })

  it('ten creations at once with three left make three', async () => {
    const { token } = await service.token(await service.account())
    const replies = await Promise.all(Array.from({ length: 10 }, () => create(token)))

    expect(replies.filter(({ status }) => status === 201)).toHaveLength(3)
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(7)
  })

  it('does not count a call that fails, nor one that creates nothing', async () => {
    const { token } = await service.token(await service.account())
    const made = await create(token)
    const { id } = made.body.data as { id: string }
    const touched = await service.call('POST', `/v1/probes/${id}/touch`, { token })
    const again = await service.call('POST', `/v1/probes/${id}/touch`, { token })
    const broken = await service.call('POST', '/v1/probes/break', { token })

    expect([left(made), left(touched), left(again)]).toEqual([2, 1, 1])
    expect([touched.status, again.status, broken.status]).toEqual([201, 200, 500])
    expect(left(await service.call('GET', '/v1/me', { token }))).toBe(1)
  })

  it('starts over with the calendar month of UTC', async () => {
    const { token } = await service.token(await service.account())
    service.clock.set('2026-12-31T23:59:59.999Z')
    expect(left(await create(token))).toBe(2)
    service.clock.set('2027-01-01T00:00:00.000Z')
    expect(left(await service.call('GET', '/v1/me', { token }))).toBe(3)
    expect(left(await create(token))).toBe(2)
  })

  it('takes what the operator sets for one account from the next call on', async () => {
    const account = await service.account()
    const { token } = await service.token(account)
    await create(token)
    const setQuota = (quota: number) =>
      service.store.write((tx) => changeAccountQuota(tx, account.email, quota))

    await setQuota(0)
    expect((await create(token)).status).toBe(429)
    expect(left(await service.call('GET', '/v1/me', { token }))).toBe(0)
    await setQuota(5)
    expect(left(await create(token))).toBe(3)
  })

  it('of a group is one for all its members', async () => {
    const group = await service.group()
    await group.addMember('mo@test.example')
    const as = (email: string) => create(group.token, `?user_email=${encodeURIComponent(email)}`)

    expect(left(await as(group.adminEmail))).toBe(1)
    expect(left(await as('mo@test.example'))).toBe(0)
    expect((await as(group.adminEmail)).status).toBe(429)
  })
})
