// A release is rolled out node by node while calls go on, and taken back again: no call fails.
import { afterAll, describe, expect, it, vi } from 'vitest'
import { clusterPerson, createCluster, ownProgram, type TestCluster } from '../support/cluster.ts'
import { unpackLastRelease } from '../support/last-release.ts'
import { listClaims, startLoad } from '../support/load.ts'

const CLIENTS = 4
const CALLS_BETWEEN = 30

describe('a release that is rolled out', () => {
  const last = unpackLastRelease()
  let cluster: TestCluster
  afterAll(async () => {
    await cluster.close()
    last.remove()
  })

  it('fails no call, on the way there and on the way back', { timeout: 300_000 }, async () => {
    cluster = await createCluster(3)
    const names = cluster.nodes.map(({ name }) => name)
    for (const name of names) await cluster.start(name, last.bin)
    const ana = await clusterPerson(cluster, last.bin, 'Ana')
    const ben = await clusterPerson(cluster, last.bin, 'Ben')
    const load = startLoad(cluster.url, ana, ben, CLIENTS)
    for (const program of [ownProgram, last.bin]) {
      for (const name of names) {
        const before = load.answered()
        await vi.waitUntil(() => load.answered() >= before + CALLS_BETWEEN, { timeout: 60_000 })
        // Release 0.2.0 closes its port at once, so it is taken out first.
        if (program === ownProgram) await cluster.takeOut(name)
        await cluster.stop(name)
        await cluster.start(name, program)
      }
    }
    const { failures, made } = await load.stop()
    expect(failures).toEqual([])
    expect((await listClaims(cluster.url, ana)).toSorted()).toEqual(made.toSorted())
  })
})
