// What the client does when the network, a proxy or the service fails, over real sockets and without waiting.
import { codes, type Code } from '@challenge-service/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Retry } from '../../packages/client/src/call.ts'
import { assembleClient, type ClientOptions } from '../../packages/client/src/client.ts'
import {
  ChallengeServiceError,
  ConnectionError,
  UnexpectedAnswerError,
} from '../../packages/client/src/errors.ts'
import { createSurroundings } from './surroundings.ts'
import {
  cut,
  page,
  refuse,
  reset,
  stall,
  stallInTheMiddle,
  startStandIn,
  succeed,
  type Behaviour,
  type StandIn,
} from './stand-in.ts'

const token = 'cs_acc_not_to_be_told'
const id = `ch_${'0'.repeat(26)}`
const claim = { claim: 'It will rain', opponent_email: 'bo@b.example', stake: 'a coffee', due_days: 3 }

let service: StandIn
beforeAll(async () => {
  service = await startStandIn()
})
afterAll(() => service.stop())

const newClient = (options: Partial<ClientOptions> = {}) => {
  const surroundings = createSurroundings()
  const client = assembleClient({ baseUrl: service.url, token, ...options }, surroundings.runtime)
  return { client, ...surroundings }
}

const failure = async (work: Promise<unknown>): Promise<unknown> => {
  try {
    await work
  } catch (error) {
    return error
  }
  throw new Error('the call went well')
}

const passing: readonly (readonly [string, Behaviour, number])[] = [
  ['a reset connection', reset, 500],
  ['half of an answer', cut, 500],
  ['an error of the service', refuse('internal_error', 'unforeseen'), 500],
  ['a key that is still at work', refuse('conflict', 'key_in_use'), 500],
  ['too many calls', refuse('rate_limited', 'rate_passed', { retry_after: 7 }), 7500],
  ["a proxy's 500", page(500), 500],
  ["a proxy's 502", page(502), 500],
  ["a proxy's 503 with Retry-After", page(503, { 'retry-after': '2' }), 2500],
  ["a proxy's 504", page(504), 500],
  ["a proxy's 429", page(429, { 'retry-after': '1' }), 1500],
]

describe.each(passing)('after %s', (_, behaviour, delayMs) => {
  test('a GET is sent again', async () => {
    const { client, sleeps, timers } = newClient()
    service.plan(behaviour, succeed())
    expect(await client.getMe()).toEqual({ done: true })
    expect(service.received.map(({ method }) => method)).toEqual(['GET', 'GET'])
    expect(sleeps).toEqual([delayMs])
    expect(timers.size).toBe(0)
  })

  test('a POST is sent again, the same under the same key', async () => {
    const { client } = newClient()
    service.plan(behaviour, behaviour, succeed())
    expect(await client.createChallenge(claim)).toEqual({ done: true })
    expect(service.received).toHaveLength(3)
    const keys = service.received.map(({ headers }) => headers['idempotency-key'])
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
    expect(new Set(keys).size).toBe(1)
    expect(new Set(service.received.map(({ body }) => body))).toEqual(new Set([JSON.stringify(claim)]))
  })

  test('a DELETE is sent again', async () => {
    const { client } = newClient()
    service.plan(behaviour, succeed())
    expect(await client.deleteWebhook({ id: 'whk_1' })).toEqual({ done: true })
    expect(service.received.map(({ method }) => method)).toEqual(['DELETE', 'DELETE'])
  })
})

describe('nothing else is sent again:', () => {
  const refusals = (Object.keys(codes) as Code[])
    .flatMap((code) => Object.keys(codes[code].reasons).map((reason) => ({ code, reason })))
    .filter(
      ({ code, reason }) => !['rate_limited', 'internal_error'].includes(code) && reason !== 'key_in_use',
    )

  test.each(refusals)('$code $reason', async ({ code, reason }) => {
    const { client, sleeps } = newClient()
    service.plan(refuse(code, reason, { retry_after: 1 }))
    const error = await failure(client.createChallenge(claim))
    expect(error).toBeInstanceOf(ChallengeServiceError)
    expect(error).toMatchObject({ code, reason, status: codes[code].status, retryAfter: 1, attempts: 1 })
    expect(service.received).toHaveLength(1)
    expect(sleeps).toEqual([])
  })

  test.each([200, 400, 403, 404, 413, 501])('a page with status %d', async (status) => {
    const { client } = newClient()
    service.plan(page(status))
    const error = await failure(client.getMe())
    expect(error).toBeInstanceOf(UnexpectedAnswerError)
    expect(error).toMatchObject({ status, contentType: 'text/html', requestId: 'req_header', attempts: 1 })
    expect(service.received).toHaveLength(1)
  })

  test.each([301, 302, 303, 307, 308])('a redirect (%d), which is not followed either', async (status) => {
    const { client } = newClient()
    service.plan(page(status, { location: `${service.url}/v1/elsewhere` }), succeed())
    await expect(client.createChallenge(claim)).rejects.toThrow(/a redirect.*is baseUrl right/)
    expect(service.received).toHaveLength(1)
  })

  test('a wait that is longer than anyone waits', async () => {
    const { client, sleeps } = newClient()
    service.plan(page(503, { 'retry-after': '3600' }))
    expect(await failure(client.getMe())).toMatchObject({ status: 503, retryAfter: 3600 })
    expect(sleeps).toEqual([])
  })
})

describe('in the end', () => {
  test('it gives up after three more, each after a longer wait', async () => {
    const told: Retry[] = []
    const { client, sleeps } = newClient({ onRetry: (retry) => told.push(retry) })
    service.plan(reset)
    const error = await failure(client.getMe())
    expect(error).toBeInstanceOf(ConnectionError)
    expect(error).toMatchObject({ attempts: 4, timedOut: false, call: 'getMe' })
    expect(service.received).toHaveLength(4)
    expect(sleeps).toEqual([500, 1000, 2000])
    expect(told.map(({ call, attempts, delayMs }) => [call, attempts, delayMs])).toEqual([
      ['getMe', 1, 500],
      ['getMe', 2, 1000],
      ['getMe', 3, 2000],
    ])
    expect(told[0]?.error).toBeInstanceOf(ConnectionError)
  })

  test('or after as many as it was told', async () => {
    for (const retries of [0, 1, 5]) {
      const { client } = newClient({ retries })
      service.plan(page(503))
      expect(await failure(client.getMe())).toMatchObject({ status: 503, attempts: retries + 1 })
      expect(service.received).toHaveLength(retries + 1)
    }
  })

  test('it keeps the cause, and no message or member holds the token', async () => {
    const gone = await startStandIn()
    await gone.stop()
    const { client } = newClient({ baseUrl: gone.url, retries: 0 })
    const refusedConnection = await failure(client.getMe())
    expect(refusedConnection).toMatchObject({
      message: 'getMe got no answer: ECONNREFUSED',
      cause: { message: 'fetch failed' },
    })
    service.plan(page(403))
    const echoed = await failure(newClient().client.getMe())
    for (const error of [refusedConnection, echoed] as Error[]) {
      expect(error.message + JSON.stringify(error) + String(error.stack)).not.toContain(token)
    }
  })

  test('a DELETE whose answer was lost and that then finds nothing says so, and how often it asked', async () => {
    const { client } = newClient()
    service.plan(reset, refuse('not_found', 'not_visible'))
    expect(await failure(client.deleteWebhook({ id: 'whk_1' }))).toMatchObject({
      code: 'not_found',
      attempts: 2,
    })
  })
})

describe('the key of a POST', () => {
  test('is new for each call, is kept where one is given, and is for a POST alone', async () => {
    const { client } = newClient()
    service.plan(succeed())
    await client.acceptChallenge({ id })
    await client.acceptChallenge({ id })
    await client.acceptChallenge({ id }, { idempotencyKey: 'mine' })
    await client.getMe({}, { idempotencyKey: 'mine' })
    await client.deleteWebhook({ id: 'whk_1' })
    const keys = service.received.map(({ headers }) => headers['idempotency-key'])
    expect(keys.slice(2)).toEqual(['mine', undefined, undefined])
    expect(keys[0]).not.toBe(keys[1])
  })

  test('that cannot stand in a header is an error of the caller, not of the network', async () => {
    const { client, sleeps } = newClient()
    service.plan(succeed())
    await expect(client.acceptChallenge({ id }, { idempotencyKey: 'a\nb' })).rejects.toThrow(TypeError)
    expect(service.received).toHaveLength(0)
    expect(sleeps).toEqual([])
  })
})

describe('the time limit', () => {
  const tooLate = { timedOut: true, attempts: 4, message: 'getMe got no answer: the time was up' }

  test('ends a call whose answer does not come, and it is sent again', async () => {
    const { client, expire, sleeps } = newClient()
    service.plan(stall(expire), succeed())
    expect(await client.getMe()).toEqual({ done: true })
    expect(sleeps).toEqual([500])
    service.plan(stall(expire))
    expect(await failure(client.getMe())).toMatchObject(tooLate)
  })

  test('ends a call whose answer has begun and does not end', async () => {
    const { client, expire } = newClient({
      fetch: async (url, init) => {
        const response = await fetch(url, init)
        setImmediate(expire)
        return response
      },
    })
    service.plan(stallInTheMiddle)
    expect(await failure(client.getMe())).toMatchObject(tooLate)
  })

  test('is 30 seconds, or what the client or the call says, and longer by the wait of the feed', async () => {
    const limitOf = async (options: Partial<ClientOptions>, input: object, timeoutMs?: number) => {
      const { client, timers, expire } = newClient({ retries: 0, ...options })
      let limit: number | undefined
      service.plan(
        stall(() => {
          limit = [...timers][0]?.ms
          expire()
        }),
      )
      await failure(client.listEvents(input, { timeoutMs }))
      return limit
    }
    expect(await limitOf({}, {})).toBe(30_000)
    expect(await limitOf({ timeoutMs: 5_000 }, {})).toBe(5_000)
    expect(await limitOf({ timeoutMs: 5_000 }, {}, 100)).toBe(100)
    expect(await limitOf({}, { wait: 25 })).toBe(55_000)
  })
})

describe('an abort', () => {
  test('ends the call with its reason and is not retried', async () => {
    for (const retries of [0, 3]) {
      const told: Retry[] = []
      const { client, timers } = newClient({ retries, onRetry: (retry) => told.push(retry) })
      const controller = new AbortController()
      const reason = new Error('enough')
      service.plan(stall(() => controller.abort(reason)))
      expect(await failure(client.getMe({}, { signal: controller.signal }))).toBe(reason)
      expect(service.received).toHaveLength(1)
      expect(timers.size).toBe(0)
      expect(told).toEqual([])
    }
  })

  test('ends the wait between two attempts', async () => {
    const controller = new AbortController()
    const { client } = newClient({ onRetry: () => controller.abort(new Error('enough')) })
    service.plan(reset)
    await expect(client.getMe({}, { signal: controller.signal })).rejects.toThrow('enough')
    expect(service.received).toHaveLength(1)
  })

  test('that came before keeps the call from being sent', async () => {
    service.plan(succeed())
    const { client } = newClient()
    await expect(client.getMe({}, { signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow(
      'enough',
    )
    expect(service.received).toHaveLength(0)
  })
})
