// More calls at once than a process can answer: those beyond its limits are refused at once, with words and a time to
// come back; nothing that was acknowledged is lost; and as soon as
// it is over, everyone is admitted again. The service is a process of its own, and the load is real.
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import pg from 'pg'
import { Agent, request } from 'undici'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openDatabase } from '../../packages/server/src/store/sqlite/binding.ts'
import { call } from '../support/call.ts'
import { prepareDatabase, type ChildService, type PreparedDatabase } from '../support/child-service.ts'
import { engines } from '../support/engine.ts'
import { plantFault, soundSources, type Sources } from '../support/planted.ts'
import { countProbes } from '../support/probe.ts'

const AT_ONCE = 2_000

const findFreePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

interface Answer {
  readonly status: number
  readonly reason: string | undefined
  readonly retryAfter: string | undefined
}

describe.each(engines)('too many calls at once, on %s', { timeout: 180_000 }, (engine) => {
  let database: PreparedDatabase
  let child: ChildService
  let agent: Agent
  let sources: Sources = soundSources
  afterEach(async () => {
    await agent.close()
    await database.remove()
    sources.remove()
    sources = soundSources
  })

  let metricsPort = 0
  /** With connections for all calls, so that they come in one moment. */
  const start = async (): Promise<void> => {
    metricsPort = await findFreePort()
    database = await prepareDatabase(engine, { METRICS_PORT: String(metricsPort) })
    child = await database.start({ sources })
    agent = new Agent({ connections: AT_ONCE, pipelining: 1 })
    for (let opened = 0; opened < AT_ONCE; opened += 200) await flood('GET', '/v1/probes', opened + 200)
  }

  const figure = async (name: string): Promise<number> => {
    const { body } = await request(`http://127.0.0.1:${metricsPort}/metrics`)
    const line = (await body.text()).split('\n').find((one) => one.startsWith(`${name} `)) ?? ''
    return Number(line.slice(name.length))
  }

  /** Nothing is committed until the result is called: so there is too much, however slow the load is. */
  const holdStorage = async (): Promise<() => Promise<void>> => {
    const url = database.settings['DATABASE_URL'] ?? ''
    if (engine === 'sqlite') {
      const db = openDatabase(url.slice('sqlite:'.length), { timeout: 5_000 })
      db.exec('begin immediate')
      return async () => void db.close()
    }
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query('begin; lock table probes in exclusive mode')
    return () => client.end()
  }
  const floodHeld = async (until: () => Promise<boolean>): Promise<readonly Answer[]> => {
    const release = await holdStorage()
    const flooded = flood('POST', '/v1/probes')
    try {
      await vi.waitUntil(until, { timeout: 60_000, interval: 20 })
    } finally {
      await release()
    }
    return flooded
  }
  const countShed = async (): Promise<number> => {
    let count = 0
    for (const pressure of ['turn', 'calls', 'storage']) {
      count += await figure(`challenge_service_shed_total{pressure="${pressure}"}`)
    }
    return count
  }

  const send = async (method: 'GET' | 'POST', path: string): Promise<Answer> => {
    const { statusCode, headers, body } = await request(child.url + path, {
      dispatcher: agent,
      method,
      headers: { authorization: `Bearer ${database.token}`, 'content-type': 'application/json' },
      ...(method === 'POST' ? { body: '{"label":"x"}' } : {}),
      headersTimeout: 120_000,
    })
    const text = await body.text()
    const { error } = JSON.parse(text) as { readonly error?: { readonly reason: string } }
    const retryAfter = headers['retry-after']
    return {
      status: statusCode,
      reason: error?.reason,
      retryAfter: typeof retryAfter === 'string' ? retryAfter : undefined,
    }
  }
  const flood = (method: 'GET' | 'POST', path: string, count = AT_ONCE): Promise<readonly Answer[]> =>
    Promise.all(Array.from({ length: count }, () => send(method, path)))

  it('some writes are refused, none that was acknowledged is lost, and then all are admitted', async () => {
    await start()
    const answers = await floodHeld(async () => (await countShed()) > 50)
    const made = answers.filter(({ status }) => status === 201)
    const shed = answers.filter(({ reason }) => reason === 'overloaded')
    expect(made.length + shed.length).toBe(AT_ONCE)
    expect(made.length).toBeGreaterThan(100)
    expect(shed.length).toBeGreaterThan(50)
    expect(new Set(shed.map(({ status, retryAfter }) => `${status} ${retryAfter}`))).toEqual(
      new Set(['500 1']),
    )

    for (let n = 0; n < 20; n += 1) expect((await send('POST', '/v1/probes')).status).toBe(201)
    expect(await database.inspect(countProbes)).toBe(made.length + 20)
  })

  it('while writes are refused, reads, /healthz and /readyz are answered', async () => {
    await start()
    const release = await holdStorage()
    const flooded = flood('POST', '/v1/probes')
    await vi.waitUntil(async () => (await countShed()) > 0, { timeout: 60_000, interval: 20 })
    const [alive, ready, me] = await Promise.all(
      ['/healthz', '/readyz', '/v1/me'].map((path) =>
        call(child.url, 'GET', path, { token: database.token }),
      ),
    )
    const form = { method: 'POST', headers: { origin: child.url }, body: 'email=ana%40example.com' } as const
    const pages = await Promise.all(
      ['/sign-in', '/stop/unknown'].map(async (path) => {
        const { statusCode, headers, body } = await request(child.url + path, form)
        return { statusCode, headers, text: await body.text() }
      }),
    )
    await release()
    // In a browser it is a page.
    for (const { statusCode, headers, text } of pages) {
      expect([statusCode, headers['retry-after']]).toEqual([500, '1'])
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
      expect(text).toContain('<h1>There is too much to do just now</h1>')
    }
    expect([alive?.status, me?.status]).toEqual([200, 200])
    // Writes cannot work at this moment, and it may say so; but it is not refused.
    expect([200, 503]).toContain(ready?.status)
    await flooded
  })

  it('without the limits all of them would be taken on', async () => {
    sources = plantFault([
      {
        file: 'packages/server/src/ops/overload.ts',
        from: 'limits: OverloadLimits = usualLimits',
        to: 'limits: OverloadLimits = { turnMs: 1e9, turnCalls: 1e9, calls: 1e9, waitingWrites: 1e9, waitingReads: 1e9 }',
      },
    ])
    await start()
    const waiting = (): Promise<number> => figure('challenge_service_writes_waiting')
    const answers = await floodHeld(async () => (await waiting()) > 600)
    expect(answers.filter(({ reason }) => reason === 'overloaded')).toEqual([])
  })
})
