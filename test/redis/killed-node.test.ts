// A killed node cannot give back what it held in Redis: it expires.
import { expect, it, vi } from 'vitest'
import { prepareDatabase } from '../support/child-service.ts'
import { hasRedis, startRedis } from '../support/redis-server.ts'
import { openStream, type TestStream } from '../support/stream.ts'

const PLACES = 5

it.skipIf(!hasRedis)('a killed node’s slots are free within 30 seconds', { timeout: 90_000 }, async () => {
  const redis = await startRedis()
  const database = await prepareDatabase('postgres', { REDIS_URL: redis.url })
  const streams: TestStream[] = []
  try {
    const [first, second] = [await database.start(), await database.start()]
    const stream = async (url: string): Promise<number> => {
      const opened = await openStream(url, database.token)
      streams.push(opened)
      return opened.status
    }
    for (let at = 0; at < PLACES; at += 1) expect(await stream(first.url)).toBe(200)
    // A node that has not reached Redis yet counts alone until then.
    const isFull = async (): Promise<boolean> => (await stream(second.url)) === 429
    await vi.waitUntil(isFull, { interval: 100, timeout: 60_000 })
    for (const opened of streams) opened.next().catch(() => undefined)
    await first.kill()
    const isFree = async (): Promise<boolean> => (await stream(second.url)) === 200
    // A place lapses 30 seconds after its node was last heard of. What is more is for a machine that has much to do.
    await vi.waitUntil(isFree, { interval: 500, timeout: 45_000 })
  } finally {
    for (const opened of streams) opened.close()
    await database.remove()
    await redis.stop()
  }
})
