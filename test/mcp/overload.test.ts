// A process with too much to do refuses messages of assistants as it refuses every call: by HTTP, before they are read.
import { expect, it, onTestFinished } from 'vitest'
import { sendMessage } from '../support/mcp.ts'
import { plantFault } from '../support/planted.ts'
import { startPlanted } from '../support/service.ts'

it('messages of assistants are refused as overloaded, and told when to come back', async () => {
  // Too much at once: as if as many writes waited as may.
  const sources = plantFault([
    { file: 'packages/server/src/ops/overload.ts', from: 'waitingWrites: 500,', to: 'waitingWrites: 0,' },
  ])
  const service = await startPlanted(sources, 'sqlite', {})
  onTestFinished(async () => {
    await service.stop()
    sources.remove()
  })
  const { token } = await service.token(await service.account())
  for (const method of ['tools/list', 'tools/call', 'subscriptions/listen', 'no/method']) {
    const reply = await sendMessage({ url: service.url, token }, method)
    expect([reply.status, reply.headers['retry-after'], reply.body.error]).toMatchObject([
      500,
      '1',
      { code: 'internal_error', reason: 'overloaded', retry_after: 1 },
    ])
  }
  expect(service.waitingCalls()).toBe(0)
  expect((await service.call('GET', '/v1/me', { token })).status).toBe(200)
})
