// Driven by the table: every endpoint stands on the same floor, and answers every wrong call the same way.
import { beforeAll, describe, expect, it } from 'vitest'
import { endpoints, idPrefixes, type Endpoint } from '@challenge-service/contract'
import { mintToken } from '../../packages/server/src/kernel/token.ts'
import { changePlan, endToken } from '../../packages/server/src/features/access/access.service.ts'
import { DAY_MS } from '../../packages/server/src/kernel/instants.ts'
import type { CallOptions, Reply } from '../support/call.ts'
import { engines } from '../support/engine.ts'
import { useService, type TestAccount, type TestService } from '../support/service.ts'

const LIMIT = 3

const pathOf = ({ path, params }: Endpoint): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const { idOf } = params.properties[name] as { idOf?: keyof typeof idPrefixes }
    return idOf ? `${idPrefixes[idOf]}_${'0'.repeat(26)}` : 'none'
  })

interface Expected {
  readonly status: number
  readonly code: string
  readonly reason: string
  readonly fields?: readonly string[]
  /** Whether the token is known, so that rate and quota are told. */
  readonly known: boolean
}

interface Case {
  readonly name: string
  readonly appliesTo?: (endpoint: Endpoint) => boolean
  readonly send: (service: TestService, account: TestAccount, endpoint: Endpoint) => Promise<Reply>
  readonly expected: Expected
}

const badToken = (reason: string): Expected => ({ status: 401, code: 'invalid_token', reason, known: false })
const badInput = (...fields: string[]): Expected => ({
  status: 400,
  code: 'invalid_request',
  reason: 'input_invalid',
  fields,
  known: true,
})
const badRequest = (reason: string): Expected => ({
  status: 400,
  code: 'invalid_request',
  reason,
  known: true,
})

const sendTo = (service: TestService, endpoint: Endpoint, options: CallOptions, query = ''): Promise<Reply> =>
  service.call(endpoint.method, pathOf(endpoint) + query, options)

const withToken =
  (options: CallOptions = {}, query = ''): Case['send'] =>
  async (service, account, endpoint) => {
    const { token } = await service.token(account)
    return sendTo(service, endpoint, { ...options, token }, query)
  }

/** What the endpoint's example sends in its body. */
const soundBody = ({ body, example }: Endpoint): object =>
  Object.fromEntries(
    Object.entries(example.input as object).filter(([name]) => Object.hasOwn(body?.properties ?? {}, name)),
  )

const needsScope = ({ scope }: Endpoint): boolean => scope !== null
const takesBody = ({ body }: Endpoint): boolean => body !== null
const json = { 'content-type': 'application/json' }

const cases: readonly Case[] = [
  {
    name: 'no token',
    send: (service, _, endpoint) => sendTo(service, endpoint, {}),
    expected: badToken('token_missing'),
  },
  {
    name: 'a malformed header',
    send: (service, _, endpoint) => sendTo(service, endpoint, { headers: { authorization: 'Basic abc' } }),
    expected: badToken('token_malformed'),
  },
  {
    name: 'a token with a wrong checksum',
    send: (service, _, endpoint) =>
      sendTo(service, endpoint, { token: `${mintToken('account').slice(0, -6)}000000` }),
    expected: badToken('token_malformed'),
  },
  {
    name: 'an unknown token',
    send: (service, _, endpoint) => sendTo(service, endpoint, { token: mintToken('account') }),
    expected: badToken('token_unknown'),
  },
  {
    name: 'a revoked token',
    send: async (service, account, endpoint) => {
      const { id, token } = await service.token(account)
      await service.store.write((tx) => endToken(tx, id, service.clock.now()))
      return sendTo(service, endpoint, { token })
    },
    expected: badToken('token_revoked'),
  },
  {
    name: 'an expired token',
    send: async (service, account, endpoint) => {
      const { token } = await service.token(account, { expiresInDays: 1 })
      service.clock.advance(DAY_MS)
      return sendTo(service, endpoint, { token })
    },
    expected: badToken('token_expired'),
  },
  {
    name: 'a rate that is passed',
    send: async (service, account, endpoint) => {
      const { token } = await service.token(account)
      for (let i = 0; i < LIMIT; i += 1) {
        const reply = await sendTo(service, endpoint, { token })
        expect(reply.headers['x-ratelimit-remaining']).toBe(String(LIMIT - 1 - i))
      }
      return sendTo(service, endpoint, { token })
    },
    expected: { status: 429, code: 'rate_limited', reason: 'rate_passed', known: true },
  },
  {
    name: 'a plan that was never there',
    appliesTo: needsScope,
    send: async (service, _, endpoint) => {
      const { token } = await service.token(await service.account({ plan: 'free' }), {
        scopes: 'profile:read',
      })
      return sendTo(service, endpoint, { token })
    },
    expected: { status: 402, code: 'plan_required', reason: 'plan_needed', known: true },
  },
  {
    name: 'a lapsed plan',
    appliesTo: needsScope,
    send: async (service, _, endpoint) => {
      const lapsed = await service.account()
      const { token } = await service.token(lapsed)
      await service.store.write((tx) => changePlan(tx, lapsed.email, 'free'))
      return sendTo(service, endpoint, { token })
    },
    expected: { status: 402, code: 'plan_required', reason: 'plan_lapsed', known: true },
  },
  {
    name: 'a missing scope',
    appliesTo: needsScope,
    send: async (service, account, endpoint) => {
      const other = endpoint.scope === 'profile:read' ? 'questions:read' : 'profile:read'
      const { token } = await service.token(account, { scopes: other })
      return sendTo(service, endpoint, { token })
    },
    expected: { status: 403, code: 'insufficient_scope', reason: 'scope_missing', known: true },
  },
  { name: 'an unknown query parameter', send: withToken({}, '?limt=3'), expected: badInput('limt') },
  {
    name: 'a parameter given twice',
    send: withToken({}, '?user_email=a%40b.example&user_email=a%40b.example'),
    expected: badInput('user_email'),
  },
  {
    name: 'a query that cannot be decoded',
    send: withToken({}, '?user_email=%zz'),
    expected: badRequest('url_malformed'),
  },
  {
    name: 'an unknown body member',
    appliesTo: takesBody,
    send: withToken({ body: { clam: 1 } }),
    expected: badInput('clam'),
  },
  {
    name: 'a body member given twice',
    appliesTo: takesBody,
    send: withToken({ raw: '{"user_email":"a@b.example","user_email":"a@b.example"}', headers: json }),
    expected: badInput('user_email'),
  },
  {
    name: 'broken JSON',
    appliesTo: takesBody,
    send: withToken({ raw: '{"claim": ', headers: json }),
    expected: badRequest('body_malformed'),
  },
  {
    name: 'JSON that is no object',
    appliesTo: takesBody,
    send: withToken({ raw: '[1]', headers: json }),
    expected: badRequest('body_malformed'),
  },
  {
    name: 'bytes that are not UTF-8',
    appliesTo: takesBody,
    send: withToken({ raw: Buffer.from([0x7b, 0xff, 0x7d]), headers: json }),
    expected: badRequest('body_malformed'),
  },
  {
    name: 'nesting without end',
    appliesTo: takesBody,
    send: withToken({ raw: `{"a":${'['.repeat(30_000)}${']'.repeat(30_000)}}`, headers: json }),
    expected: badRequest('body_malformed'),
  },
  {
    name: 'a wrong content type',
    appliesTo: takesBody,
    send: withToken({ raw: '{}', headers: { 'content-type': 'text/plain' } }),
    expected: badRequest('content_type'),
  },
  {
    name: 'no content type',
    appliesTo: takesBody,
    send: withToken({ raw: Buffer.from('{}') }),
    expected: badRequest('content_type'),
  },
  {
    name: 'a body that is too large',
    appliesTo: takesBody,
    send: withToken({ raw: JSON.stringify({ claim: 'x'.repeat(64 * 1024) }), headers: json }),
    expected: badRequest('body_too_large'),
  },
  {
    name: 'an unusable Idempotency-Key',
    appliesTo: ({ method }) => method === 'POST',
    send: async (service, account, endpoint) => {
      const { token } = await service.token(account)
      const body = soundBody(endpoint)
      return sendTo(service, endpoint, { token, body, headers: { 'idempotency-key': 'x'.repeat(256) } })
    },
    expected: badRequest('header_malformed'),
  },
  {
    name: 'another address with an account token',
    send: async (service, account, endpoint) => {
      const { token } = await service.token(account)
      const body = soundBody(endpoint)
      return sendTo(
        service,
        endpoint,
        { token, ...(endpoint.body ? { body } : {}) },
        '?user_email=someone%40else.example',
      )
    },
    expected: { status: 403, code: 'forbidden', reason: 'not_your_address', known: true },
  },
  {
    name: 'a group token that names nobody',
    appliesTo: needsScope,
    send: async (service, _, endpoint) => {
      const { token } = await service.group()
      const body = soundBody(endpoint)
      return sendTo(service, endpoint, { token, ...(endpoint.body ? { body } : {}) })
    },
    expected: badRequest('acting_person_missing'),
  },
  {
    name: 'a group token that names two people',
    appliesTo: takesBody,
    send: async (service, _, endpoint) => {
      const { token, adminEmail } = await service.group()
      const body = { ...soundBody(endpoint), user_email: adminEmail }
      return sendTo(service, endpoint, { token, body }, '?user_email=no%40one.example')
    },
    expected: badRequest('acting_person_differs'),
  },
  {
    name: 'a group token that names someone in no form of an address',
    send: async (service, _, endpoint) => {
      const { token } = await service.group()
      const body = soundBody(endpoint)
      return sendTo(service, endpoint, { token, ...(endpoint.body ? { body } : {}) }, '?user_email=nobody')
    },
    expected: badInput('user_email'),
  },
  {
    name: 'an acting person that is no text',
    appliesTo: takesBody,
    send: async (service, _, endpoint) => {
      const { token, adminEmail } = await service.group()
      const body = { ...soundBody(endpoint), user_email: [adminEmail] }
      return sendTo(service, endpoint, { token, body })
    },
    expected: badInput('user_email'),
  },
  {
    name: 'a group token that names a stranger in the body',
    appliesTo: takesBody,
    send: async (service, _, endpoint) => {
      const { token } = await service.group()
      const body = { ...soundBody(endpoint), user_email: 'no@one.example' }
      return sendTo(service, endpoint, { token, body })
    },
    expected: { status: 403, code: 'forbidden', reason: 'not_a_member', known: true },
  },
  {
    name: 'a group token that names a stranger',
    send: async (service, _, endpoint) => {
      const { token } = await service.group()
      const body = soundBody(endpoint)
      return sendTo(
        service,
        endpoint,
        { token, ...(endpoint.body ? { body } : {}) },
        '?user_email=no%40one.example',
      )
    },
    expected: { status: 403, code: 'forbidden', reason: 'not_a_member', known: true },
  },
]

const expectEnvelope = (reply: Reply): void => {
  expect(reply.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(reply.headers['cache-control']).toBe('no-store')
  expect(reply.headers['x-content-type-options']).toBe('nosniff')
  expect(reply.body.request_id).toMatch(/^req_[0-9a-z]{26}$/)
  expect(reply.headers['x-request-id']).toBe(reply.body.request_id)
}

const expectLimitHeaders = ({ headers }: Reply, known: boolean): void => {
  for (const name of [
    'x-ratelimit-limit',
    'x-ratelimit-remaining',
    'x-ratelimit-reset',
    'x-quota-remaining',
  ]) {
    if (known) expect(headers[name], name).toMatch(/^\d+$/)
    else expect(headers[name], name).toBeUndefined()
  }
}

const expectError = (reply: Reply, endpoint: Endpoint, expected: Expected): void => {
  expectEnvelope(reply)
  const { status, code, reason, fields, known } = expected
  expect({ status: reply.status, code: reply.body.error?.code, reason: reply.body.error?.reason }).toEqual({
    status,
    code,
    reason,
  })
  expect(reply.body.error?.message).toMatch(/\S/)
  // Other members may be missing as well; the one this case is about must be named.
  if (fields)
    expect(reply.body.error?.fields?.map(({ field }) => field)).toEqual(expect.arrayContaining([...fields]))
  expectLimitHeaders(reply, known)
  const challenge =
    status === 401
      ? 'Bearer error="invalid_token"'
      : code === 'insufficient_scope'
        ? `Bearer error="insufficient_scope", scope="${endpoint.scope}"`
        : undefined
  expect(reply.headers['www-authenticate']).toBe(challenge)
  if (status === 429) expect(reply.headers['retry-after']).toBe(String(reply.body.error?.retry_after))
}

describe.each(engines)('every endpoint, on %s', (engine) => {
  const service = useService(engine, {
    READS_PER_MINUTE: String(LIMIT),
    WRITES_PER_MINUTE: String(LIMIT),
  })
  let account: TestAccount
  beforeAll(async () => {
    account = await service.account()
  })

  describe.each(
    Object.values(endpoints).map((endpoint) => ({ endpoint, title: `${endpoint.method} ${endpoint.path}` })),
  )('$title', ({ endpoint }) => {
    it.each(cases.filter(({ appliesTo }) => appliesTo?.(endpoint) ?? true))(
      'refuses $name',
      async (wrong) => {
        expectError(await wrong.send(service, account, endpoint), endpoint, wrong.expected)
      },
    )

    it('takes an empty body, whatever its content type says', async () => {
      const { token } = await service.token(account)
      for (const contentType of ['application/json', 'text/plain; charset=x', 'nonsense']) {
        const reply = await sendTo(service, endpoint, {
          token,
          raw: '',
          headers: { 'content-type': contentType },
        })
        expectEnvelope(reply)
        // Whether members are required is the endpoint's; that there is no body is not an error of its own.
        expect(['content_type', 'body_malformed', 'header_malformed']).not.toContain(reply.body.error?.reason)
        expect(reply.status).not.toBe(500)
      }
    })

    it('answers a sound call, or says that there is nothing to see', async () => {
      const { token } = await service.token(account)
      const body = soundBody(endpoint)
      const reply = await sendTo(service, endpoint, { token, ...(endpoint.body ? { body } : {}) })
      expectEnvelope(reply)
      expectLimitHeaders(reply, true)
      // The option of a vote is made up, and so of no question.
      const isOver = reply.body.error?.reason === 'question_over'
      expect([...endpoint.statuses, isOver ? 409 : 404]).toContain(reply.status)
    })
  })
})
