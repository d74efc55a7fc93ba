// The way in for assistants: token, rate, plan and scope are answers of HTTP, as everywhere; and so are bodies that
// cannot be read.
import { describe, expect, it } from 'vitest'
import { tools } from '@challenge-service/contract'
import { endToken } from '../../packages/server/src/features/access/access.service.ts'
import { engines } from '../support/engine.ts'
import { connect, sendMessage } from '../support/mcp.ts'
import { challenge, person } from '../support/people.ts'
import { useService } from '../support/service.ts'

const READS = 7
const WRITES = 5
const QUOTA = 3

const settings = {
  READS_PER_MINUTE: `${READS}`,
  WRITES_PER_MINUTE: `${WRITES}`,
  ACCOUNT_QUOTA: `${QUOTA}`,
}

interface Listed {
  readonly result?: { readonly tools: readonly { readonly name: string }[] }
}

describe.each(engines)('an assistant is let in, on %s:', (engine) => {
  const service = useService(engine, settings)

  const newToken = async (scopes = 'all'): Promise<string> =>
    (await service.token(await service.account(), { scopes })).token

  const list = (token: string, query = '') => sendMessage({ url: service.url, token, query }, 'tools/list')
  const callTool = (token: string, name: string, input: object = {}) =>
    sendMessage({ url: service.url, token }, 'tools/call', { name, arguments: input })

  const namesFor = async (token: string): Promise<readonly string[] | undefined> => {
    const { result } = (await list(token)).body as Listed
    return result?.tools.map(({ name }) => name)
  }

  it('without a good token nobody is, whatever was sent', async () => {
    const missing = await service.call('POST', '/mcp', { raw: 'x'.repeat(1_000) })
    expect([missing.status, missing.body.error?.reason]).toEqual([401, 'token_missing'])
    expect(missing.headers['www-authenticate']).toBe('Bearer error="invalid_token"')

    const account = await service.account()
    const { token, id } = await service.token(account)
    expect((await list(token)).status).toBe(200)
    await service.store.write((tx) => endToken(tx, id, service.clock.now()))
    const revoked = await list(token)
    expect([revoked.status, revoked.body.error?.reason]).toEqual([401, 'token_revoked'])
  })

  it('a cookie is not looked at', async () => {
    const reply = await service.call('POST', '/mcp', {
      headers: { cookie: '__Host-session=anything; session=anything' },
      body: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    })
    expect([reply.status, reply.body.error?.reason]).toEqual([401, 'token_missing'])
  })

  it('a token without a plan is refused by HTTP', async () => {
    const { token } = await service.token(await service.account({ plan: 'free' }))
    for (const reply of [await list(token), await callTool(token, 'list_challenges')]) {
      expect([reply.status, reply.body.error?.code]).toEqual([402, 'plan_required'])
    }
  })

  it('a token that may read sees the reading tools alone, and is refused any other by HTTP', async () => {
    const token = await newToken('challenges:read')
    expect(await namesFor(token)).toEqual(['list_challenges', 'get_challenge', 'get_tally'])

    const refused = await callTool(token, 'concede', { challenge_id: 'ch_x' })
    expect([refused.status, refused.body.error?.code]).toEqual([403, 'insufficient_scope'])
    expect(refused.headers['www-authenticate']).toBe(
      'Bearer error="insufficient_scope", scope="challenges:write"',
    )
  })

  it.each(tools.map(({ name, endpoint: { scope } }) => ({ name, scope })))(
    '$name needs $scope, and nothing else',
    async ({ name, scope }) => {
      const token = await newToken(scope ?? '')
      expect(await namesFor(token)).toContain(name)
      expect((await callTool(token, name)).status).toBe(200)
    },
  )

  it('what reads counts as a read, and so does every message of the protocol', async () => {
    const token = await newToken()
    const left = async (reply: ReturnType<typeof list>): Promise<number> =>
      Number((await reply).headers['x-ratelimit-remaining'])
    expect([
      await left(list(token)),
      await left(callTool(token, 'list_challenges')),
      await left(sendMessage({ url: service.url, token }, 'server/discover')),
      await left(callTool(token, 'no_such_tool')),
      await left(service.call('POST', '/mcp', { token, raw: '{' })),
      await left(service.call('POST', '/mcp', { token, raw: 'x'.repeat(70_000) })),
      await left(service.call('GET', '/v1/me', { token })),
    ]).toEqual([6, 5, 4, 3, 2, 1, 0])
    const refused = await list(token)
    expect([refused.status, refused.body.error?.reason]).toEqual([429, 'rate_passed'])
    expect(refused.headers).toMatchObject({ 'x-ratelimit-limit': `${READS}`, 'retry-after': '60' })
  })

  it('what writes counts as a write, also where it is refused', async () => {
    const token = await newToken()
    const input = { challenge_id: `ch_${'0'.repeat(26)}` }
    for (let n = 0; n < WRITES; n += 1) {
      const reply = await callTool(token, n % 2 === 0 ? 'concede' : 'record_tally', input)
      expect([reply.status, reply.headers['x-ratelimit-remaining']]).toEqual([200, `${WRITES - 1 - n}`])
    }
    expect((await callTool(token, 'accept_challenge', input)).status).toBe(429)
    expect((await list(token)).headers['x-ratelimit-remaining']).toBe(`${READS - 1}`)
  })

  it('what creates is counted against the quota, in the same transaction, and refused by HTTP when it is used up', async () => {
    const [ana, ben] = [await person(service), await person(service)]
    const made = await challenge(ana, ben)
    await ben.act(made, 'accept')
    const input = { challenge_id: made.id, text: 'a photo' }
    const spent = await callTool(ana.token, 'add_evidence', input)
    expect(spent.headers['x-quota-remaining']).toBe('1')
    expect((await callTool(ana.token, 'get_challenge', { challenge_id: made.id })).headers).toMatchObject({
      'x-quota-remaining': '1',
    })
    await callTool(ana.token, 'add_evidence', input)
    const refused = await callTool(ana.token, 'add_evidence', input)
    expect([refused.status, refused.body.error?.code]).toEqual([429, 'quota_exceeded'])
    expect(refused.headers['x-quota-remaining']).toBe('0')
    expect((await ana.get(made)).evidence_count).toBe(2)

    // The revision before answers in a stream, whose status is decided first.
    const older = await connect('2025-11-25', { url: service.url, token: ana.token })
    await expect(older.callTool('add_evidence', input)).rejects.toMatchObject({ code: 429 })
    await older.close()
  })

  it('the same Idempotency-Key does a thing once', async () => {
    const [ana, ben] = [await person(service), await person(service)]
    const made = await challenge(ana, ben)
    await ben.act(made, 'accept')
    const add = () =>
      sendMessage(
        { url: service.url, token: ana.token },
        'tools/call',
        { name: 'add_evidence', arguments: { challenge_id: made.id, text: 'a photo' } },
        { headers: { 'idempotency-key': 'one' } },
      )
    const [first, second] = [await add(), await add()]
    expect(second.body).toEqual(first.body)
    expect((await ana.get(made)).evidence_count).toBe(1)
  })
})
