// Wake-ups come after the commit, to everything that waits for that topic, on any node.
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { openStore } from '../../packages/server/src/store/open.ts'
import { PostgresStore } from '../../packages/server/src/store/postgres/postgres-store.ts'
import type { Store } from '../../packages/server/src/store/store.ts'
import { createStore, engines, type TestStore } from '../support/engine.ts'
import { openWay, throughPort } from '../support/way.ts'

const NEVER_MS = 3_600_000

describe.each(engines)('a signal, on %s', (engine) => {
  let test: TestStore
  let store: Store
  beforeEach(async () => {
    test = await createStore(engine)
    store = test.store
    // When it begins to hear other nodes, everyone who waits is woken.
    if (engine === 'postgres') await waitFor('any').done
  })
  afterEach(() => test.remove())

  const waitFor = (topic: string) => {
    const state = { woken: false }
    const controller = new AbortController()
    const done = store.waitFor(topic, NEVER_MS, controller.signal).then(() => (state.woken = true))
    return { state, done, abort: () => controller.abort() }
  }
  const signal = (topic: string) => store.write(async (tx) => tx.signal(topic))

  it('wakes those who wait for its topic, and nobody else', async () => {
    const wanted = waitFor('a')
    const other = waitFor('b')
    await signal('a')
    await wanted.done

    expect(other.state.woken).toBe(false)
    other.abort()
    await other.done
  })

  it('of a transaction that failed wakes nobody', async () => {
    const waiting = waitFor('a')
    await store
      .write(async (tx) => {
        tx.signal('a')
        throw new Error('no')
      })
      .catch(() => undefined)
    await signal('b')

    expect(waiting.state.woken).toBe(false)
    waiting.abort()
    await waiting.done
  })

  it('comes after the commit', async () => {
    const waiting = waitFor('a')
    await store.write(async (tx) => {
      tx.signal('a')
      expect(waiting.state.woken).toBe(false)
    })
    await waiting.done
  })
})

describe('a signal on PostgreSQL', () => {
  it('reaches the other nodes', async () => {
    const test = await createStore('postgres')
    const node = await openStore(test.storage.target, { onIdleError: () => undefined })
    const state = { woken: false }
    void node.waitFor('a', NEVER_MS, new AbortController().signal).then(() => (state.woken = true))
    // The first may be sent before the other node listens.
    await vi.waitUntil(
      async () => {
        await test.store.write(async (tx) => tx.signal('a'))
        return state.woken
      },
      { timeout: 180_000 },
    )
    expect(state.woken).toBe(true)
    await node.close()
    await test.remove()
  })
})

describe('a signal on PostgreSQL that was sent before a node heard the others', () => {
  it('wakes those who waited for it already', { timeout: 180_000 }, async () => {
    const test = await createStore('postgres')
    const way = await openWay(Number(new URL(test.storage.url).port))
    onTestFinished(() => way.close())
    const node = new PostgresStore(throughPort(test.storage.url, way.port), () => undefined)
    // Its connection for signals hangs from the beginning.
    way.silence()
    const waited = node.waitFor('a', NEVER_MS, new AbortController().signal)
    await vi.waitUntil(() => way.pieces > 0, 20_000)
    await test.store.write(async (tx) => tx.signal('a'))
    way.open()
    expect(await waited).toBeUndefined()
    await node.close()
    await test.remove()
  })
})

describe('a server that never answers', () => {
  it('does not keep a node from closing', { timeout: 180_000 }, async () => {
    const arrived = new Set<Socket>()
    const server = createServer((socket) => arrived.add(socket.on('error', () => undefined)))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const store = new PostgresStore(`postgres://nobody@127.0.0.1:${port}/none`, () => undefined)
    const waiting = new AbortController()
    const waited = store.waitFor('a', NEVER_MS, waiting.signal)
    await vi.waitUntil(() => arrived.size > 0, 20_000)
    waiting.abort()
    await waited
    await store.close()
    for (const socket of arrived) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
    expect(arrived.size).toBe(1)
  })
})
