// Bursts over three nodes, as processes of their own, while every core is busy: no minute holds more calls than the limit.
// What Redis does in the middle of it (it dies, freezes, is slow, forgets, answers nonsense) opens the limits no further than
// they may be open without it, fails no call and ends no process. `npm run test:bursts -- --rounds 20` runs it for long.
import { fork, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createAccount, createToken } from '../../packages/server/src/features/access/access.service.ts'
import { call } from '../support/call.ts'
import { prepareDatabase, type ChildService, type PreparedDatabase } from '../support/child-service.ts'
import { soundSources } from '../support/planted.ts'
import { hasRedis, startRedis, type TestRedis } from '../support/redis-server.ts'
import type { WayMessage } from '../support/slow-way-process.ts'

const ROUNDS = Number(process.env['BURST_ROUNDS'] ?? 2)
const NODES = 3
const LIMIT = { read: 120, write: 30 } as const
const BURST = { read: 300, write: 100 } as const
const MINUTE_MS = 60_000

type RateClass = keyof typeof LIMIT
const rateClasses = ['read', 'write'] as const satisfies readonly RateClass[]

interface Answered {
  readonly rateClass: RateClass
  readonly sentAt: number
  readonly answeredAt: number
  readonly status: number
  /** X-RateLimit-Limit. */
  readonly limit: number
}

/** Of the calls that were admitted, the most that one minute holds for certain, wherever it begins. */
const mostInAMinute = (calls: readonly Answered[], rateClass: RateClass): number => {
  const admitted = calls.filter((one) => one.rateClass === rateClass && one.status !== 429)
  const holds = (start: number): number =>
    admitted.filter(({ sentAt, answeredAt }) => sentAt >= start && answeredAt < start + MINUTE_MS).length
  return Math.max(0, ...admitted.map(({ sentAt }) => holds(sentAt)))
}

const nonsense = {
  nil: '$-1\r\n',
  'an integer': ':7\r\n',
  'a status': '+OK\r\n',
  'an error': '-ERR no\r\n',
  'a nested array': '*3\r\n*1\r\n:1\r\n:2\r\n:3\r\n',
  'texts that are no numbers': '*3\r\n$3\r\nNaN\r\n$3\r\nNaN\r\n$3\r\nNaN\r\n',
  'what is no protocol': 'HTTP/1.1 400 Bad Request\r\n\r\n',
} as const

interface Way {
  readonly url: string
  tell(message: WayMessage): void
  close(): void
}

const startWay = async (port: number): Promise<Way> => {
  const program = await soundSources.bundle('test/support/slow-way-process.ts')
  const child = fork(program, [String(port)])
  const [url] = (await once(child, 'message')) as [string]
  return { url, tell: (message) => void child.send(message), close: () => void child.kill() }
}

interface Nodes {
  readonly nodes: readonly ChildService[]
  readonly database: PreparedDatabase
}

/** Before the first test of a group, with as many busy processes beside them as there are cores. */
const useNodes = (redisUrl: () => string): Nodes => {
  const started = {} as { nodes: readonly ChildService[]; database: PreparedDatabase }
  let loops: readonly ChildProcess[] = []
  beforeAll(async () => {
    const database = await prepareDatabase('postgres', {
      REDIS_URL: redisUrl(),
      READS_PER_MINUTE: String(LIMIT.read),
      WRITES_PER_MINUTE: String(LIMIT.write),
    })
    started.database = database
    started.nodes = [await database.start(), await database.start(), await database.start()]
    loops = Array.from({ length: availableParallelism() }, () =>
      spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
    )
  }, 300_000)
  afterAll(async () => {
    for (const loop of loops) loop.kill('SIGKILL')
    await started.database.remove()
  }, 300_000)
  return started
}

let accounts = 0

const newToken = ({ database }: Nodes): Promise<string> =>
  database.inspect((store) =>
    store.write(async (tx) => {
      const email = `burst${(accounts += 1)}@test.example`
      const { id } = await createAccount(tx, { email, firstName: 'Pat', plan: 'club' }, Date.now())
      return (await createToken(tx, { owner: { kind: 'account', id }, scopes: 'all' }, Date.now())).token
    }),
  )

const send = async ({ nodes }: Nodes, token: string, rateClass: RateClass, at: number): Promise<Answered> => {
  const url = nodes[at % NODES]?.url ?? ''
  const sentAt = performance.now()
  const { status, headers } =
    rateClass === 'read'
      ? await call(url, 'GET', '/v1/me', { token })
      : await call(url, 'POST', '/v1/challenges', { token, body: {} })
  expect([200, 400, 429]).toContain(status)
  const limit = Number(headers['x-ratelimit-limit'])
  return { rateClass, sentAt, answeredAt: performance.now(), status, limit }
}

type Sizes = Readonly<Record<RateClass, number>>

const burst = (nodes: Nodes, token: string, sizes: Sizes = BURST): Promise<readonly Answered[]> =>
  Promise.all(
    rateClasses.flatMap((rateClass) =>
      Array.from({ length: sizes[rateClass] }, (_, at) => send(nodes, token, rateClass, at)),
    ),
  )

const countMost = (calls: readonly Answered[]): Sizes => ({
  read: mostInAMinute(calls, 'read'),
  write: mostInAMinute(calls, 'write'),
})

const times = (factor: number, more: number): Sizes => ({
  read: factor * LIMIT.read + more,
  write: factor * LIMIT.write + more,
})

/** Says what was counted, since it is the figure that the long run is for. */
const countAndSay = (what: string, calls: readonly Answered[]): Sizes => {
  const counted = countMost(calls)
  process.stdout.write(`${what}: ${counted.read} reads, ${counted.write} writes\n`)
  return counted
}

const expectAtMost = (what: string, calls: readonly Answered[], most: Sizes): void => {
  const counted = countAndSay(what, calls)
  for (const one of rateClasses) expect(counted[one], what).toBeLessThanOrEqual(most[one])
}

/** Until every node says that this is the limit of a token that nobody has used. */
const untilLimitIs = (nodes: Nodes, limit: number): Promise<unknown> =>
  vi.waitUntil(
    async () => {
      const token = await newToken(nodes)
      const answered = await Promise.all(nodes.nodes.map((_, at) => send(nodes, token, 'read', at)))
      return answered.every((one) => one.limit === limit)
    },
    { interval: 50, timeout: 60_000 },
  )

describe.skipIf(!hasRedis)('bursts over three nodes, on busy cores', () => {
  let redis: TestRedis
  beforeAll(async () => {
    redis = await startRedis()
    return () => redis.stop()
  })
  const nodes = useNodes(() => redis.url)

  it(
    `pass ${LIMIT.read} reads and ${LIMIT.write} writes in a minute and no more, in ${ROUNDS} rounds`,
    { timeout: 60_000 + ROUNDS * 60_000 },
    async () => {
      const counted: Sizes[] = []
      for (let round = 1; round <= ROUNDS; round += 1) {
        counted.push(countAndSay(`round ${round}`, await burst(nodes, await newToken(nodes))))
      }
      expect(counted.filter(({ read, write }) => read > LIMIT.read || write > LIMIT.write)).toEqual([])
    },
  )

  it(
    'go on after someone emptied Redis: what was counted is carried over',
    { timeout: 240_000 },
    async () => {
      const token = await newToken(nodes)
      const before = await burst(nodes, token)
      await redis.flush()
      const under = await burst(nodes, token)
      const after = await burst(nodes, token)
      expectAtMost('Redis emptied, all', [...before, ...under, ...after], times(2, NODES))
      expectAtMost('Redis emptied, since', [...under, ...after], LIMIT)
      expect(countMost(after)).toEqual({ read: 0, write: 0 })
    },
  )
})

describe.skipIf(!hasRedis)('bursts over three nodes, on busy cores, while Redis is away', () => {
  let redis: TestRedis
  let way: Way
  beforeAll(async () => {
    redis = await startRedis()
    way = await startWay(redis.port)
    return async () => {
      redis.thaw()
      way.close()
      await redis.stop()
    }
  })
  const nodes = useNodes(() => way.url)

  const faults: readonly (readonly [name: string, go: () => unknown, comeBack: () => unknown])[] = [
    ['killed', () => redis.kill(), () => redis.startAgain()],
    ['frozen', () => redis.freeze(), () => redis.thaw()],
    ['slow by 300 ms', () => way.tell({ delayMs: 300 }), () => way.tell({ delayMs: 0 })],
    ['answering nonsense', () => way.tell({ forged: nonsense.nil }), () => way.tell({ forged: null })],
  ]

  it.each(faults)('%s: each node admits its share', { timeout: 300_000 }, async (name, go, comeBack) => {
    await untilLimitIs(nodes, LIMIT.read)
    const [token, later] = [await newToken(nodes), await newToken(nodes)]
    const before = await burst(nodes, token, { read: 30, write: 6 })
    const [under] = await Promise.all([burst(nodes, token), go()])
    // By then each of them has noticed.
    await untilLimitIs(nodes, LIMIT.read / NODES)
    const alone = await burst(nodes, token)
    const since = await burst(nodes, later)
    await comeBack()
    const back = await burst(nodes, later)
    await untilLimitIs(nodes, LIMIT.read)
    const after = await burst(nodes, later)

    expectAtMost(`${name}, all`, [...before, ...under, ...alone], times(2, NODES))
    expectAtMost(`${name}, since`, [...since, ...back, ...after], times(1, NODES))
  })

  it.each(Object.entries(nonsense))('answering %s: no call fails', { timeout: 120_000 }, async (_, bytes) => {
    await untilLimitIs(nodes, LIMIT.read)
    way.tell({ forged: bytes })
    await untilLimitIs(nodes, LIMIT.read / NODES)
    const alone = await burst(nodes, await newToken(nodes), { read: 6, write: 3 })
    way.tell({ forged: null })
    await untilLimitIs(nodes, LIMIT.read)
    expect(countMost(alone)).toEqual({ read: 6, write: 3 })
  })
})
