// Stopping in good order: what was accepted is answered, what is idle is closed, and then nothing is left.
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { engines } from '../support/engine.ts'
import { startTestService } from '../support/service.ts'

describe.each(engines)('a service that stops, on %s', (engine) => {
  it('answers a call whose body arrives while it stops, then closes the connection', async () => {
    const service = await startTestService(engine)
    const { token } = await service.token(await service.account())
    const body = '{"label":"late"}'
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1')
    const idle = connect(Number(new URL(service.url).port), '127.0.0.1')
    await Promise.all([once(socket, 'connect'), once(idle, 'connect')])
    const head = `POST /v1/probes HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`
    socket.write(head + body.slice(0, 5))
    // The head is with the service once a call that was sent after it is answered.
    await service.call('GET', '/healthz')

    const stopped = service.stop()
    const chunks: Buffer[] = []
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.write(body.slice(5))
    await Promise.all([once(socket, 'close'), once(idle, 'close'), stopped])

    expect(Buffer.concat(chunks).toString()).toMatch(/^HTTP\/1\.1 201 /)
    await expect(service.call('GET', '/healthz')).rejects.toThrow(/ECONNREFUSED/)
  })

  it('writes down when tokens were last used, though no call did', async () => {
    const service = await startTestService(engine)
    const account = await service.account()
    const { id, token } = await service.token(account)
    await service.call('GET', '/v1/me', { token })
    const usedAt = service.clock.now()
    service.clock.advance(5_000)

    expect(await service.lastUsedAt(account, id)).toBeNull()
    await service.stopKeeping()
    expect(await service.lastUsedAt(account, id)).toBe(usedAt)
    await service.remove()
  })
})
