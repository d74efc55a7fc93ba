// A node that freezes in the middle of its transactions keeps what they locked. On PostgreSQL nobody waits for that
// longer than five seconds, and when it goes on, its own calls are answered too.
import { afterEach, describe, expect, it, vi } from 'vitest'
import { call } from '../support/call.ts'
import { prepareDatabase, type ChildService, type PreparedDatabase } from '../support/child-service.ts'
import { plantFault, soundSources, type Sources } from '../support/planted.ts'

const MOST_MS = 5_000
const CALLS_AT_ONCE = 16
const FREEZES = 5

/** Calls that all change one row, until `stop`: those of a node hold its lock, or wait for it, at every moment. */
const keepTouching = (url: string, path: string, token: string) => {
  const over = new AbortController()
  const taken: number[] = []
  const statuses: number[] = []
  const touch = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const from = performance.now()
      const { status } = await call(url, 'POST', path, { token })
      taken.push(performance.now() - from)
      statuses.push(status)
    }
  }
  const touching = Promise.all(Array.from({ length: CALLS_AT_ONCE }, touch))
  return {
    taken,
    statuses,
    stop: async (): Promise<void> => {
      over.abort()
      await touching
    },
  }
}

describe('a node that freezes', { timeout: 180_000 }, () => {
  let database: PreparedDatabase
  let sources: Sources = soundSources
  afterEach(async () => {
    await database.remove()
    sources.remove()
    sources = soundSources
  })

  /** Freezes one of two nodes at some moment, until the other has answered `enough` calls more. */
  const freezeUnderLoad = async (freezes: number, enough: number) => {
    database = await prepareDatabase('postgres')
    const [frozen, healthy]: readonly ChildService[] = [
      await database.start({ sources }),
      await database.start({ sources }),
    ]
    if (!frozen || !healthy) throw new Error('there are no two nodes')
    const { token } = database
    const made = await call(healthy.url, 'POST', '/v1/probes', { token, body: { label: 'hot' } })
    const probe = `/v1/probes/${(made.body.data as { id: string }).id}`
    const loads = [frozen, healthy].map(({ url }) => keepTouching(url, `${probe}/touch`, token))
    const [own, other] = loads
    if (!own || !other) throw new Error('there are no two loads')
    const answered = (load: { readonly statuses: readonly number[] }, more: number) => {
      const until = load.statuses.length + more
      return vi.waitUntil(() => load.statuses.length > until, { interval: 1, timeout: 60_000 })
    }
    for (let freeze = 0; freeze < freezes; freeze += 1) {
      // Each time at another moment of its work.
      await answered(own, 40 + 7 * freeze)
      process.kill(frozen.pid, 'SIGSTOP')
      try {
        await answered(other, enough)
      } finally {
        process.kill(frozen.pid, 'SIGCONT')
      }
    }
    await Promise.all(loads.map((load) => load.stop()))
    const { body } = await call(healthy.url, 'GET', probe, { token })
    return {
      longestMs: Math.max(...other.taken),
      statuses: new Set(loads.flatMap(({ statuses }) => statuses)),
      acknowledged: loads.flatMap(({ statuses }) => statuses).length,
      touched: (body.data as { touched: number }).touched,
    }
  }

  it('holds up the calls of another for less than five seconds, and loses nothing', async () => {
    const { longestMs, statuses, acknowledged, touched } = await freezeUnderLoad(FREEZES, 100)
    expect(longestMs).toBeLessThan(MOST_MS)
    expect([...statuses].filter((status) => status !== 200 && status !== 201)).toEqual([])
    expect(touched).toBe(acknowledged)
  })

  it('would hold them up for longer if PostgreSQL let its transactions be', async () => {
    sources = plantFault([
      {
        file: 'packages/server/src/store/postgres/postgres-store.ts',
        from: 'const HELD_MS = 2_000',
        to: 'const HELD_MS = 8_000',
      },
    ])
    const { longestMs } = await freezeUnderLoad(1, 100)
    expect(longestMs).toBeGreaterThan(MOST_MS)
  })

  it('would hold them up again and again if its waiting transactions were given their locks', async () => {
    sources = plantFault([
      {
        file: 'packages/server/src/store/postgres/postgres-store.ts',
        from: 'const LOCK_WAIT_MS = 1_000',
        to: 'const LOCK_WAIT_MS = 15_000',
      },
    ])
    const { longestMs } = await freezeUnderLoad(1, 100)
    expect(longestMs).toBeGreaterThan(MOST_MS)
  })
})
