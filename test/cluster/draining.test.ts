// Nodes are stopped and started one after another while calls go on: no call is cut, none is lost, none is done twice.
// `npm run test:drain -- --rounds 100 --restarts 10` runs it for long.
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { findFreePort, startNginx } from '../deploy/nginx-server.ts'
import { call } from '../support/call.ts'
import { clusterPerson, createCluster, ownProgram, type TestCluster } from '../support/cluster.ts'
import { listClaims, startLoad } from '../support/load.ts'
import { startPlainBalancer } from '../support/plain-balancer.ts'
import { requirement } from '../support/requirements.ts'

const ROUNDS = Number(process.env['DRAIN_ROUNDS'] ?? 3)
const RESTARTS = Number(process.env['DRAIN_RESTARTS'] ?? 1)
// So many calls for each restart of all nodes, and two of them at once.
const CALLS_A_RESTART = 2_000
const DRAIN_SECONDS = '5'
const CLIENTS = 6
const BURST = 45
// Of these, so many wait in the node that stands still.
const WAITING = 12
// So many calls are answered between a start and the next stop.
const CALLS_BETWEEN = 40

describe('a node that is stopped', () => {
  let cluster: TestCluster
  afterEach(() => cluster.close())

  it(
    `cuts no call, in ${ROUNDS} rounds behind the balancer`,
    { timeout: 60_000 + ROUNDS * 15_000 },
    async () => {
      cluster = await createCluster(3)
      for (const { name } of cluster.nodes) await cluster.start(name)
      const ana = await clusterPerson(cluster, ownProgram, 'Ana')
      const ben = await clusterPerson(cluster, ownProgram, 'Ben')
      const load = startLoad(cluster.url, ana, ben, CLIENTS)
      const exits: (number | null)[] = []
      for (let round = 0; round < ROUNDS; round += 1) {
        const node = cluster.nodes[round % cluster.nodes.length]
        if (node === undefined) throw new Error('there is no node')
        const before = load.answered()
        await vi.waitUntil(() => load.answered() >= before + CALLS_BETWEEN, { timeout: 60_000, interval: 1 })
        // It stands still while it is told to stop and calls come in: whatever can be cut is on its way.
        const pid = cluster.pidOf(node.name) ?? 0
        process.kill(pid, 'SIGSTOP')
        const stopped = cluster.stop(node.name)
        const burst = load.burst(BURST)
        await vi.waitUntil(() => node.underWay >= WAITING, { timeout: 60_000, interval: 1 })
        process.kill(pid, 'SIGCONT')
        await burst
        exits.push((await stopped).code)
        await cluster.start(node.name)
      }
      const { failures, made } = await load.stop()
      expect(failures).toEqual([])
      expect(exits).toEqual(Array(ROUNDS).fill(0))
      expect((await listClaims(cluster.url, ana)).toSorted()).toEqual(made.toSorted())
    },
  )

  it('says so by /readyz and by closing connections, and answers all the while', async () => {
    cluster = await createCluster(1)
    await cluster.start('a')
    const url = cluster.nodes[0]?.url ?? ''
    const probe = async () => (await call(url, 'GET', '/readyz')).body
    expect(await probe()).toEqual({ status: 'ready' })
    const stopped = cluster.stop('a')
    const seen: unknown[] = []
    // Each of these calls holds it up a little more.
    await vi.waitUntil(
      async () => {
        const docs = await call(url, 'GET', '/openapi.json')
        const status = await probe()
        if (docs.headers['connection'] === 'close') seen.push([docs.status, status])
        return seen.length >= 5
      },
      { timeout: 20_000, interval: 20 },
    )
    expect(seen.every((entry) => JSON.stringify(entry) === '[200,{"status":"stopping"}]')).toBe(true)
    expect(await stopped).toMatchObject({ code: 0 })
    await expect(probe()).rejects.toThrow(/ECONNREFUSED/)
  })
})

const nginx = requirement('nginx') ?? ''

interface Front {
  readonly url: string
  sendsTo(url: string): boolean
  close(): Promise<void>
}

const behindNginx = async (ports: readonly number[]): Promise<Front> => {
  const port = await findFreePort()
  const upstreams = ports.map((one) => `127.0.0.1:${one}`)
  const started = await startNginx(nginx, port, upstreams, { tls: false })
  // It asks nobody: a node that listens gets calls.
  return { url: `http://127.0.0.1:${port}`, sendsTo: () => true, close: () => started.close() }
}

const behindBalancer = (ports: readonly number[]): Promise<Front> =>
  startPlainBalancer(ports.map((port) => `http://127.0.0.1:${port}`))

const fronts = [
  { name: 'the shipped settings of nginx', open: behindNginx, isThere: nginx !== '' },
  { name: 'a balancer without retries that asks once a second', open: behindBalancer, isThere: true },
]

describe.each(fronts)('a rolling restart of two nodes behind $name', ({ open, isThere }) => {
  it.skipIf(!isThere)(
    `fails no call, ${RESTARTS} times`,
    { timeout: 120_000 + RESTARTS * 180_000 },
    async () => {
      const cluster = await createCluster(2, { DRAIN_SECONDS })
      onTestFinished(() => cluster.close())
      const ports = [await findFreePort(), await findFreePort()]
      const start = (at: number) =>
        cluster.start(cluster.nodes[at]?.name ?? '', ownProgram, ['--port', String(ports[at])])
      await Promise.all(ports.map((_, at) => start(at)))
      const front = await open(ports)
      onTestFinished(() => front.close())
      const ana = await clusterPerson(cluster, ownProgram, 'Ana')
      const ben = await clusterPerson(cluster, ownProgram, 'Ben')
      const load = startLoad(front.url, ana, ben, CLIENTS)
      const exits: (number | null)[] = []
      for (let restart = 1; restart <= RESTARTS; restart += 1) {
        for (const [at, node] of cluster.nodes.entries()) {
          exits.push((await cluster.stop(node.name)).code)
          await start(at)
          // The next is stopped once this one is there for the others.
          await vi.waitUntil(() => front.sendsTo(node.url ?? ''), { timeout: 60_000 })
        }
        const wanted = restart * CALLS_A_RESTART
        await vi.waitUntil(() => load.attempted() >= wanted, { timeout: 180_000, interval: 50 })
      }
      const { failures, made } = await load.stop()
      const figures = { calls: load.attempted(), failed: failures.length, examples: failures.slice(0, 5) }
      expect(figures).toMatchObject({ failed: 0, examples: [] })
      expect(exits).toEqual(Array(2 * RESTARTS).fill(0))
      expect((await listClaims(front.url, ana)).toSorted()).toEqual(made.toSorted())
    },
  )
})
