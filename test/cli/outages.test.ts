// A process that starts, serves or stops while what it stands on goes away: it ends only where it must, and says why.
import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { findFreePort } from '../deploy/nginx-server.ts'
import { call } from '../support/call.ts'
import { createMigrated } from '../support/engine.ts'
import { repository } from '../support/planted.ts'
import { hasRedis, startRedis } from '../support/redis-server.ts'
import { openWay, throughPort, type Way } from '../support/way.ts'

const PATIENCE = { timeout: 60_000, interval: 20 }

interface Running {
  readonly child: ChildProcessByStdio<null, Readable, Readable>
  readonly printed: () => string
  readonly complaint: () => string
  readonly isOver: () => boolean
  readonly ended: Promise<number | null>
}

const serve = (environment: Readonly<Record<string, string>>): Running => {
  const child = spawn(process.execPath, [join(repository, 'bin/challenge-service'), 'serve'], {
    env: {
      PATH: process.env['PATH'],
      SECRET_KEY: randomBytes(32).toString('base64'),
      DRAIN_SECONDS: '0',
      PORT: '0',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [printed, complaint, isOver] = ['', '', false]
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text))
  const ended = once(child, 'close').then(([code]) => {
    isOver = true
    return code as number | null
  })
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  return { child, printed: () => printed, complaint: () => complaint, isOver: () => isOver, ended }
}

const untilListening = async ({ printed, isOver, complaint }: Running): Promise<string> => {
  const find = () => /^listening on (\S+)$/m.exec(printed())?.[1]
  await vi.waitUntil(() => isOver() || find() !== undefined, PATIENCE)
  return find() ?? expect.unreachable(complaint())
}

interface Line {
  readonly msg: string
  readonly level: number
}

const readLog = ({ printed }: Running): readonly Line[] =>
  printed()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line)

/** How it ended by itself; the last line of its log where it serves, and was stopped. */
const describeEnd = async (running: Running): Promise<string | undefined> => {
  const { child, isOver, printed, ended, complaint } = running
  await vi.waitUntil(() => isOver() || printed().includes('listening on'), PATIENCE)
  if (isOver()) return `status ${await ended}: ${complaint()}`
  child.kill('SIGTERM')
  await ended
  return readLog(running).at(-1)?.msg
}

/** A migrated PostgreSQL database behind a way that can be cut. */
const openDatabase = async (onPiece?: (pieces: number, way: Way) => void) => {
  const storage = await createMigrated('postgres')
  const way = await openWay(Number(new URL(storage.url).port), onPiece ? { onPiece } : {})
  onTestFinished(async () => {
    await way.close()
    await storage.remove()
  })
  return { way, url: throughPort(storage.url, way.port) }
}

describe('a database that goes away while a process starts', () => {
  // A start on a migrated database takes about seventy pieces; in the last twenty it serves already.
  it.each([1, 12, 28, 44, 52, 58, 66])(
    'ends it with one line and status 1, cut at piece %i',
    { timeout: 90_000 },
    async (at) => {
      const { url } = await openDatabase((pieces, way) => {
        if (pieces === at) way.cut()
      })
      const started = serve({ DATABASE_URL: url })
      // It may have begun to serve: then it goes on, and stops in good order.
      expect(await describeEnd(started)).toMatch(/^(?:status 1: error: .*PostgreSQL.*\n|stopped)$/)
    },
  )

  it.each([8, 24])(
    'ends it with one line and status 1, silent from piece %i on',
    { timeout: 120_000 },
    async (at) => {
      const { url } = await openDatabase((pieces, way) => {
        if (pieces === at) way.silence()
      })
      const started = serve({ DATABASE_URL: url })
      expect(await started.ended).toBe(1)
      expect(started.complaint()).toMatch(/^error: [^\n]*PostgreSQL[^\n]*\n$/)
    },
  )
})

describe('a process that serves', () => {
  it('goes on while PostgreSQL is away, and is ready again after it', { timeout: 120_000 }, async () => {
    const { url: DATABASE_URL, way } = await openDatabase()
    const serving = serve({ DATABASE_URL })
    const url = await untilListening(serving)
    const status = async () => (await call(url, 'GET', '/readyz')).status
    await vi.waitUntil(async () => (await status()) === 200, PATIENCE)
    way.cut()
    await vi.waitUntil(async () => (await status()) === 503, PATIENCE)
    // The first that meets it says so, for all.
    await vi.waitUntil(() => readLog(serving).some(({ level }) => level >= 40), PATIENCE)
    way.open()
    await vi.waitUntil(async () => (await status()) === 200, PATIENCE)
    expect(serving.isOver()).toBe(false)
    serving.child.kill('SIGTERM')
    expect(await serving.ended).toBe(0)
    expect(readLog(serving).at(-1)?.msg).toBe('stopped')
  })

  it.skipIf(!hasRedis)('goes on without Redis', { timeout: 120_000 }, async () => {
    const { url: DATABASE_URL } = await openDatabase()
    const redis = await startRedis()
    onTestFinished(() => redis.stop())
    const serving = serve({ DATABASE_URL, REDIS_URL: redis.url })
    const url = await untilListening(serving)
    await redis.kill()
    await vi.waitUntil(() => readLog(serving).some(({ level }) => level >= 40), PATIENCE)
    expect((await call(url, 'GET', '/healthz')).status).toBe(200)
    serving.child.kill('SIGTERM')
    expect(await serving.ended).toBe(0)
    expect(readLog(serving).at(-1)?.msg).toBe('stopped')
  })

  it('goes on once nobody reads its log', { timeout: 120_000 }, async () => {
    const { url: DATABASE_URL } = await openDatabase()
    const serving = serve({ DATABASE_URL, LOG_LEVEL: 'debug' })
    const url = await untilListening(serving)
    serving.child.stdout.destroy()
    for (let n = 0; n < 20; n += 1) expect((await call(url, 'GET', '/healthz')).status).toBe(200)
    serving.child.kill('SIGTERM')
    expect(await serving.ended).toBe(0)
  })

  it('starts where nobody reads what it prints', { timeout: 120_000 }, async () => {
    const { url: DATABASE_URL } = await openDatabase()
    const port = String(await findFreePort())
    const serving = serve({ DATABASE_URL, PORT: port })
    serving.child.stdout.destroy()
    const isServing = () =>
      call(`http://127.0.0.1:${port}`, 'GET', '/healthz').then(
        ({ status }) => status === 200,
        () => false,
      )
    let answers = 0
    await vi.waitUntil(async () => {
      if (await isServing()) answers += 1
      return serving.isOver() || answers === 50
    }, PATIENCE)
    expect(serving.isOver()).toBe(false)
  })
})

describe('a process that stops', () => {
  it.each(['cut', 'silence'] as const)(
    'says `stopped` last, though PostgreSQL is away (%s)',
    { timeout: 120_000 },
    async (how) => {
      const { url: DATABASE_URL, way } = await openDatabase()
      const serving = serve({ DATABASE_URL })
      await untilListening(serving)
      way[how]()
      serving.child.kill('SIGTERM')
      await serving.ended
      expect(readLog(serving).at(-1)?.msg).toBe('stopped')
    },
  )

  it('is not ready for DRAIN_SECONDS, and answers all the while', { timeout: 180_000 }, async () => {
    const { url: DATABASE_URL } = await openDatabase()
    const serving = serve({ DATABASE_URL, DRAIN_SECONDS: '300' })
    const url = await untilListening(serving)
    serving.child.kill('SIGTERM')
    let refusals = 0
    // Probes keep no port open that would be closed otherwise.
    await vi.waitUntil(async () => {
      if ((await call(url, 'GET', '/readyz')).status === 503) refusals += 1
      return refusals === 50
    }, PATIENCE)
    const { status, headers } = await call(url, 'GET', '/openapi.json')
    expect([status, headers['connection']]).toEqual([200, 'close'])
    // A second signal ends at once.
    serving.child.kill('SIGTERM')
    expect(await serving.ended).toBe(1)
  })
})
