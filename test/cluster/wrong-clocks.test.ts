// Nodes on machines whose clocks are wrong, as real processes on one PostgreSQL: all go by its time, in calls and jobs.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Challenge } from '@challenge-service/contract'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createAccount, createToken } from '../../packages/server/src/features/access/access.service.ts'
import { DAY_MS } from '../../packages/server/src/kernel/instants.ts'
import { once } from '../../packages/server/src/store/statements/statement.ts'
import { startOn } from '../safety/keyed-world.ts'
import { call } from '../support/call.ts'
import { prepareDatabase, type ChildService, type PreparedDatabase } from '../support/child-service.ts'
import { TestClock } from '../support/clock.ts'
import { ownProgram } from '../support/cluster.ts'
import { canMoveClocks, movedBy } from '../support/moved-clock.ts'
import { newChallenge } from '../support/people.ts'
import { answer, openReceivers, startReceiver, type Received } from '../support/receivers.ts'
import { loopbackAllowed } from '../support/subscriptions.ts'

vi.setConfig({ testTimeout: 500_000, hookTimeout: 300_000 })

const OFFSETS = ['-45s', '+2h', '+26h'] as const
const SUBSCRIPTIONS = 6
const EACH = 60
/** Half a round trip, and what is lost by rounding to seconds. Far less than any of the nodes is off. */
const INEXACT_MS = 3_000
const SOON = { timeout: 150_000, interval: 50 }

interface Someone {
  readonly email: string
  readonly token: string
}

describe.skipIf(!canMoveClocks)('nodes 45 s behind, 2 h ahead and 26 h ahead', () => {
  let database: PreparedDatabase
  let nodes: readonly ChildService[]
  let ana: Someone
  let ben: Someone
  const { keep, close } = openReceivers()

  const makePerson = (firstName: string): Promise<Someone> =>
    database.inspect((store) =>
      store.write(async (tx) => {
        const email = `${firstName.toLowerCase()}@test.example`
        const { id } = await createAccount(tx, { email, firstName, plan: 'club' }, Date.now())
        const owner = { kind: 'account', id } as const
        return { email, token: (await createToken(tx, { owner, scopes: 'all' }, Date.now())).token }
      }),
    )

  beforeAll(async () => {
    database = await prepareDatabase('postgres', { ...loopbackAllowed, CONFIRM_HOURS: '24' })
    ;[ana, ben] = [await makePerson('Ana'), await makePerson('Ben')]
    nodes = await Promise.all(OFFSETS.map((offset) => database.start({ prefix: movedBy(offset) })))
  })
  afterAll(async () => {
    await database.remove()
    await close()
  })

  /** By the node of that number, or the one that is next in turn. */
  const by = (n: number): ChildService => {
    const node = nodes[n % nodes.length]
    if (!node) throw new Error('there is no such node')
    return node
  }

  const post = async (
    { url }: { readonly url: string },
    path: string,
    { token }: Someone,
    body: object,
    status: number,
  ): Promise<Challenge> => {
    const reply = await call(url, 'POST', path, { token, body })
    expect(reply.status, reply.text).toBe(status)
    return reply.body.data as Challenge
  }

  const statusBy = async ({ url }: ChildService, { id }: { readonly id: string }): Promise<string> =>
    ((await call(url, 'GET', `/v1/challenges/${id}`, { token: ana.token })).body.data as Challenge).status

  /** As it is stored. */
  const storedStatus = ({ id }: { readonly id: string }): Promise<string | undefined> =>
    database.inspect(async (store) => {
      const row = await store.first(
        once<{ status: string }>(`select status from challenges where id = '${id}'`),
      )
      return row?.status
    })

  /** A challenge whose deadline really has passed: made three days ago, for one day. */
  const makeOverdue = async (): Promise<Challenge> => {
    const past = new TestClock()
    past.set(new Date(Date.now() - 3 * DAY_MS).toISOString())
    const { DATABASE_URL: url, SECRET_KEY: secret } = database.settings
    const service = await startOn(url ?? '', past, secret ?? '')
    try {
      return await post(service, '/v1/challenges', ana, newChallenge(ben, { due_days: 1 }), 201)
    } finally {
      await service.stop()
    }
  }

  /** Once it is over, the jobs of that node have run: the others are stopped meanwhile. */
  const untilDeadlinesRanBy = async (node: ChildService): Promise<void> => {
    const others = nodes.filter((one) => one !== node)
    for (const { pid } of others) process.kill(pid, 'SIGSTOP')
    try {
      const overdue = await makeOverdue()
      await expect.poll(() => storedStatus(overdue), SOON).toBe('expired')
    } finally {
      for (const { pid } of others) process.kill(pid, 'SIGCONT')
    }
  }

  it('let no deadline pass early, by calls or jobs', async () => {
    const body = newChallenge(ben, { due_days: 1 })
    const make = () => post(by(0), '/v1/challenges', ana, body, 201)
    const [pending, active, proposed] = [await make(), await make(), await make()]
    for (const { id } of [active, proposed]) await post(by(0), `/v1/challenges/${id}/accept`, ben, {}, 200)
    const outcome = { outcome: 'creator_won' }
    await post(by(0), `/v1/challenges/${proposed.id}/resolve`, ana, outcome, 200)
    // So that its silence would count.
    await call(by(0).url, 'GET', `/v1/challenges/${proposed.id}`, { token: ben.token })

    for (const node of nodes) {
      await untilDeadlinesRanBy(node)
      const made = [pending, active, proposed]
      const shown = await Promise.all(made.map((challenge) => statusBy(node, challenge)))
      const stored = await Promise.all(made.map(storedStatus))
      expect({ shown, stored }).toEqual({
        shown: ['pending', 'active', 'proposed'],
        stored: ['pending', 'active', 'proposed'],
      })
    }
  })

  it('deliver each event once, and sign it by the right time', async () => {
    const received: { readonly id: string; readonly signedAt: number; readonly at: number }[] = []
    /** Just before each delivery was asked for. */
    const askedAt = new Map<string, number>()
    const note = ({ headers }: Received): void => {
      const [, t = '0'] = /^t=(\d+),/.exec(headers['x-svc-signature'] ?? '') ?? []
      received.push({ id: headers['x-svc-delivery'] ?? '', signedAt: Number(t) * 1_000, at: Date.now() })
    }
    const hooks: { readonly id: string }[] = []
    for (let n = 0; n < SUBSCRIPTIONS; n += 1) {
      // Slow, so that the others look at what is under way.
      const receiver = await keep(
        startReceiver((socket, request) => {
          note(request)
          setTimeout(() => socket.write(answer(200)), 200)
        }),
      )
      hooks.push(await post(by(n), '/v1/webhooks', ana, { url: receiver.url }, 201))
    }
    for (let n = 0; n < EACH; n += 1) {
      await Promise.all(
        hooks.map(async (hook, index) => {
          const before = Date.now()
          const { id } = await post(by(n + index), `/v1/webhooks/${hook.id}/test`, ana, {}, 202)
          askedAt.set(id, before)
        }),
      )
    }
    const total = SUBSCRIPTIONS * EACH
    await expect.poll(() => new Set(received.map(({ id }) => id)).size, SOON).toBe(total)
    const countWaiting = () =>
      database.inspect(async (store) => {
        const row = await store.first(
          once<{ count: number }>("select count(*) as count from deliveries where status <> 'delivered'"),
        )
        return row?.count
      })
    await expect.poll(countWaiting, SOON).toBe(0)
    const doubled = received.length - total
    expect(doubled / total).toBeLessThanOrEqual(0.01)
    const isWrong = ({ id, signedAt, at }: (typeof received)[number]): boolean =>
      signedAt < (askedAt.get(id) ?? at) - INEXACT_MS || signedAt > at + INEXACT_MS
    expect(received.filter(isWrong)).toEqual([])
  })

  it('are ready', async () => {
    for (const { url } of nodes) {
      const { status, text } = await call(url, 'GET', '/readyz')
      expect([status, text]).toEqual([200, '{"status":"ready"}'])
    }
  })

  it('and a command on such a machine writes by the right time too', async () => {
    const command = ['token', 'create', '--account', ana.email, '--scopes', 'all', '--expires-in-days', '1']
    const [program, ...args] = [...movedBy('+26h'), process.execPath, ownProgram, ...command, '--json']
    const env = { PATH: process.env['PATH'], ...database.settings }
    const before = Date.now()
    const { stdout } = await promisify(execFile)(program, args, { env })
    const { token } = JSON.parse(stdout) as { readonly token: string }
    const { body } = await call(by(0).url, 'GET', '/v1/token', { token })
    const { expires_at: at } = body.data as { readonly expires_at: string }
    expect(Date.parse(at) - DAY_MS).toBeGreaterThan(before - INEXACT_MS)
    expect(Date.parse(at) - DAY_MS).toBeLessThan(Date.now() + INEXACT_MS)
  })
})
