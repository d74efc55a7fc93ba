// Storage that goes away and comes back is told in two lines, the second with how long it took, however many calls and
// jobs fail meanwhile.
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { once } from 'node:events'
import { renameSync } from 'node:fs'
import { expect, it, onTestFinished, vi } from 'vitest'
import { readConfig } from '../../packages/server/src/config/config.ts'
import { Keyring } from '../../packages/server/src/kernel/keyring.ts'
import { createLog } from '../../packages/server/src/log/log.ts'
import { startService } from '../../packages/server/src/service.ts'
import { call } from '../support/call.ts'
import { TestClock } from '../support/clock.ts'
import { createMigrated } from '../support/engine.ts'

vi.setConfig({ testTimeout: 60_000 })

interface Line {
  readonly level: number
  readonly msg: string
  readonly away_ms?: number
  readonly err?: { readonly message?: string }
}

const AWAY = 'storage cannot be used: calls and jobs fail until it can'
const BACK = 'storage can be used again'

const startLogged = async (databaseUrl: string) => {
  const lines: string[] = []
  const clock = new TestClock()
  const config = readConfig({ PORT: '0', DATABASE_URL: databaseUrl, METRICS_PORT: '0' })
  const log = createLog('info', { write: (line) => lines.push(line) })
  const service = await startService({ config, keys: new Keyring([Buffer.alloc(32, 7)]), clock, log })
  const atStart = lines.length
  return {
    service,
    clock,
    /** Of level warn and above, since the start. */
    troubles: (): readonly Line[] =>
      lines
        .slice(atStart)
        .map((line) => JSON.parse(line) as Line)
        .filter(({ level }) => level >= 40),
  }
}

/** A way to PostgreSQL that can be shut: nobody answers, and what was open is cut. */
const makeWay = async (url: URL) => {
  const open = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(Number(url.port), url.hostname)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one)
      one.on('error', () => undefined).on('close', () => (open.delete(one), other.destroy()))
      one.pipe(other)
    }
  })
  const listen = async (port: number): Promise<void> => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  await listen(0)
  const { port } = server.address() as AddressInfo
  const shut = (): void => {
    server.close()
    for (const socket of open) socket.destroy()
  }
  const near = new URL(url)
  near.port = String(port)
  return { url: near.href, shut, reopen: () => listen(port) }
}

it('is told once when PostgreSQL goes, and once when it is back, with how long it was away', async () => {
  const storage = await createMigrated('postgres')
  const way = await makeWay(new URL(storage.url))
  const { service, clock, troubles } = await startLogged(way.url)
  onTestFinished(async () => {
    await service.stop()
    way.shut()
    await storage.remove()
  })
  for (const round of [1, 2]) {
    way.shut()
    await vi.waitUntil(() => troubles().length >= 2 * round - 1, { timeout: 20_000 })
    for (let calls = 0; calls < 5; calls += 1) {
      const page = await fetch(`${service.url}/sign-in`)
      expect(page.status).toBe(500)
      await page.text()
      await call(service.url, 'GET', '/readyz')
      await expect(service.runDue()).rejects.toThrow('the database does not answer')
      clock.advance(3_000)
    }
    await way.reopen()
    await vi.waitUntil(() => troubles().length >= 2 * round, { timeout: 20_000 })
  }
  const told = troubles().map(({ msg, away_ms, err }) => [msg, away_ms, err?.message])
  const gone = [AWAY, undefined, 'the database does not answer']
  expect(told).toEqual([gone, [BACK, 15_000, undefined], gone, [BACK, 15_000, undefined]])
})

it('is told once where the file of a database is gone', async () => {
  const storage = await createMigrated('sqlite')
  const path = storage.url.replace('sqlite:', '')
  const { service, clock, troubles } = await startLogged(storage.url)
  onTestFinished(async () => {
    await service.stop()
    await storage.remove()
  })
  renameSync(path, `${path}.away`)
  for (let calls = 0; calls < 10; calls += 1) {
    expect((await call(service.url, 'GET', '/readyz')).status).toBe(503)
    await expect(service.runDue()).rejects.toThrow('the database does not answer')
    clock.advance(3_000)
  }
  renameSync(`${path}.away`, path)
  await vi.waitUntil(() => troubles().length >= 2, { timeout: 20_000 })
  expect(troubles().map(({ msg, away_ms }) => [msg, away_ms])).toEqual([
    [AWAY, undefined],
    [BACK, 30_000],
  ])
})
