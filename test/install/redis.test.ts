// The program as people start it counts in Redis: what is loaded late is in the bundle in another form than in its sources.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { repository } from '../support/planted.ts'
import { hasRedis, startRedis } from '../support/redis-server.ts'

/** Starts it with its demonstration, and resolves to its address and a token of one of the people. */
const startProgram = async (redisUrl: string): Promise<{ readonly url: string; readonly token: string }> => {
  const folder = mkdtempSync(join(tmpdir(), 'challenge-service-redis-'))
  const child = spawn(process.execPath, [join(repository, 'bin/challenge-service'), 'serve', '--demo'], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: `sqlite:${join(folder, 'some.db')}`,
      PORT: '0',
      REDIS_URL: redisUrl,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  })
  let url: string | undefined
  let token: string | undefined
  for await (const line of createInterface({ input: child.stdout })) {
    url ??= /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0]
    token ??= /cs_acc_\w+/.exec(line)?.[0]
    if (url !== undefined && token !== undefined) return { url, token }
  }
  throw new Error('it ended before it said where it listens')
}

describe.skipIf(!hasRedis)('the program', () => {
  it('counts the calls of a token in Redis', async () => {
    const redis = await startRedis()
    onTestFinished(() => redis.stop())
    const { url, token } = await startProgram(redis.url)
    await vi.waitUntil(
      async () => {
        const reply = await fetch(`${url}/v1/me`, { headers: { authorization: `Bearer ${token}` } })
        return reply.status === 200 && (await redis.keys()).length > 0
      },
      { interval: 100, timeout: 60_000 },
    )
    expect(await redis.keys()).not.toEqual([])
  })
})
