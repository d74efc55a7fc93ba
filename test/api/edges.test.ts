// The edges of HTTP: whatever arrives, the answer is one of ours, and nothing of the inside leaves.
import { once } from 'node:events'
import { connect } from 'node:net'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ReplyBody } from '../support/call.ts'
import { countProbes } from '../support/probe.ts'
import { useService } from '../support/service.ts'

describe('the edges of HTTP', () => {
  const service = useService('sqlite', { WRITES_PER_MINUTE: '1000', READS_PER_MINUTE: '1000' })
  let token: string
  beforeAll(async () => {
    token = (await service.token(await service.account())).token
  })

  /** What comes back for these very bytes, until the server closes. */
  const raw = async (bytes: string): Promise<string> => {
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1')
    const chunks: Buffer[] = []
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.write(bytes)
    await once(socket, 'close')
    return Buffer.concat(chunks).toString()
  }
  const bodyOf = (answer: string): ReplyBody =>
    JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)) as ReplyBody

  it.each([
    ['GET', '/v1/nothing'],
    ['GET', '/v1/me/'],
    ['GET', '/V1/me'],
    ['PUT', '/v1/me'],
    ['PATCH', '/v1/challenges'],
    ['OPTIONS', '/v1/me'],
    ['QUERY', '/v1/me'],
    ['DELETE', '/v1/challenges/ch_00000000000000000000000000'],
    ['GET', '/nothing'],
  ])('%s %s is not_found before anything else is asked', async (method, path) => {
    const reply = await service.call(method, path)

    expect(reply.status).toBe(404)
    expect(reply.body.error).toMatchObject({ code: 'not_found', reason: 'path_unknown' })
    expect(reply.headers['x-request-id']).toBe(reply.body.request_id)
  })

  it('an unknown method is not_found before its body is looked at', async () => {
    const reply = await service.call('PUT', '/v1/me', {
      raw: 'x'.repeat(70 * 1024),
      headers: { 'content-type': 'a/b/' },
    })
    expect(reply.body.error).toMatchObject({ code: 'not_found', reason: 'path_unknown' })
  })

  it.each(['*', '*?a=b'])('GET %s is about no path, so there is no page either', async (target) => {
    const answer = await raw(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    expect(bodyOf(answer).error).toMatchObject({ code: 'not_found', reason: 'path_unknown' })
  })

  it('a caller with a token is no browser, whatever it accepts', async () => {
    const headers = { accept: 'text/html', authorization: 'Bearer cs_acc_none' }
    const reply = await service.call('GET', '//v1/me', { headers })
    expect(reply.body.error).toMatchObject({ code: 'not_found', reason: 'path_unknown' })
  })

  it('CONNECT is answered too', async () => {
    const answer = await raw('CONNECT /v1/me HTTP/1.1\r\nHost: x\r\n\r\n')
    expect(answer).toMatch(/^HTTP\/1\.1 404 /)
    expect(bodyOf(answer).error).toMatchObject({ code: 'not_found', reason: 'path_unknown' })
  })

  it('a path that cannot be decoded is invalid_request, with the headers of every answer', async () => {
    const answer = await raw('GET /v1/challenges/%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')

    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer.toLowerCase()).toContain('cache-control: no-store')
    expect(bodyOf(answer).error).toMatchObject({ code: 'invalid_request', reason: 'url_malformed' })
  })

  it.each([
    ['not HTTP at all', 'hello\r\n\r\n', 'header_malformed'],
    [
      'headers over 16 KiB',
      `GET /v1/me HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`,
      'header_malformed',
    ],
    ['no Host header', 'GET /v1/me HTTP/1.1\r\nConnection: close\r\n\r\n', 'header_malformed'],
    [
      'two lengths of one body',
      'POST /v1/me HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
      'header_malformed',
    ],
  ])('%s is invalid_request', async (_, bytes, reason) => {
    const answer = await raw(bytes)

    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(bodyOf(answer).error).toMatchObject({ code: 'invalid_request', reason })
    expect(answer.toLowerCase()).toContain(`x-request-id: ${bodyOf(answer).request_id}`)
  })

  it('an Expect header that nobody knows changes nothing', async () => {
    const answer = await raw('GET /v1/me HTTP/1.1\r\nHost: x\r\nExpect: wonders\r\nConnection: close\r\n\r\n')

    expect(answer).toMatch(/^HTTP\/1\.1 401 /)
  })

  it('HEAD answers as GET does, without a body, and counts as a read', async () => {
    const head = await service.call('HEAD', '/v1/me', { token })
    const get = await service.call('GET', '/v1/me', { token })

    expect(head.status).toBe(200)
    expect(head.text).toBe('')
    expect(head.headers['x-request-id']).toMatch(/^req_/)
    expect(Number(get.headers['x-ratelimit-remaining'])).toBe(
      Number(head.headers['x-ratelimit-remaining']) - 1,
    )
  })

  it.each([
    'x',
    'ch_short',
    `ch_${'u'.repeat(26)}`,
    'a'.repeat(2_000),
    '%00',
    'acc_00000000000000000000000000',
  ])('the id %j is not_found, after every other check', async (id) => {
    expect((await service.call('GET', `/v1/probes/${id}`)).status).toBe(401)
    expect((await service.call('GET', `/v1/probes/${id}?x=1`, { token })).status).toBe(400)
    const reply = await service.call('GET', `/v1/probes/${id}`, { token })
    expect(reply.status).toBe(404)
    expect(reply.body.error).toMatchObject({ code: 'not_found', reason: 'not_visible' })
  })

  it('names each of many unknown members, and stops at twenty', async () => {
    for (const count of [1, 8, 9, 50]) {
      const members = Object.fromEntries(Array.from({ length: count }, (_, i) => [`m${i}`, i]))
      const reply = await service.call('POST', '/v1/probes', { token, body: { label: 'x', ...members } })
      expect(reply.status).toBe(400)
      expect(reply.body.error?.fields).toHaveLength(Math.min(count, 20))
    }
  })

  it.each([
    ['a NUL', 'a\u0000b'],
    ['a lone surrogate', 'a\ud800b'],
    ['a control character', 'a\u001bb'],
    ['a tab in one line', 'a\tb'],
    ['nothing but spaces', '   '],
    ['too many code points', 'x'.repeat(41)],
  ])('%s in a text is refused and creates nothing', async (_, label) => {
    const before = await countProbes(service.store)
    const reply = await service.call('POST', '/v1/probes', { token, body: { label } })

    expect(reply.status).toBe(400)
    expect(reply.body.error?.fields).toEqual([
      { field: 'label', message: 'must be one line of 1 to 40 characters' },
    ])
    expect(await countProbes(service.store)).toBe(before)
  })

  it('trims, and counts code points', async () => {
    const reply = await service.call('POST', '/v1/probes', {
      token,
      body: { label: `  ${'😀'.repeat(40)} ` },
    })

    expect(reply.body.data).toMatchObject({ label: '😀'.repeat(40) })
  })

  it('content-type parameters are ignored', async () => {
    const headers = { 'content-type': 'Application/JSON; charset=latin1; x="y"' }
    const reply = await service.call('POST', '/v1/probes', { token, raw: '{"label":"x"}', headers })

    expect(reply.status).toBe(201)
  })

  it('a compressed body is refused', async () => {
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
    const reply = await service.call('POST', '/v1/probes', { token, raw: '{"label":"x"}', headers })

    expect(reply.body.error).toMatchObject({ code: 'invalid_request', reason: 'header_malformed' })
  })

  it('an unforeseen error tells nothing of the inside and changes nothing', async () => {
    const before = await countProbes(service.store)
    const reply = await service.call('POST', '/v1/probes/break', { token })

    expect(reply.status).toBe(500)
    expect(reply.body.error).toEqual({
      code: 'internal_error',
      reason: 'unforeseen',
      message: 'Something went wrong on our side. Tell us the request_id.',
    })
    expect(await countProbes(service.store)).toBe(before)
    const line = service.logLines.find(
      (text) => text.includes('a call failed') && text.includes(reply.body.request_id ?? '?'),
    )
    expect(line).toContain('probe.ts')
    expect(line).not.toContain('secret words')
  })

  it('an error inside a reading of the body leaves the connection usable', async () => {
    for (const body of ['{', '{}']) {
      const reply = await service.call('POST', '/v1/probes', {
        token,
        raw: body,
        headers: { 'content-type': 'application/json' },
      })
      expect(reply.headers['connection']).not.toBe('close')
    }
  })

  it('healthz and readyz answer without a token', async () => {
    expect((await service.call('GET', '/healthz')).status).toBe(200)
    expect((await service.call('GET', '/readyz')).text).toBe('{"status":"ready"}')
  })
})
