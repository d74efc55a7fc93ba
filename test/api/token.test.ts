// GET /v1/token: what a tool calls to know whether a credential works, on both engines.
import { describe, expect, it } from 'vitest'
import { allScopes } from '@challenge-service/contract'
import { changePlan } from '../../packages/server/src/features/access/access.service.ts'
import { toRfc3339 } from '../../packages/server/src/kernel/instants.ts'
import { engines } from '../support/engine.ts'
import { useService } from '../support/service.ts'

describe.each(engines)('the token of a call, on %s', (engine) => {
  const service = useService(engine, { PLAN_URL: 'https://plans.example/club' })

  const read = async (token: string, query = '') => service.call('GET', `/v1/token${query}`, { token })

  it('is described, whatever its scopes', async () => {
    const account = await service.account()
    const { token } = await service.token(account, { scopes: 'questions:read', expiresInDays: 30 })
    const reply = await read(token)
    expect([reply.status, reply.body.data]).toEqual([
      200,
      {
        kind: 'account',
        name: 'test',
        scopes: ['questions:read'],
        group: null,
        account: { plan: 'club' },
        expires_at: toRfc3339(service.clock.now() + 30 * 24 * 3_600_000),
        client: null,
      },
    ])
    expect(reply.text).not.toContain(account.email)
  })

  it('counts as a read', async () => {
    const { token } = await service.token(await service.account())
    const left = async (): Promise<number> => Number((await read(token)).headers['x-ratelimit-remaining'])
    const first = await left()
    expect(await left()).toBe(first - 1)
  })

  it('is described to an account without a plan, which every other call refuses and tells where to get one', async () => {
    const free = await service.account({ plan: 'free' })
    const { token } = await service.token(free)
    const refused = async () => (await service.call('GET', '/v1/me', { token })).body.error

    expect((await read(token)).body.data).toMatchObject({ account: { plan: 'free' } })
    expect(await refused()).toMatchObject({ code: 'plan_required', reason: 'plan_needed' })
    expect((await refused())?.message).toContain('https://plans.example/club')
    await service.store.write((tx) => changePlan(tx, free.email, 'club'))
    expect(await refused()).toBeUndefined()
    await service.store.write((tx) => changePlan(tx, free.email, 'free'))
    expect(await refused()).toMatchObject({ code: 'plan_required', reason: 'plan_lapsed' })
  })

  it('of a group is described without an acting person, and checks one that is named', async () => {
    const group = await service.group()
    const reply = await read(group.token)
    expect(reply.body.data).toEqual({
      kind: 'group',
      name: null,
      scopes: [...allScopes],
      group: { id: group.id, name: 'Blue' },
      account: null,
      expires_at: null,
      client: null,
    })
    const named = (address: string) => read(group.token, `?user_email=${encodeURIComponent(address)}`)
    expect((await named(group.adminEmail)).body.data).toEqual(reply.body.data)
    expect((await named('no@one.example')).body.error?.reason).toBe('not_a_member')
  })

  it('shows nothing to a cookie', async () => {
    const { token } = await service.token(await service.account())
    const reply = await service.call('GET', '/v1/token', {
      headers: { cookie: `session=${token}; __Host-session=${token}` },
    })
    expect(reply.body.error?.reason).toBe('token_missing')
  })
})
