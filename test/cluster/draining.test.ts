// Nodes are stopped and started one after another while calls go on: no call is cut, none is lost, none is done twice.
// `npm run test:drain -- --rounds 100` runs it for long.
import { afterEach, describe, expect, it, vi } from 'vitest'
import { call } from '../support/call.ts'
import { clusterPerson, createCluster, ownProgram, type TestCluster } from '../support/cluster.ts'
import { listClaims, startLoad } from '../support/load.ts'

const ROUNDS = Number(process.env['DRAIN_ROUNDS'] ?? 3)
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
