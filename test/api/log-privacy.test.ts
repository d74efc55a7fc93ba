// A log line never holds a token, an address, a body, a query string or a header's value.
import { describe, expect, it } from 'vitest'
import { engines } from '../support/engine.ts'
import { useService } from '../support/service.ts'

describe.each(engines)('the log, on %s', (engine) => {
  const service = useService(engine)

  it('tells of each call its id, token id, route, status and time, and nothing that was sent', async () => {
    const account = await service.account({ email: 'canary-address@canary.example' })
    const { id, token } = await service.token(account)
    const headers = {
      'x-request-id': '2b1f6d0e-5c1b-4c53-9a53-0c3c0b9b7d11',
      'user-agent': 'canary-agent',
      'idempotency-key': 'canary-key',
      cookie: 'canary=cookie',
    }
    const address = encodeURIComponent(account.email)
    const replies = [
      await service.call('GET', `/v1/me?user_email=${address}`, { token, headers }),
      await service.call('POST', '/v1/probes', { token, headers, body: { label: 'canary-body' } }),
      await service.call('POST', '/v1/probes', { token, headers, body: { canary_member: 'canary-value' } }),
      await service.call('POST', '/v1/probes/break?user_email=canary-address%40canary.example', {
        token,
        headers,
      }),
      await service.call('GET', '/v1/canary-path?canary=query', { token, headers }),
      await service.call('GET', '/v1/me', { token: `${token}x`, headers }),
      await service.call('GET', '/v1/probes/canary-id', { token, headers: { 'x-request-id': token } }),
    ]
    const lines = service.logLines.join('')

    expect(lines).not.toMatch(/canary/i)
    expect(lines).not.toContain(token)
    expect(lines).not.toContain('cs_acc_')
    for (const { body, status } of replies) {
      const line = service.logLines.find(
        (text) => text.includes(`"request_id":"${body.request_id}"`) && text.includes('"msg":"call"'),
      )
      expect(JSON.parse(line ?? '{}')).toMatchObject({
        request_id: body.request_id,
        status,
        ms: expect.any(Number) as number,
      })
    }
    const first = service.logLines
      .map((text) => JSON.parse(text) as Record<string, unknown>)
      .find(({ route }) => route === '/v1/me')
    expect(first).toMatchObject({ token: id, method: 'GET', client_request_id: headers['x-request-id'] })
  })
})
