// Calls that wait behind others on one connection, whose answers nobody reads: they are over with their connection, keep
// nobody out meanwhile, and do not hold it open for ever.
import { connect, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { engines, type Engine } from '../support/engine.ts'
import { person } from '../support/people.ts'
import { startTestService, type TestService, type TestServiceOptions } from '../support/service.ts'
import { openStream } from '../support/stream.ts'

const PAGES = 20
/** Few enough to be handed over in one turn, and together more than one process takes on at a time. */
const CALLS = 100
const CONNECTIONS = 11

describe.each(engines)('pipelined calls, on %s', (engine: Engine) => {
  let service: TestService
  const sockets: Socket[] = []
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy()
    await service.stop()
  })

  const start = async (options?: TestServiceOptions): Promise<void> => {
    service = await startTestService(engine, { METRICS_PORT: '0', READS_PER_MINUTE: '1000000' }, options)
  }

  const get = (path: string, headers = ''): string => `GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`

  /** Sends them all at once, behind pages that fill the connection, and reads nothing. */
  const pipeline = (calls: string): Socket => {
    const { hostname, port } = new URL(service.url)
    const socket = connect(Number(port), hostname).pause()
    socket.on('error', () => undefined)
    sockets.push(socket)
    socket.write(get('/openapi.json').repeat(PAGES) + calls)
    return socket
  }

  const readInProgress = async (): Promise<string | undefined> => {
    const text = await (await fetch(`http://127.0.0.1:${service.metricsPort}/metrics`)).text()
    return /^challenge_service_http_in_progress (\d+)$/m.exec(text)?.[1]
  }

  it('are no longer held once their connection is gone', async () => {
    await start()
    const { token } = await person(service)
    const stream = `Accept: text/event-stream\r\nAuthorization: Bearer ${token}\r\n`
    const socket = pipeline(get('/v1/events', stream).repeat(5))
    await service.untilWaiting(5)
    socket.destroy()
    await service.untilNoneWaits()
    const again = await openStream(service.url, token)
    expect(again.status).toBe(200)
    again.close()
  })

  it.each(['/healthz', '/v1/me'])(
    'of %s keep nobody out, and are counted no more once their connection is gone',
    async (path) => {
      await start()
      const { token } = await person(service)
      const me = () => service.call('GET', '/v1/me', { token })
      const open: Socket[] = []
      for (let n = 1; n <= CONNECTIONS; n += 1) {
        const asSomeone = `Authorization: Bearer ${(await person(service)).token}\r\n`
        // The last call is held, and tells that all before it have come.
        const held = get('/v1/events?wait=25', asSomeone)
        open.push(pipeline(get(path, asSomeone).repeat(CALLS) + held))
        await service.untilWaiting(n)
      }
      expect((await me()).status).toBe(200)
      for (const socket of open) socket.destroy()
      await expect.poll(readInProgress).toBe('0')
      expect((await me()).status).toBe(200)
    },
  )

  it('do not keep a connection open on which nothing moves', async () => {
    await start({ quietMs: 1_000 })
    const { token } = await person(service)
    // It would be held for longer than this test waits, and goes with its connection.
    pipeline(get('/v1/events?wait=25', `Authorization: Bearer ${token}\r\n`))
    await service.untilWaiting(1)
    await service.untilNoneWaits()
    expect(service.waitingCalls()).toBe(0)
  })
})
