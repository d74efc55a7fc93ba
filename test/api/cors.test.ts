// Calls from pages of other origins: what a browser asks first, and what it lets the page read.
import { beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '@challenge-service/contract'
import type { Reply } from '../support/call.ts'
import { useService } from '../support/service.ts'

const origin = 'https://elsewhere.example'
const preflight = { origin, 'access-control-request-method': 'PATCH' }

const listCorsHeaders = ({ headers }: Reply): readonly string[] =>
  Object.keys(headers).filter((name) => name.startsWith('access-control-'))

describe('a call from a page of another origin', () => {
  const service = useService('sqlite')
  let token: string
  beforeAll(async () => {
    ;({ token } = await service.token(await service.account()))
  })

  const paths = new Set(Object.values(endpoints).map(({ path }) => path.replaceAll(/\{\w+\}/g, 'x')))

  it.each([...paths, '/openapi.json', '/mcp'])(
    'is allowed beforehand on %s, without a token',
    async (path) => {
      const reply = await service.call('OPTIONS', path, { headers: preflight })
      expect([reply.status, Object.keys(reply.body)]).toEqual([200, ['request_id']])
      expect(reply.headers).toMatchObject({
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'GET, POST, PATCH, DELETE',
        'access-control-allow-headers':
          'Authorization, Content-Type, Idempotency-Key, Last-Event-ID, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id',
        'x-request-id': reply.body.request_id,
      })
      expect(reply.headers['access-control-allow-credentials']).toBeUndefined()
    },
  )

  it('asks beforehand without being counted', async () => {
    const left = async () =>
      Number((await service.call('GET', '/v1/me', { token })).headers['x-ratelimit-remaining'])
    const before = await left()
    for (let n = 0; n < 5; n += 1) {
      await service.call('OPTIONS', '/v1/me', { token, headers: preflight })
    }
    expect(await left()).toBe(before - 1)
  })

  it.each([
    ['OPTIONS without an origin', '/v1/me', { 'access-control-request-method': 'GET' }],
    ['OPTIONS that asks for no method', '/v1/me', { origin }],
    ['OPTIONS of a path that is not there', '/v1/nothing', preflight],
    ['OPTIONS with a body whose type is none', '/v1/me', { 'content-type': ' ', 'content-length': '0' }],
    ['OPTIONS of a page', '/docs', preflight],
    ['OPTIONS of a probe', '/healthz', preflight],
  ])('knows no %s', async (_, path, headers) => {
    const reply = await service.call('OPTIONS', path, { headers })
    expect([reply.status, reply.body.error?.reason]).toEqual([404, 'path_unknown'])
  })

  it('shows its answer and our headers to the page, refusals too', async () => {
    const replies = [
      await service.call('GET', '/v1/me', { token, headers: { origin } }),
      await service.call('GET', '/v1/me', { headers: { origin } }),
      await service.call('GET', '/v1/nothing', { token, headers: { origin } }),
      await service.call('POST', '/v1/challenges', { token, body: {}, headers: { origin } }),
      await service.call('GET', '/v1', { headers: { origin } }),
      await service.call('GET', '/v1?limit=1', { headers: { origin } }),
      // The router reads it as /v1/me.
      await service.call('GET', '/%76%31/me', { token, headers: { origin } }),
      await service.call('GET', '/v1/me', { token, headers: { origin, 'x-long': 'x'.repeat(17_000) } }),
    ]
    expect(replies.map(({ status }) => status)).toEqual([200, 401, 404, 400, 404, 404, 200, 400])
    for (const { headers } of replies) {
      expect(headers['access-control-allow-origin']).toBe('*')
      expect(headers['access-control-expose-headers']).toContain('X-RateLimit-Remaining')
      expect(headers['access-control-allow-credentials']).toBeUndefined()
    }
  })

  it('can read the OpenAPI document, also from a cache', async () => {
    const { headers } = await service.call('GET', '/openapi.json')
    expect(headers['access-control-allow-origin']).toBe('*')
    const again = await service.call('GET', '/openapi.json', {
      headers: { 'if-none-match': headers['etag'] ?? '' },
    })
    expect([again.status, again.headers['access-control-allow-origin']]).toEqual([304, '*'])
  })

  it.each(['/healthz', '/readyz', '/nothing', '/v1x'])('reads nothing of %s', async (path) => {
    const reply = await service.call('GET', path, { headers: { origin } })
    expect(listCorsHeaders(reply)).toEqual([])
  })

  it('leaves the answers to everyone else as they were', async () => {
    expect(listCorsHeaders(await service.call('GET', '/v1/me', { token }))).toEqual([])
  })
})
