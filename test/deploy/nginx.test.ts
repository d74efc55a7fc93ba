// nginx with the shipped settings: streams pass at once, refusals are the service's own, and nothing secret is logged.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { challenge, person, type Person } from '../support/people.ts'
import { answer, startReceiver } from '../support/receivers.ts'
import { requirement } from '../support/requirements.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { findFreePort, startNginx, type Nginx } from './nginx-server.ts'

const program = requirement('nginx') ?? ''
const SECRET = 'vErYsEcReT'

describe.skipIf(program === '')('nginx in front of the service', () => {
  let service: TestService
  let nginx: Nginx
  let ana: Person
  beforeAll(async () => {
    const port = await findFreePort()
    service = await startTestService('sqlite', {
      PUBLIC_URL: `https://localhost:${port}`,
      TRUST_PROXY: '127.0.0.1',
    })
    nginx = await startNginx(program, port, new URL(service.url).host)
    ana = await person(service)
  })
  afterAll(async () => {
    await nginx.close()
    await service.stop()
  })

  it('lets a stream pass as it comes', async () => {
    const headers = { authorization: `Bearer ${ana.token}`, accept: 'text/event-stream' }
    const { status, message } = await nginx.send('/v1/events', { headers })
    expect(status).toBe(200)
    const parts = message[Symbol.asyncIterator]() as AsyncIterator<Buffer>
    // Each is here while the stream goes on.
    expect(String((await parts.next()).value)).toContain(': open')
    const { id } = await challenge(ana, await person(service))
    expect(String((await parts.next()).value)).toContain(id)
    message.destroy()
  })

  it('says by which scheme it was asked', async () => {
    expect((await nginx.send('/sign-in')).status).toBe(200)
    // Asked for by plain http, the same page leads to the public address.
    const direct = await fetch(`${service.url}/sign-in`, { redirect: 'manual' })
    expect(direct.status).toBe(303)
    expect(direct.headers.get('location')).toContain(`${nginx.url}/sign-in`)
  })

  it('leads from http to https, tells browsers to stay there, and lets certbot show that the name is ours', async () => {
    const plain = (path: string) => fetch(nginx.plainUrl + path, { redirect: 'manual' })
    expect((await plain('/docs?x=1')).headers.get('location')).toBe('https://localhost/docs?x=1')
    const folder = join(nginx.webFolder, '.well-known/acme-challenge')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'token'), 'proof')
    const proof = await plain('/.well-known/acme-challenge/token')
    expect([proof.status, await proof.text()]).toEqual([200, 'proof'])
    for (const path of ['/docs', '/v1/me'])
      expect((await nginx.send(path)).message.headers['strict-transport-security']).toBe('max-age=31536000')
  })

  it('leaves it to the service to refuse what is too large', async () => {
    const headers = { authorization: `Bearer ${ana.token}`, 'content-type': 'application/json' }
    const large = await nginx.send('/v1/challenges', { method: 'POST', headers }, `"${'x'.repeat(70_000)}"`)
    expect(JSON.parse(await large.text())).toMatchObject({ error: { code: 'invalid_request' } })
    const wide = await nginx.send('/v1/me', { headers: { ...headers, 'x-wide': 'x'.repeat(12_000) } })
    expect(wide.status).toBe(200)
  })

  const secretPaths = [
    `/a/${SECRET}`,
    `/a/${SECRET}/done?did=accept`,
    `/leave/${SECRET}`,
    `/stop/${SECRET}`,
    `/sign-in/${SECRET}`,
    `/calendar/${SECRET}.ics`,
    `/sign-in?to=${SECRET}`,
    `/challenges?after=${SECRET}`,
    `/%61/${SECRET}`,
    `//a/${SECRET}`,
    `/./a/${SECRET}`,
  ]

  it('logs calls, and nothing secret', async () => {
    for (const path of [...secretPaths, '/docs'])
      await (await nginx.send(path, { headers: { referer: `/${SECRET}` } })).text()
    // A call is logged once all of its answer is sent.
    await vi.waitUntil(() => nginx.readLogs().includes('"GET /docs" 200'), 20_000)
    const logs = nginx.readLogs()
    expect(logs).toContain('"GET /a/-"')
    expect(logs).not.toContain(SECRET)
  })

  it('logs nothing secret where it has no room for what is on its way', async () => {
    const receiver = await startReceiver((socket) => socket.write(answer(200, 'x'.repeat(500_000))))
    const other = await startNginx(program, await findFreePort(), `127.0.0.1:${receiver.port}`)
    other.takeTemporaryFiles()
    for (const path of secretPaths) {
      const answered = await other.send(path, { method: 'POST' }, 'x'.repeat(60_000))
      expect([answered.status, (await answered.text()).length]).toEqual([200, 500_000])
    }
    await vi.waitUntil(() => other.readLogs().includes('"POST /a/-" 200'), 20_000)
    expect(other.readLogs()).not.toContain(SECRET)
    await other.close()
    await receiver.close()
  })

  it('logs nothing secret where no node answers', async () => {
    const lonely = await startNginx(program, await findFreePort(), `127.0.0.1:${await findFreePort()}`)
    for (const path of secretPaths) expect((await lonely.send(path)).status).toBe(502)
    expect(lonely.readLogs()).not.toContain(SECRET)
    expect(lonely.readLogs()).toContain('"GET /a/-" 502')
    await lonely.close()
  })

  it('adds the address that it saw on the right, and passes the host on', async () => {
    const receiver = await startReceiver((socket) => socket.write(answer(200)))
    const other = await startNginx(program, await findFreePort(), `127.0.0.1:${receiver.port}`)
    await other.send('/', { headers: { 'x-forwarded-for': '192.0.2.7', 'x-forwarded-proto': 'gopher' } })
    expect(receiver.requests[0]?.headers).toMatchObject({
      host: new URL(other.url).host,
      'x-forwarded-for': '192.0.2.7, 127.0.0.1',
      'x-forwarded-proto': 'https',
    })
    await other.close()
    await receiver.close()
  })
})
