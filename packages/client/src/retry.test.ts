import { codes, type Code } from '@challenge-service/contract'
import { describe, expect, test } from 'vitest'
import { ChallengeServiceError, ConnectionError, UnexpectedAnswerError } from './errors.ts'
import { delayAfter, endlessPatience, patienceOf } from './retry.ts'

const facts = { call: 'getMe', attempts: 1 }
const lost = new ConnectionError(new TypeError('fetch failed'), false, facts)

const refused = (code: Code, reason: string, retryAfter?: number): ChallengeServiceError =>
  new ChallengeServiceError(
    { code, reason, message: 'No.', ...(retryAfter === undefined ? {} : { retry_after: retryAfter }) },
    codes[code].status,
    'req_1',
    facts,
  )

const foreign = (status: number, retryAfter?: number): UnexpectedAnswerError =>
  new UnexpectedAnswerError(
    'a page',
    { status, contentType: 'text/html', requestId: undefined, retryAfter },
    facts,
  )

const delay = (error: unknown, attempts = 1, random = 1, patience = patienceOf(3)) =>
  delayAfter(error, attempts, patience, () => random)

describe('what is sent again', () => {
  // By hand: of all codes and reasons, these alone.
  const again = new Set([
    'internal_error unforeseen',
    'internal_error storage_unavailable',
    'internal_error overloaded',
    'rate_limited rate_passed',
    'rate_limited streams_open',
    'conflict key_in_use',
  ])
  const all = (Object.keys(codes) as Code[]).flatMap((code) =>
    Object.keys(codes[code].reasons).map((reason) => ({ code, reason, name: `${code} ${reason}` })),
  )

  test.each(all)('$name', ({ code, reason, name }) => {
    expect(delay(refused(code, reason)) !== undefined).toBe(again.has(name))
  })

  test('whatever got no answer', () => {
    expect(delay(lost)).toBe(500)
    expect(delay(new ConnectionError(undefined, true, facts))).toBe(500)
  })

  test.each([
    [500, true],
    [502, true],
    [503, true],
    [504, true],
    [429, true],
    [0, false],
    [200, false],
    [302, false],
    [400, false],
    [404, false],
    [408, false],
    [413, false],
    [501, false],
    [520, false],
  ])('a page of someone else with status %d: %s', (status, isAgain) => {
    expect(delay(foreign(status)) !== undefined).toBe(isAgain)
  })

  test('nothing that is not about the call', () => {
    expect(delay(new TypeError('x'))).toBeUndefined()
    expect(delay(new DOMException('x', 'AbortError'))).toBeUndefined()
  })
})

describe('how long it waits', () => {
  test('twice as long each time, up to a bound, and any part of that by chance', () => {
    const far = patienceOf(20)
    expect([1, 2, 3, 4, 5, 6, 20].map((attempts) => delay(lost, attempts, 1, far))).toEqual([
      500, 1000, 2000, 4000, 8000, 8000, 8000,
    ])
    expect(delay(lost, 3, 0.25)).toBe(500)
    expect(delay(lost, 3, 0)).toBe(0)
    expect(delay(lost, 60, 1, endlessPatience)).toBe(30_000)
  })

  test('never less than Retry-After says', () => {
    expect(delay(refused('rate_limited', 'rate_passed', 7), 1, 0)).toBe(7000)
    expect(delay(refused('rate_limited', 'rate_passed', 7), 3, 1)).toBe(7500)
    expect(delay(foreign(503, 2), 1, 0)).toBe(2000)
    expect(delay(foreign(503, 0), 1, 0)).toBe(0)
  })

  test('not at all where Retry-After is longer than anyone waits', () => {
    expect(delay(foreign(503, 60), 1, 0)).toBe(60_000)
    expect(delay(foreign(503, 61), 1, 0)).toBeUndefined()
    expect(delay(foreign(503, 61), 1, 0, endlessPatience)).toBe(61_000)
  })

  test('as often as was asked for', () => {
    expect(delay(lost, 3)).toBeDefined()
    expect(delay(lost, 4)).toBeUndefined()
    expect(delay(lost, 1, 1, patienceOf(0))).toBeUndefined()
    expect(delay(lost, 1_000_000, 0, endlessPatience)).toBe(0)
  })
})
