// The connections of a client: shared, bounded, given back, and trusted only with the right certificate.
import { describe, expect, it } from 'vitest'
import type { ClientSurroundings } from '../../packages/server/src/delivery/http/client.ts'
import { createAuthority } from '../support/certificates.ts'
import { answer, receivers, startReceiver } from '../support/receivers.ts'
import { attemptTo, guardSending, newClient, opened, SHORT_MS } from './sending.ts'

guardSending()

describe('connections', () => {
  it('are used again, and stay within the share of a host', async () => {
    const receiver = await opened(receivers.healthy())
    const client = newClient({ limit: 3 })

    const results = await Promise.all(Array.from({ length: 50 }, () => client.send(attemptTo(receiver.url))))

    expect(results.every(({ outcome }) => outcome === 'delivered')).toBe(true)
    expect(receiver.requests).toHaveLength(50)
    expect(receiver.accepted).toBe(3)
  })

  it('of dead receivers take nothing from a healthy one', async () => {
    const dead = await Promise.all([
      opened(receivers.hanging()),
      opened(receivers.drippingHead(20)),
      opened(receivers.drippingBody(200, 20)),
    ])
    const healthy = await opened(receivers.healthy())
    const client = newClient({ timeoutMs: 3_000 })

    const stuck = dead.map(({ url }) => client.send(attemptTo(url)))
    const { outcome, ms } = await client.send(attemptTo(healthy.url))

    expect(outcome).toBe('delivered')
    expect(ms).toBeLessThan(1_500)
    await Promise.all(stuck)
  })

  it('an attempt that had to wait for its turn is over in its time too', async () => {
    const receiver = await opened(receivers.hanging())
    const client = newClient({ timeoutMs: SHORT_MS })

    const results = await Promise.all(Array.from({ length: 5 }, () => client.send(attemptTo(receiver.url))))

    for (const { outcome, ms } of results) {
      expect(outcome).toBe('timed_out')
      expect(ms).toBeLessThan(5_000)
    }
    await client.close()
    await receiver.whenIdle()
  })

  it('one that the receiver closes at the moment of reuse is made good at once, over a new one', async () => {
    const receiver = await opened(receivers.closingWhenReused())
    const client = newClient()

    const first = await client.send(attemptTo(receiver.url, 'first'))
    const second = await client.send(attemptTo(receiver.url, 'second'))

    expect([first.outcome, second.outcome]).toEqual(['delivered', 'delivered'])
    // Sent twice: the receiver may have taken the first as well.
    expect(receiver.requests.map(({ body }) => body)).toEqual(['first', 'second', 'second'])
    expect(receiver.accepted).toBe(2)
  })

  it('one that is lost on its first use is a failure, and is not repeated', async () => {
    const receiver = await opened(receivers.closing())

    expect(await newClient().send(attemptTo(receiver.url))).toMatchObject({ outcome: 'connection_lost' })
    expect(receiver.requests).toHaveLength(1)
  })

  it('a receiver that closes after each answer gets each delivery once', async () => {
    const receiver = await opened(
      startReceiver((socket) => socket.end(answer(200, 'ok', { connection: 'close' }))),
    )
    const client = newClient({ limit: 2 })

    const results = await Promise.all(Array.from({ length: 20 }, () => client.send(attemptTo(receiver.url))))

    expect(results.map(({ outcome }) => outcome)).toEqual(Array.from({ length: 20 }, () => 'delivered'))
    expect(receiver.requests).toHaveLength(20)
  })

  it('one that the receiver closes while it is idle is not used again', async () => {
    const receiver = await opened(startReceiver((socket) => socket.end(answer(200, 'ok'))))
    const client = newClient()

    for (const body of ['first', 'second', 'third']) {
      expect(await client.send(attemptTo(receiver.url, body))).toMatchObject({ outcome: 'delivered' })
      await receiver.whenIdle()
    }

    expect(receiver.requests.map(({ body }) => body)).toEqual(['first', 'second', 'third'])
  })

  it('idle ones are few, however many hosts there are', async () => {
    const receiver = await opened(
      startReceiver((socket) => socket.write(answer(200, 'ok', { 'keep-alive': 'timeout=60' }))),
    )
    const client = newClient({}, { resolve: async () => ['127.0.0.1'] })

    for (let host = 0; host < 560; host += 1) {
      await client.send(attemptTo(`http://h${host}.example.com:${receiver.port}/`))
    }

    expect(receiver.accepted).toBe(560)
    await expect.poll(() => receiver.open).toBe(512)
  }, 180_000)

  it('closing waits for what is under way', async () => {
    const client = newClient()
    const receiver = await opened(receivers.hanging())
    const sent = client.send(attemptTo(receiver.url))
    const socket = await receiver.nextRequest()

    let isClosed = false
    const closed = client.close().then(() => (isClosed = true))
    await new Promise(setImmediate)
    expect(isClosed).toBe(false)
    socket.write(answer(200, 'late'))

    expect(await sent).toMatchObject({ outcome: 'delivered', excerpt: 'late' })
    await closed
    await receiver.whenIdle()
  })
})

describe('TLS', () => {
  const authority = createAuthority()
  const surroundings: ClientSurroundings = { ca: authority.cert, resolve: async () => ['127.0.0.1'] }

  const sendTo = async (names: readonly string[], days?: readonly [number, number]) => {
    const receiver = await opened(receivers.healthy({ certificate: authority.issue(names, days) }))
    const client = newClient({}, surroundings)
    const { outcome, error } = await client.send(attemptTo(`https://hooks.example.com:${receiver.port}/`))
    return { outcome, error, requests: receiver.requests.length }
  }

  it('a certificate for the name is accepted, whatever address it led to', async () => {
    expect(await sendTo(['hooks.example.com'])).toEqual({ outcome: 'delivered', error: null, requests: 1 })
  })

  it('a certificate for another name is refused before anything is sent', async () => {
    expect(await sendTo(['other.example.com'])).toEqual({
      outcome: 'tls_failed',
      error: 'The certificate is for another host name.',
      requests: 0,
    })
  })

  it('an expired certificate is refused before anything is sent', async () => {
    expect(await sendTo(['hooks.example.com'], [-3, -1])).toEqual({
      outcome: 'tls_failed',
      error: 'The certificate has expired.',
      requests: 0,
    })
  })
})
