// Two headers that say whom a call is for, or by whom: which of them counts is nothing to guess at.
import { beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../support/engine.ts'
import { useService } from '../support/service.ts'
import { rawCall, requestOf } from './raw-call.ts'

describe.each(engines)('Smaller, each a defect: two Host or two Authorization headers, on %s', (engine) => {
  const service = useService(engine, { READS_PER_MINUTE: '1000' })
  let token: string
  beforeAll(async () => {
    token = (await service.token(await service.account())).token
  })

  const send = (path: string, headers: readonly string[], method = 'GET') =>
    rawCall(service.url, requestOf(method, path, headers))
  const ours = (): string => `Authorization: Bearer ${token}`
  const many = Array.from({ length: 2_200 }, () => 'a:')

  it.each<[string, () => readonly string[], string]>([
    ['two Host headers', () => ['Host: a', 'Host: b', ours()], 'Host'],
    ['the same Host twice', () => ['Host: a', 'Host: a', ours()], 'Host'],
    ['two Host headers in other letters', () => ['HOST: a', ours(), 'host: b'], 'Host'],
    ['an empty Host beside one', () => ['Host: a', 'Host:', ours()], 'Host'],
    ['two Authorization headers', () => ['Host: a', ours(), 'Authorization: Bearer x'], 'Authorization'],
    ['the same token twice', () => ['Host: a', ours(), ours()], 'Authorization'],
    [
      'two Authorization headers in other letters',
      () => ['Host: a', 'AUTHORIZATION: Basic eDp5', ours().toLowerCase()],
      'Authorization',
    ],
    ['a second Host after very many headers', () => ['Host: a', ours(), ...many, 'Host: b'], 'Host'],
  ])('a call with %s is invalid_request', async (_, headers, field) => {
    const { status, body } = await send('/v1/me', headers())

    expect(status).toBe(400)
    expect(body.error).toMatchObject({
      code: 'invalid_request',
      reason: 'header_malformed',
      fields: [{ field }],
    })
  })

  it.each([
    ['an unknown path', 'GET', '/v1/nothing'],
    ['an unknown method', 'PUT', '/v1/me'],
    ['a path that cannot be decoded', 'GET', '/v1/challenges/%zz'],
    ['a token that is none', 'GET', '/v1/me'],
  ])('they come before %s', async (_, method, path) => {
    const { status, body } = await send(path, ['Host: a', 'Host: b', 'Authorization: x'], method)

    expect(status).toBe(400)
    expect(body.error).toMatchObject({ reason: 'header_malformed', fields: [{ field: 'Host' }] })
  })

  it('one of each is what a call has', async () => {
    expect((await send('/v1/me', ['Host: a', ours()])).status).toBe(200)
    expect((await send('/v1/me', ['Host: a', ours(), ...many])).status).toBe(200)
  })

  it('an Idempotency-Key is given once', async () => {
    const key = 'Idempotency-Key: k'
    const { body } = await send('/v1/challenges', ['Host: a', ours(), key, key], 'POST')
    expect(body.error).toMatchObject({ reason: 'input_invalid' })
    const accept = await send(
      `/v1/challenges/ch_${'0'.repeat(26)}/accept`,
      ['Host: a', ours(), key, key],
      'POST',
    )
    expect(accept.body.error).toMatchObject({
      reason: 'header_malformed',
      fields: [{ field: 'Idempotency-Key' }],
    })
  })
})
