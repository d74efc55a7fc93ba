// Listening by MCP: who is told what, how many may listen, and when it ends.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { describe, expect, it, onTestFinished } from 'vitest'
import { changePlan, endToken } from '../../packages/server/src/features/access/access.service.ts'
import { MARKS_AT_MOST } from '../../packages/server/src/features/events/feed.store.ts'
import { appendNamed } from '../support/backlog.ts'
import { engines } from '../support/engine.ts'
import { adminOf, challengeIn, newMember } from '../support/groups.ts'
import { info, sendMessage } from '../support/mcp.ts'
import { openListener, type McpListener } from '../support/mcp-listener.ts'
import { challenge, findPersonId, person, useFreshPerson } from '../support/people.ts'
import { startTestService, useService, type TestAccount, type TestToken } from '../support/service.ts'
import { openStream } from '../support/stream.ts'

const RECHECK_MS = 15_000
const EVENTS = 'challenge-service://events'
const uriOf = ({ id }: { readonly id: string }): string => `challenge-service://challenges/${id}`

describe.each(engines)('listening by MCP, on %s', (engine) => {
  const service = useService(engine, { WRITES_PER_MINUTE: '10000', READS_PER_MINUTE: '10000' })
  const ana = useFreshPerson(service)
  const ben = useFreshPerson(service)

  const listen = async (token: string, uris: readonly string[], path?: string): Promise<McpListener> => {
    const listener = await openListener(service.url, token, uris, path)
    onTestFinished(() => listener.close())
    expect(listener.status).toBe(200)
    return listener
  }

  it('tells of each wanted resource that changed, and of no other', async () => {
    const [one, other] = [await challenge(ana, ben), await challenge(ana, ben)]
    const listener = await listen(ana.token, [uriOf(one)])
    expect(await listener.acknowledged()).toEqual([uriOf(one)])
    await ben.act(other, 'accept')
    await ben.act(one, 'accept')
    expect(await listener.next()).toEqual({
      jsonrpc: '2.0',
      method: 'notifications/resources/updated',
      params: { uri: uriOf(one), _meta: { 'io.modelcontextprotocol/subscriptionId': 'listening' } },
    })
    await ana.act(one, 'evidence', { url: 'https://example.com/run' }, 201)
    expect(await listener.nextUri()).toBe(uriOf(one))
    listener.close()
  })

  it('tells of the feed whatever comes, and of a challenge that was made since', async () => {
    const listener = await listen(ana.token, [EVENTS])
    expect(await listener.acknowledged()).toEqual([EVENTS])
    await challenge(ben, ana)
    expect(await listener.nextUri()).toBe(EVENTS)
    listener.close()
  })

  it('tells of each once where so much came that not all of it was looked at', async () => {
    const made = await challenge(ana, ben)
    const listener = await listen(ana.token, [EVENTS, uriOf(made)])
    await listener.acknowledged()
    const names = Array.from({ length: MARKS_AT_MOST }, (_, at) => `many-${at}`)
    await appendNamed(service.store, await findPersonId(service, ana.email), names, service.clock.now())
    // None of it is about the challenge; behind so much, something could be.
    expect([await listener.nextUri(), await listener.nextUri()]).toEqual([EVENTS, uriOf(made)])
    await challenge(ben, ana)
    expect(await listener.nextUri()).toBe(EVENTS)
    await ben.act(made, 'accept')
    expect([await listener.nextUri(), await listener.nextUri()]).toEqual([EVENTS, uriOf(made)])
  })

  it('takes on what the person sees and is told of, and says so', async () => {
    const [mine, theirs] = [await challenge(ana, ben), await challenge(ben, await person(service))]
    const listener = await listen(ana.token, [
      uriOf(theirs),
      'challenge-service://nothing',
      'file:///etc/passwd',
      uriOf(mine),
      uriOf(mine),
    ])
    expect(await listener.acknowledged()).toEqual([uriOf(mine)])
    listener.close()
  })

  it('takes on nothing that the scopes of the token do not let it read, and then ends', async () => {
    const mine = await challenge(ana, ben)
    const account = await service.account()
    const { token } = await service.token(account, { scopes: 'profile:read' })
    const listener = await listen(token, [EVENTS, uriOf(mine)])
    expect(await listener.acknowledged()).toEqual([])
    expect(await listener.next()).toMatchObject({ id: 'listening', result: { resultType: 'complete' } })
    expect(await listener.next()).toBeUndefined()
    await service.untilNoneWaits()
  })

  it('is refused where so many are wanted that each listener would be a burden', async () => {
    const uris = Array.from({ length: 21 }, (_, at) => uriOf({ id: `ch_${at}` }))
    const listener = await openListener(service.url, ana.token, uris)
    expect(listener.status).toBe(400)
    expect(await listener.next()).toMatchObject({
      error: { reason: 'input_invalid', fields: [{ field: 'notifications.resourceSubscriptions' }] },
    })
  })

  it('answers a message without a list as the protocol says', async () => {
    const { status, body } = await sendMessage({ url: service.url, token: ana.token }, 'subscriptions/listen')
    expect([status, (body as { readonly error?: unknown }).error]).toMatchObject([200, { code: -32_602 }])
  })

  it('is over at once where someone only wants to hear of lists, which never change', async () => {
    const notifications = { toolsListChanged: true, resourcesListChanged: true, promptsListChanged: true }
    const listener = await openListener(service.url, ana.token, [], '/mcp', notifications)
    expect(await listener.acknowledged()).toEqual([])
    expect(await listener.next()).toMatchObject({ id: 'listening', result: { resultType: 'complete' } })
    expect(await listener.next()).toBeUndefined()
  })

  it('is what the official client hears', async () => {
    const made = await challenge(ana, ben)
    const client = new Client(info, { versionNegotiation: { mode: { pin: '2026-07-28' } } })
    const requestInit = { headers: { authorization: `Bearer ${ana.token}` } }
    await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', service.url), { requestInit }))
    const heard = new Promise((resolve) => {
      client.setNotificationHandler('notifications/resources/updated', ({ params }) => resolve(params.uri))
    })
    const listening = await client.listen({ resourceSubscriptions: [uriOf(made)] })
    await ben.act(made, 'accept')
    expect(await heard).toBe(uriOf(made))
    await listening.close()
    await service.untilNoneWaits()
    await client.close()
  })

  it('acts for the member whom the URL names, and is told of all that happens in their group', async () => {
    const group = await service.group()
    const [one, other] = [await newMember(service, group), await newMember(service, group)]
    const made = await challengeIn(one, other)
    const path = `/mcp?user_email=${encodeURIComponent(adminOf(service, group).email)}`
    const listener = await listen(group.token, [uriOf(made)], path)
    expect(await listener.acknowledged()).toEqual([uriOf(made)])
    await other.call('POST', `/v1/challenges/${made.id}/accept`, {})
    expect(await listener.nextUri()).toBe(uriOf(made))
    listener.close()
    const nobody = await openListener(service.url, group.token, [EVENTS])
    expect([nobody.status, await nobody.next()]).toMatchObject([400, { error: { code: 'invalid_request' } }])
  })

  describe('when the caller is no longer allowed', () => {
    const changes: readonly [string, (account: TestAccount, token: TestToken) => Promise<unknown>][] = [
      ['revoked', (_, { id }) => service.store.write((tx) => endToken(tx, id, service.clock.now()))],
      ['lapsed', ({ email }) => service.store.write((tx) => changePlan(tx, email, 'free'))],
    ]

    it.each(changes)('a listener is ended within 15 s: %s', async (_, change) => {
      const account = await service.account()
      const token = await service.token(account)
      const listener = await listen(token.token, [EVENTS])
      await listener.acknowledged()
      await change(account, token)
      service.clock.advance(RECHECK_MS)
      expect(await listener.next()).toBeUndefined()
      await service.untilNoneWaits()
    })

    it('what happens after that is never told', async () => {
      const account = await service.account()
      const token = await service.token(account)
      const listener = await listen(token.token, [EVENTS])
      await listener.acknowledged()
      await service.store.write((tx) => endToken(tx, token.id, service.clock.now()))
      await challenge(ben, account)
      expect(await listener.next()).toBeUndefined()
    })
  })

  it('a token holds at most five at once with its other streams, and one that goes makes room', async () => {
    const streams = await Promise.all([
      ...Array.from({ length: 4 }, () => openListener(service.url, ana.token, [EVENTS])),
      openStream(service.url, ana.token),
    ])
    expect(streams.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    const sixth = await openListener(service.url, ana.token, [EVENTS])
    expect([sixth.status, sixth.headers['retry-after']]).toEqual([429, '1'])
    expect(await sixth.next()).toMatchObject({ error: { code: 'rate_limited', reason: 'streams_open' } })
    streams[0]?.close()
    await expect
      .poll(async () => {
        const next = await openListener(service.url, ana.token, [EVENTS])
        next.close()
        return next.status
      })
      .toBe(200)
    for (const stream of streams.slice(1)) stream.close()
    await service.untilNoneWaits()
  })

  it('looks for nothing that is wanted before there is a place, and keeps none for what is not seen', async () => {
    const theirs = uriOf(await challenge(ben, await person(service)))
    const streams = await Promise.all(
      Array.from({ length: 5 }, () => openListener(service.url, ana.token, [EVENTS])),
    )
    // Looked for, it would turn out that there is nothing to wait for, which is no refusal.
    const sixth = await openListener(service.url, ana.token, [theirs])
    expect([sixth.status, await sixth.next()]).toMatchObject([429, { error: { reason: 'streams_open' } }])
    for (const stream of streams) stream.close()
    await service.untilNoneWaits()
    for (let count = 1; count <= 6; count += 1) {
      const listener = await listen(ana.token, [theirs])
      expect(await listener.acknowledged()).toEqual([])
      expect(await listener.next()).toMatchObject({ id: 'listening', result: { resultType: 'complete' } })
      expect(await listener.next()).toBeUndefined()
    }
    await service.untilNoneWaits()
  })

  it('ends when the service stops', async () => {
    const other = await startTestService(engine)
    const { token } = await other.token(await other.account())
    const listener = await openListener(other.url, token, [EVENTS])
    await listener.acknowledged()
    const stopped = other.stop()
    expect(await listener.next()).toBeUndefined()
    await stopped
  })
})
