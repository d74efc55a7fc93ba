// With Redis the limits hold for all nodes together: calls, waiting calls, pages that listen, and asking for mails.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { once } from '../../packages/server/src/store/statements/statement.ts'
import { call, type Reply } from '../support/call.ts'
import { engines } from '../support/engine.ts'
import { mailTo, visit, type Page } from '../support/mails.ts'
import { openListener } from '../support/mcp-listener.ts'
import { sendMessage } from '../support/mcp.ts'
import { challenge, person } from '../support/people.ts'
import { hasRedis, startRedis, untilShared, type TestRedis } from '../support/redis-server.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { openStream, type TestStream } from '../support/stream.ts'
import { Listener } from '../site/listener.ts'
import { siteSettings, Visitor } from '../site/visitor.ts'

const READS = 120
const WRITES = 30
const PLACES = 5
const PATIENT = { redisAnswerMs: 10_000 }

const countByStatus = (replies: readonly { readonly status: number }[]): Readonly<Record<number, number>> => {
  const counts: Record<number, number> = {}
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

describe.skipIf(!hasRedis)('three nodes with one Redis', () => {
  let redis: TestRedis
  let service: TestService
  let urls: readonly string[]
  let token: string
  const streams: { close(): void }[] = []
  beforeEach(async () => {
    redis = await startRedis()
    service = await startTestService('postgres', { ...siteSettings, REDIS_URL: redis.url }, PATIENT)
    const nodes = [service, await service.startNode(), await service.startNode()]
    urls = nodes.map(({ url }) => url)
    await untilShared(nodes)
    token = (await service.token(await service.account())).token
  })
  afterEach(async () => {
    for (const stream of streams.splice(0)) stream.close()
    await service.stop()
    await redis.stop()
  })

  /** Without the signs of life of nodes, which come and go by themselves. */
  const countedKeys = async () =>
    (await redis.keys()).filter(({ key }) => !/^challenge-service:(probe$|node:)/.test(key))
  const urlAt = (at: number): string => urls[at % urls.length] ?? ''
  const read = (at: number): Promise<Reply> => call(urlAt(at), 'GET', '/v1/me', { token })
  const write = (at: number): Promise<Reply> => call(urlAt(at), 'POST', '/v1/challenges', { token, body: {} })
  const stream = async (at: number): Promise<TestStream> => {
    const opened = await openStream(urlAt(at), token)
    streams.push(opened)
    return opened
  }

  it(`a token reads ${READS} times and writes ${WRITES} times, and not once more`, async () => {
    const reads = await Promise.all(Array.from({ length: 200 }, (_, at) => read(at)))
    const writes = await Promise.all(Array.from({ length: 60 }, (_, at) => write(at)))

    expect(countByStatus(reads)).toEqual({ 200: READS, 429: 200 - READS })
    expect(countByStatus(writes)).toEqual({ 400: WRITES, 429: 60 - WRITES })
    // What is left falls from call to call, whichever node is asked.
    const left = reads
      .filter(({ status }) => status === 200)
      .map((reply) => reply.headers['x-ratelimit-remaining'])
    expect(new Set(left).size).toBe(READS)
    const refused = reads.find(({ status }) => status === 429)
    expect(refused?.headers['retry-after']).toMatch(/^([1-9]|[1-5][0-9]|60)$/)
  })

  it('assistants count like callers of the endpoints', async () => {
    const callTool = (at: number, name: string): Promise<Reply> =>
      sendMessage({ url: urlAt(at), token }, 'tools/call', { name, arguments: {} })
    const reads = await Promise.all(
      Array.from({ length: 200 }, (_, at) => (at % 2 === 0 ? read(at) : callTool(at, 'list_challenges'))),
    )
    const writes = await Promise.all(
      Array.from({ length: 60 }, (_, at) => (at % 2 === 0 ? write(at) : callTool(at, 'concede'))),
    )
    expect(countByStatus(reads)).toEqual({ 200: READS, 429: 200 - READS })
    expect(countByStatus(writes)[429]).toBe(60 - WRITES)
  })

  it('a token that is not known, or no longer valid, is told so and counted nowhere', async () => {
    const unknown = token.replace(/^cs_acc_/, 'cs_grp_')
    await call(service.url, 'GET', '/v1/me', { token: unknown })
    await call(service.url, 'GET', '/v1/me', { token: `${token.slice(0, -1)}x` })
    expect(await countedKeys()).toEqual([])

    await read(0)
    await service.store.write((tx) => tx.run(once(`update tokens set revoked_at = 1`)))
    for (let n = 0; n < READS + 5; n += 1) expect((await read(0)).status).toBe(401)
  })

  it('what Redis holds lapses, and says nothing of who called', async () => {
    await read(0)
    await stream(1)
    const keys = await countedKeys()
    expect(new Set(keys.map(({ key }) => key.split(':')[1]))).toEqual(new Set(['place', 'read']))
    for (const { key, leftMs } of keys) {
      expect(leftMs).toBeGreaterThan(0)
      expect(leftMs).toBeLessThanOrEqual(60_000)
      expect(key).toMatch(/^challenge-service:(read|place):[\w+/]{22}$/)
    }
  })

  it(`a token holds ${PLACES} waiting calls and streams, and each that ends is free for another node`, async () => {
    for (let at = 0; at < PLACES; at += 1) expect((await stream(at)).status).toBe(200)
    const sixth = await stream(2)
    const held = await call(urlAt(1), 'GET', '/v1/events?wait=1', { token })
    expect({ sixth: sixth.status, held: held.status }).toEqual({ sixth: 429, held: 429 })
    expect(held.body.error).toMatchObject({ code: 'rate_limited', reason: 'streams_open' })

    streams.shift()?.close()
    await vi.waitUntil(async () => (await stream(1)).status === 200, { interval: 20, timeout: 10_000 })
  })

  it(`an assistant that listens takes one of the ${PLACES}, on whichever node`, async () => {
    const listen = async (at: number) => {
      const listener = await openListener(urlAt(at), token, ['challenge-service://events'])
      streams.push(listener)
      return listener
    }
    for (let at = 0; at < PLACES; at += 1) expect((await listen(at)).status).toBe(200)
    const sixth = await listen(1)
    expect([sixth.status, (await stream(2)).status]).toEqual([429, 429])
    expect(await sixth.next()).toMatchObject({ error: { code: 'rate_limited', reason: 'streams_open' } })

    streams.shift()?.close()
    await vi.waitUntil(async () => (await listen(2)).status === 200, { interval: 20, timeout: 10_000 })
  })

  it(`a session listens ${PLACES} times`, async () => {
    const account = await service.account()
    const visitor = await Visitor.signedIn(service, account.email)
    const listen = async (at: number): Promise<number> => {
      const listener = await Listener.open(urlAt(at), visitor)
      streams.push(listener)
      return listener.status
    }
    const statuses: number[] = []
    for (let at = 0; at <= PLACES; at += 1) statuses.push(await listen(at))
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })

  it('a session begins to listen 60 times in a minute, and has not used up its pages by it', async () => {
    const account = await service.account()
    const visitor = await Visitor.signedIn(service, account.email)
    const begin = async (at: number): Promise<number> => {
      const listener = await Listener.open(urlAt(at), visitor, '/live?challenge=ch_nothing')
      streams.push(listener)
      return listener.status
    }
    const statuses: number[] = []
    for (let at = 0; at <= 60; at += 1) statuses.push(await begin(at))
    expect(statuses).toEqual([...Array.from({ length: 60 }, () => 404), 429])
    const keys = await countedKeys()
    expect(keys.map(({ key }) => key.split(':')[1]).filter((kind) => kind === 'read')).toEqual([])
  })

  it(`a person adds ${WRITES} entries in a minute by all their links`, async () => {
    const [ana, ben] = [await person(service), await person(service)]
    const pages: string[] = []
    for (let n = 0; n < 3; n += 1) {
      const made = await challenge(ana, ben)
      const { answerPath } = await mailTo(service, ben.email, 'invited')
      await ben.act(made, 'accept')
      pages.push(answerPath)
    }
    // By each link one after another: they would wait for the same challenge.
    const byLink = async (page: string): Promise<readonly Page[]> => {
      const replies: Page[] = []
      for (let at = 0; at < 12; at += 1) {
        const form = { action: 'record', amount: String(1 + at) }
        replies.push(await visit({ url: urlAt(at) }, page, { form }))
      }
      return replies
    }
    const replies = (await Promise.all(pages.map(byLink))).flat()
    expect(countByStatus(replies)).toEqual({ 303: WRITES, 429: 36 - WRITES })
  })

  it('one network asks for 30 mails an hour', async () => {
    const { email } = await service.account()
    for (let at = 0; at < 36; at += 1) {
      await new Visitor(urlAt(at), { 'x-forwarded-for': '192.0.2.77' }).post('/sign-in', {
        email: at < 33 ? `a${at}@test.example` : email,
      })
    }
    const [asked] = await service.store.all(once<{ count: number }>('select count(*) as count from sign_ins'))
    expect(Number(asked?.count)).toBe(30)
  })

  it('of the mails of an address one network asks for three an hour', async () => {
    const { email } = await service.account()
    const count = async (): Promise<number> =>
      Number(
        (await service.store.first(once<{ count: number }>('select count(*) as count from sign_ins')))?.count,
      )
    const before = await count()
    for (let at = 0; at < 6; at += 1) {
      await new Visitor(urlAt(at), { 'x-forwarded-for': '192.0.2.78' }).post('/sign-in', { email })
    }
    expect((await count()) - before).toBe(3)
  })
})

describe.skipIf(!hasRedis)('a node with Redis', () => {
  it.each(engines)(
    'that is restarted, on %s, has forgotten nothing and kept nothing in the database',
    async (engine) => {
      const redis = await startRedis()
      const settings = { READS_PER_MINUTE: '3', REDIS_URL: redis.url }
      const service = await startTestService(engine, settings, PATIENT)
      await untilShared([service])
      const { token } = await service.token(await service.account())
      for (let n = 0; n < 3; n += 1) await call(service.url, 'GET', '/v1/me', { token })
      await service.stopKeeping()
      const node = await service.startNode()
      await untilShared([node])
      const kept = await node.store.all(once('select token_id from rate_windows'))
      const reply = await call(node.url, 'GET', '/v1/me', { token })
      await service.stop()
      await redis.stop()

      expect(kept).toEqual([])
      expect(reply.body.error).toMatchObject({ code: 'rate_limited' })
    },
  )
})
