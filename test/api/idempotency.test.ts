// A key makes a retry harmless: one change, one answer, however often and from wherever it is asked again.
import { beforeAll, describe, expect, it } from 'vitest'
import { HOUR_MS } from '../../packages/server/src/kernel/instants.ts'
import { sql } from '../../packages/server/src/store/statements/statement.ts'
import { engines } from '../support/engine.ts'
import { countProbes } from '../support/probe.ts'
import { useService, type TestAccount } from '../support/service.ts'

const storedAnswers = sql<{ answer: Uint8Array }, []>(
  'test.stored_answers',
  'select answer from idempotency_keys',
)

const key = (name: string) => ({ 'idempotency-key': name })

describe.each(engines)('an Idempotency-Key, on %s', (engine) => {
  const service = useService(engine, { WRITES_PER_MINUTE: '1000', READS_PER_MINUTE: '1000' })
  let account: TestAccount
  let token: string
  beforeAll(async () => {
    account = await service.account()
    token = (await service.token(account)).token
  })

  const create = (name: string, body: unknown = { label: name }, as = token) =>
    service.call('POST', '/v1/probes', { token: as, body, headers: key(name) })

  it('creates one thing for 50 calls at once and gives 50 equal answers', async () => {
    const before = await countProbes(service.store)
    const replies = await Promise.all(Array.from({ length: 50 }, () => create('at-once')))

    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(replies.map(({ body }) => JSON.stringify(body.data))).size).toBe(1)
    expect(new Set(replies.map(({ body }) => body.request_id)).size).toBe(50)
    expect(replies.filter(({ headers }) => headers['idempotency-replayed'] === 'true')).toHaveLength(49)
    expect(await countProbes(service.store)).toBe(before + 1)
  })

  it('gives the first answer again, byte for byte, under a request id of its own', async () => {
    const first = await create('again')
    const second = await create('again')

    expect(second.status).toBe(first.status)
    expect(second.text.replace(/req_\w+/, '')).toBe(first.text.replace(/req_\w+/, ''))
    expect(second.body.request_id).not.toBe(first.body.request_id)
    expect(first.headers['idempotency-replayed']).toBeUndefined()
    expect(second.headers['idempotency-replayed']).toBe('true')
  })

  it('replays are not counted against the quota', async () => {
    const first = await create('quota')
    const second = await create('quota')
    const other = await create('quota-other')

    expect(Number(second.headers['x-quota-remaining'])).toBe(Number(first.headers['x-quota-remaining']))
    expect(Number(other.headers['x-quota-remaining'])).toBe(Number(first.headers['x-quota-remaining']) - 1)
  })

  it('takes the same JSON value in another order, spacing or place of user_email for the same request', async () => {
    const address = encodeURIComponent(account.email)
    const first = await create('same', { label: 'same', user_email: account.email })
    const second = await service.call('POST', `/v1/probes?user_email=${address}`, {
      token,
      raw: ' {\n"label" : "same" } ',
      headers: { ...key('same'), 'content-type': 'application/json' },
    })

    expect(second.body.data).toEqual(first.body.data)
    expect(second.headers['idempotency-replayed']).toBe('true')
  })

  it('refuses another body or another path under the same key', async () => {
    const { body } = await create('reused')
    const { id } = body.data as { id: string }
    const otherBody = await create('reused', { label: 'other' })
    const otherPath = await service.call('POST', `/v1/probes/${id}/touch`, { token, headers: key('reused') })

    for (const reply of [otherBody, otherPath]) {
      expect(reply.status).toBe(409)
      expect(reply.body.error).toMatchObject({ code: 'conflict', reason: 'key_reused' })
    }
  })

  it('holds across the tokens of one account, and not across accounts', async () => {
    const otherToken = (await service.token(account)).token
    const stranger = (await service.token(await service.account())).token
    const first = await create('shared')

    expect((await create('shared', { label: 'shared' }, otherToken)).body.data).toEqual(first.body.data)
    expect((await create('shared', { label: 'shared' }, stranger)).body.data).not.toEqual(first.body.data)
  })

  it('belongs to the acting person of a group token', async () => {
    const group = await service.group()
    await group.addMember('mo@test.example')
    const as = (email: string) =>
      service.call('POST', '/v1/probes', {
        token: group.token,
        body: { label: 'person', user_email: email },
        headers: key('person'),
      })
    const byAdmin = await as(group.adminEmail)

    expect((await as('mo@test.example')).body.data).not.toEqual(byAdmin.body.data)
    expect((await as(group.adminEmail)).body.data).toEqual(byAdmin.body.data)
  })

  it('remembers only successes: what failed is done when asked again', async () => {
    const broken = await service.call('POST', '/v1/probes/break', { token, headers: key('failed') })
    const before = await countProbes(service.store)
    const after = await create('failed')

    expect(broken.status).toBe(500)
    expect(after.status).toBe(201)
    expect(after.headers['idempotency-replayed']).toBeUndefined()
    expect(await countProbes(service.store)).toBe(before + 1)
  })

  it('is forgotten after 24 hours', async () => {
    const first = await create('old')
    service.clock.advance(24 * HOUR_MS - 1)
    const within = await create('old')
    service.clock.advance(1)
    const after = await create('old')

    expect(within.body.data).toEqual(first.body.data)
    expect(after.body.data).not.toEqual(first.body.data)
    expect((await create('old')).body.data).toEqual(after.body.data)
  })

  it('stores its answers encrypted', async () => {
    await create('encrypted', { label: 'plainly-visible' })
    const answers = await service.store.all(storedAnswers)

    expect(answers.length).toBeGreaterThan(0)
    for (const { answer } of answers)
      expect(Buffer.from(answer).toString('latin1')).not.toContain('plainly-visible')
  })
})
