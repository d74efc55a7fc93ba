import { describe, expect, test } from 'vitest'
import { readAnswer } from './answer.ts'
import { ChallengeServiceError, isServiceError, UnexpectedAnswerError } from './errors.ts'

const facts = { call: 'acceptChallenge', attempts: 2 }
const json = { 'content-type': 'application/json; charset=utf-8' }

const read = (status: number, body: unknown, headers: Record<string, string> = json, isPaged = false) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return readAnswer(new Response(text, { status, headers }), text, isPaged, facts)
}

const thrownBy = (work: () => unknown): unknown => {
  try {
    work()
  } catch (error) {
    return error
  }
  throw new Error('nothing was thrown')
}

describe('a success', () => {
  test('is data with what the headers say', () => {
    const headers = {
      ...json,
      'x-ratelimit-limit': '30',
      'x-ratelimit-remaining': '29',
      'x-ratelimit-reset': '1794744000',
      'x-quota-remaining': '999',
      'idempotency-replayed': 'true',
    }
    expect(read(201, { data: { id: 'ch_1' }, request_id: 'req_1' }, headers)).toEqual({
      data: { id: 'ch_1' },
      status: 201,
      requestId: 'req_1',
      replayed: true,
      rate: { limit: 30, remaining: 29, resetAt: new Date('2026-11-15T12:00:00Z') },
      quotaRemaining: 999,
    })
  })

  test('does without the headers that a browser may hide', () => {
    expect(read(200, { data: [], next_cursor: null, request_id: 'req_1' }, json, true)).toEqual({
      data: [],
      status: 200,
      requestId: 'req_1',
      replayed: false,
      rate: null,
      quotaRemaining: null,
      nextCursor: null,
    })
  })

  test('ends a list that does not say how it goes on', () => {
    expect(read(200, { data: [], request_id: 'req_1' }, json, true)).toMatchObject({ nextCursor: null })
    expect(read(200, { data: [], next_cursor: 'abc', request_id: 'req_1' }, json, true)).toMatchObject({
      nextCursor: 'abc',
    })
  })
})

describe('a refusal', () => {
  test('keeps all that the service said', () => {
    const error = thrownBy(() =>
      read(409, {
        error: {
          code: 'invalid_state',
          reason: 'status_forbids',
          message: 'It is resolved.',
          allowed_actions: ['evidence'],
          fields: [{ field: 'id', message: 'is resolved' }],
          retry_after: 3,
        },
        request_id: 'req_1',
      }),
    )
    expect(error).toBeInstanceOf(ChallengeServiceError)
    expect(error).toMatchObject({
      name: 'ChallengeServiceError',
      message: 'It is resolved.',
      code: 'invalid_state',
      reason: 'status_forbids',
      status: 409,
      fields: [{ field: 'id', message: 'is resolved' }],
      allowedActions: ['evidence'],
      retryAfter: 3,
      requestId: 'req_1',
      call: 'acceptChallenge',
      attempts: 2,
    })
    expect(isServiceError(error)).toBe(true)
    expect(isServiceError(error, 'invalid_state')).toBe(true)
    expect(isServiceError(error, 'conflict')).toBe(false)
    expect(isServiceError(new Error('x'))).toBe(false)
  })

  test('has no fields and no actions where none were given, and takes an unknown reason', () => {
    const error = thrownBy(() =>
      read(403, { error: { code: 'forbidden', reason: 'new_word', message: 'No.' }, request_id: 'req_1' }),
    )
    expect(error).toMatchObject({
      reason: 'new_word',
      fields: [],
      allowedActions: undefined,
      retryAfter: undefined,
    })
  })
})

describe('an answer that is not from the service', () => {
  test.each([
    ['a page', 502, '<html>Bearer cs_acc_secret</html>', { 'content-type': 'text/html' }],
    ['a page that says it went well', 200, '<html>Log in</html>', { 'content-type': 'text/html' }],
    ['JSON of another program', 200, { ok: true }, json],
    ['data without a request id', 200, { data: {} }, json],
    ['an error of another form', 400, { error: 'bad_request' }, json],
    [
      'a code that does not exist',
      418,
      { error: { code: 'teapot', reason: 'x', message: 'x' }, request_id: 'r' },
      json,
    ],
    [
      'a member of every object in place of a code',
      400,
      { error: { code: 'toString', reason: 'x', message: 'x' } },
      json,
    ],
    [
      'a refusal that says it went well',
      200,
      { error: { code: 'conflict', reason: 'x', message: 'x' }, request_id: 'r' },
      json,
    ],
    ['data that says it failed', 500, { data: {}, request_id: 'r' }, json],
    ['an array', 200, [], json],
    ['nothing', 200, '', {}],
    ['half of an answer', 200, '{"data":{"id":', json],
  ])('%s', (_, status, body, headers) => {
    const error = thrownBy(() => read(status, body, headers))
    expect(error).toBeInstanceOf(UnexpectedAnswerError)
    expect(error).toMatchObject({ status, call: 'acceptChallenge', attempts: 2 })
    expect((error as Error).message).toContain(`status ${status}`)
    expect((error as Error).message).not.toContain('secret')
  })

  test('a redirect is told as one', () => {
    const error = thrownBy(() => read(302, '', { location: 'https://elsewhere.example/' }))
    expect((error as Error).message).toMatch(/a redirect, .* is baseUrl right\?$/)
  })

  test('tells how long to wait in whole seconds, and nothing else', () => {
    const retryAfterOf = (value: string): unknown =>
      (thrownBy(() => read(503, '', { 'retry-after': value })) as UnexpectedAnswerError).retryAfter
    expect(retryAfterOf('7')).toBe(7)
    expect(retryAfterOf('Sun, 15 Nov 2026 12:00:00 GMT')).toBeUndefined()
    expect(retryAfterOf('-1')).toBeUndefined()
    expect(retryAfterOf('1.5')).toBeUndefined()
  })
})
