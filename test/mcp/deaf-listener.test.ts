// Someone who listens by MCP over a socket and takes nothing: next to nothing is held for them, nobody else is held up,
// and in the end they are cut off. The clock is the test's: what is moved is never waited for.
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { appendNamed } from '../support/backlog.ts'
import { engines } from '../support/engine.ts'
import { messageOf } from '../support/mcp.ts'
import { openListener } from '../support/mcp-listener.ts'
import { challenge, findPersonId, person } from '../support/people.ts'
import { useService } from '../support/service.ts'

const EVENTS = 'challenge-service://events'
/** As many resources as one may listen to, under the longest id: so much is told of each event. */
const RESOURCES = 20
const ID = 'x'.repeat(256)
/** Many times what fills the buffers of a connection. */
const ROUNDS_AT_MOST = 5_000
/** While it is full, a megabyte more would be told to a client that takes it. */
const ROUNDS_FULL = 100
/** A piece and a bit. */
const HELD_AT_MOST = 64 * 1024

/** The service's own end of each connection that a call comes over from now on. */
const watchEnds = (): readonly Socket[] => {
  const ends: Socket[] = []
  const note = (message: unknown): void => {
    ends.push((message as { readonly socket: Socket }).socket)
  }
  subscribe('http.server.request.start', note)
  onTestFinished(() => void unsubscribe('http.server.request.start', note))
  return ends
}

const openDeaf = async (url: string, token: string, uris: readonly string[]): Promise<Socket> => {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname).on('error', () => undefined)
  await once(socket, 'connect')
  socket.pause()
  const method = 'subscriptions/listen'
  const body = JSON.stringify(messageOf(method, { notifications: { resourceSubscriptions: uris } }, ID))
  const head = [
    'POST /mcp HTTP/1.1',
    'Host: localhost',
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
    'Accept: application/json, text/event-stream',
    'MCP-Protocol-Version: 2026-07-28',
    `Mcp-Method: ${method}`,
    `Content-Length: ${body.length}`,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  return socket
}

describe.each(engines)('a listener that takes nothing, on %s', { timeout: 120_000 }, (engine) => {
  const service = useService(engine, { WRITES_PER_MINUTE: '10000', READS_PER_MINUTE: '10000' })

  it('holds up nobody, has next to nothing held for it, and is cut off in the end', async () => {
    const [ana, ben] = [await person(service), await person(service)]
    const feedId = await findPersonId(service, ana.email)
    const ids: string[] = []
    while (ids.length < RESOURCES - 1) ids.push((await challenge(ana, ben)).id)
    const uris = [EVENTS, ...ids.map((id) => `challenge-service://challenges/${id}`)]
    const ends = watchEnds()
    const deaf = await openDeaf(service.url, ana.token, uris)
    onTestFinished(() => void deaf.destroy())
    await service.untilWaiting(1)
    const hearing = await openListener(service.url, ana.token, [EVENTS])
    onTestFinished(() => hearing.close())
    await hearing.acknowledged()
    await service.untilWaiting(2)

    // How soon the connection is full is its own to say.
    let roundsFull = 0
    for (let round = 0; round < ROUNDS_AT_MOST && roundsFull < ROUNDS_FULL; round += 1) {
      await appendNamed(service.store, feedId, ids, service.clock.now())
      expect(await hearing.nextUri()).toBe(EVENTS)
      roundsFull = ends[0]?.writableLength === 0 ? 0 : roundsFull + 1
    }
    expect(roundsFull).toBe(ROUNDS_FULL)
    expect(ends[0]?.writableLength).toBeLessThan(HELD_AT_MOST)
    await vi.waitUntil(
      () => {
        service.clock.advance(1_000)
        return service.waitingCalls() === 1
      },
      { timeout: 15_000, interval: 20 },
    )
    // The one who hears still has its place.
    await appendNamed(service.store, feedId, ids, service.clock.now())
    expect(await hearing.nextUri()).toBe(EVENTS)
    deaf.resume()
    await once(deaf, 'close')
  })
})
