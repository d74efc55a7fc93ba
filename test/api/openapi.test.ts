// The OpenAPI document: made of the table, valid, complete, and as the service answers.
import { createConfig, lintFromString } from '@redocly/openapi-core'
import {
  codes,
  describeTable,
  endpoints,
  eventKinds,
  idPrefixes,
  openApiDocument,
  type Endpoint,
  type EndpointName,
  type OpenApiDocument,
  type PathOperation,
} from '@challenge-service/contract'
import { Compile } from 'typebox/compile'
import { describe, expect, it } from 'vitest'
import { thisRelease } from '../../packages/server/src/kernel/release.ts'
import type { Reply } from '../support/call.ts'
import { startTestService, useService, type TestService } from '../support/service.ts'

const document = openApiDocument({ version: thisRelease })
const names = Object.keys(endpoints) as EndpointName[]

type Json = Record<string, unknown>

/** The same value with every reference replaced by what it leads to. */
const dereference = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(dereference)
  if (typeof value !== 'object' || value === null) return value
  const { $ref, ...rest } = value as Json
  const members = Object.fromEntries(
    Object.entries(rest).map(([name, member]) => [name, dereference(member)]),
  )
  if (typeof $ref !== 'string') return members
  const led = $ref
    .split('/')
    .slice(1)
    .reduce<unknown>((at, name) => (at as Json)[name], document)
  if (led === undefined) throw new Error(`${$ref} leads nowhere`)
  return { ...(dereference(led) as Json), ...members }
}

const whole = dereference(document) as OpenApiDocument

const operationOf = (name: EndpointName): PathOperation => {
  const { path, method } = endpoints[name]
  const operation = whole.paths[path]?.[method.toLowerCase() as 'get' | 'post' | 'patch' | 'delete']
  if (!operation) throw new Error(`${name} is not in the document`)
  return operation
}

const lint = async (text: string) =>
  lintFromString({
    source: text,
    absoluteRef: '/openapi.json',
    config: await createConfig({ extends: ['recommended-strict'] }),
  })

/** Each schema in the document that has examples, with them. */
const exampled = (value: unknown, at: string): { at: string; schema: Json; examples: unknown[] }[] => {
  if (typeof value !== 'object' || value === null) return []
  const { schema, example, examples } = value as { schema?: Json; example?: unknown; examples?: Json }
  const given = [
    ...(example === undefined ? [] : [example]),
    ...Object.values(examples ?? {}).map((one) => (one as { value: unknown }).value),
  ]
  return [
    ...(schema && given.length > 0 ? [{ at, schema, examples: given }] : []),
    ...Object.entries(value).flatMap(([name, member]) => exampled(member, `${at}/${name}`)),
  ]
}

describe('the document', () => {
  it('is valid OpenAPI 3.1 by all recommended rules', async () => {
    const problems = await lint(JSON.stringify(document, null, 2))
    expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([])
  })

  it('would be found invalid if it were', async () => {
    const me = document.paths['/v1/me']?.get
    const broken = { ...document, paths: { '/v1/me': { get: { ...me, responses: { 200: {} } } } } }
    const found = (await lint(JSON.stringify(broken))).map(({ ruleId }) => ruleId)
    expect(found).toContain('struct')
  })

  it('holds every endpoint, with its scope and nothing beside them', () => {
    for (const name of names) {
      const { scope, summary, statuses, creates, extension, method } = endpoints[name]
      expect(operationOf(name)).toMatchObject({
        operationId: name,
        summary,
        security: [{ bearer: [] }],
        ...(scope === null ? {} : { 'x-scope': scope }),
        'x-rate-class': method === 'GET' ? 'read' : 'write',
        'x-counts-against-quota': creates,
        'x-extension': extension,
      })
      expect(operationOf(name).description).toContain(scope === null ? 'no scope' : `\`${scope}\``)
      for (const status of statuses) expect(operationOf(name).responses).toHaveProperty(String(status))
    }
    const operations = Object.values(document.paths).flatMap((item) => Object.values(item))
    expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(
      [...names, 'getHealth', 'getReadiness', 'getOpenApi', 'getDocs'].toSorted(),
    )
  })

  it('declares the parameters of each: arrays by commas, the acting person, pages, keys', () => {
    for (const name of names) {
      const { params, query, paged, method } = endpoints[name]
      const parameters = (operationOf(name).parameters ?? []) as unknown as Json[]
      const expected = [...Object.keys(params.properties), ...Object.keys(query.properties)]
      expect(parameters.map((one) => one['name'])).toEqual(
        method === 'POST' ? [...expected, 'Idempotency-Key'] : expected,
      )
      expect(expected).toContain('user_email')
      expect(['cursor', 'limit', 'order'].every((one) => expected.includes(one))).toBe(paged !== null)
      const lists = parameters.filter(({ schema }) => (schema as Json)['type'] === 'array')
      for (const { style, explode } of lists) expect([style, explode]).toEqual(['form', false])
    }
  })

  it('declares every error of each, with its reasons and an example of each code', () => {
    for (const { name, refusals } of describeTable()) {
      const { responses } = operationOf(name as EndpointName)
      for (const { status, code, reasons } of refusals) {
        const response = responses[status] as unknown as {
          description: string
          'x-reasons': Record<string, string[]>
          content: { 'application/json': { examples: Json } }
        }
        expect(response['x-reasons'][code]).toEqual(reasons.map(({ reason }) => reason))
        for (const { reason, sentence } of reasons) {
          expect(response.description).toContain(`\`${reason}\`: ${sentence}`)
        }
        expect(response.content['application/json'].examples).toHaveProperty(code)
      }
    }
  })

  it('has valid examples only', () => {
    const found = exampled({ paths: whole.paths, webhooks: whole.webhooks }, '')
    expect(found.length).toBeGreaterThan(names.length * 6)
    for (const { at, schema, examples } of found) {
      const check = Compile(schema)
      for (const example of examples) expect([at, check.Errors(example)]).toEqual([at, []])
    }
  })

  it('tells each kind of event as a webhook with the headers of a delivery', () => {
    expect(Object.keys(document.webhooks)).toEqual([...eventKinds])
    for (const kind of eventKinds) {
      const headers = (whole.webhooks[kind]?.post?.parameters ?? []) as unknown as Json[]
      expect(headers.map((header) => header['name'])).toEqual(
        expect.arrayContaining([
          'X-SVC-Signature',
          'X-SVC-Event',
          'X-SVC-Delivery',
          'X-SVC-Attempt',
          'webhook-id',
        ]),
      )
    }
  })

  it('keeps our own annotations to itself', () => {
    expect(JSON.stringify(document)).not.toMatch(/"(expects|idOf|named|listsNames|~\w+)":/)
  })
})

/** What the answer is refused with, told by a call that goes wrong in one way only. */
interface Wrong {
  readonly way: string
  readonly status: number
  /** Of endpoints that need a scope alone. */
  readonly ofScopes?: true
  readonly send: (service: TestService, one: Endpoint) => Promise<Reply>
}

const pathOf = ({ path, params }: Endpoint): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const { idOf } = params.properties[name] as { idOf: keyof typeof idPrefixes }
    return `${idPrefixes[idOf]}_${'0'.repeat(26)}`
  })

const otherScope = ({ scope }: Endpoint): string => (scope === 'events:read' ? 'profile:read' : 'events:read')

const wrongs: readonly Wrong[] = [
  { way: 'no token', status: 401, send: (service, one) => service.call(one.method, pathOf(one)) },
  {
    way: 'a free plan',
    ofScopes: true,
    status: 402,
    send: async (service, one) => {
      const { token } = await service.token(await service.account({ plan: 'free' }))
      return service.call(one.method, pathOf(one), { token })
    },
  },
  {
    way: 'another scope',
    ofScopes: true,
    status: 403,
    send: async (service, one) => {
      const { token } = await service.token(await service.account(), { scopes: otherScope(one) })
      return service.call(one.method, pathOf(one), { token })
    },
  },
  {
    way: 'an unknown parameter',
    status: 400,
    send: async (service, one) => {
      const { token } = await service.token(await service.account())
      return service.call(one.method, `${pathOf(one)}?stranger=1`, { token })
    },
  },
  {
    way: 'one call too many',
    status: 429,
    send: async (service, one) => {
      const { token } = await service.token(await service.account())
      await service.call(one.method, pathOf(one), { token })
      return service.call(one.method, pathOf(one), { token })
    },
  },
]

describe('the service', () => {
  const service = useService('sqlite', { READS_PER_MINUTE: '1', WRITES_PER_MINUTE: '1' })

  it.each(names)('%s answers what the document declares, with the declared headers', async (name) => {
    const { responses } = operationOf(name)
    const needsScope = endpoints[name].scope !== null
    for (const { way, status, send } of wrongs.filter((wrong) => needsScope || !wrong.ofScopes)) {
      const reply = await send(service, endpoints[name])
      expect([way, reply.status]).toEqual([way, status])
      const declared = responses[status] as unknown as {
        headers: Json
        'x-reasons': Record<string, string[]>
      }
      expect(declared['x-reasons'][String(reply.body.error?.code)]).toContain(reply.body.error?.reason)
      const told = Object.keys(reply.headers).filter((header) => /^(x-(?!content)|retry|www)/.test(header))
      const known = Object.keys(declared.headers).map((header) => header.toLowerCase())
      expect(known).toEqual(expect.arrayContaining(told))
      expect(told).toEqual(expect.arrayContaining(known.filter((header) => header.startsWith('x-'))))
    }
    expect(responses).toHaveProperty(String(codes.internal_error.status))
    const hasKeys = endpoints[name].method === 'POST'
    expect('409' in responses).toBe(
      hasKeys || ['changeMember', 'removeMember', 'changeWebhook'].includes(name),
    )
  })

  it('serves the document that is made of the table', async () => {
    const reply = await fetch(`${service.url}/openapi.json`)
    expect(reply.status).toBe(200)
    expect(reply.headers.get('x-request-id')).toMatch(/^req_/)
    expect(await reply.json()).toEqual(JSON.parse(JSON.stringify(document)))
  })

  it('names the address by which the outside reaches it', async () => {
    const PUBLIC_URL = 'https://api.example.com/challenges/'
    const elsewhere = await startTestService('sqlite', { PUBLIC_URL, SITE: 'off' })
    const { servers } = (await (await fetch(`${elsewhere.url}/openapi.json`)).json()) as OpenApiDocument
    const page = await (await fetch(`${elsewhere.url}/docs`)).text()
    await elsewhere.stop()
    expect(servers[0]?.url).toBe('https://api.example.com/challenges')
    expect(document.servers[0]?.url).toBe('/')
    expect(page).toContain('curl &quot;https://api.example.com/challenges/v1/me&quot;')
  })

  it.each(['/openapi.json', '/docs', '/docs/style.css', '/docs/script.js'])(
    '%s is not sent again to a client that has it, and is the same compressed',
    async (path) => {
      const plain = await fetch(service.url + path, { headers: { 'accept-encoding': 'identity' } })
      const zipped = await fetch(service.url + path, { headers: { 'accept-encoding': 'br, gzip' } })
      expect([plain.headers.get('content-encoding'), zipped.headers.get('content-encoding')]).toEqual([
        null,
        'gzip',
      ])
      expect(await zipped.text()).toBe(await plain.text())
      const etag = plain.headers.get('etag') ?? ''
      const again = await fetch(service.url + path, { headers: { 'if-none-match': `"x", ${etag}` } })
      expect([again.status, await again.text()]).toEqual([304, ''])
      expect((await fetch(service.url + path, { headers: { 'if-none-match': '"x"' } })).status).toBe(200)
    },
  )

  it('serves the page with a policy that lets nothing in from elsewhere', async () => {
    const { headers } = await fetch(`${service.url}/docs`)
    expect(headers.get('content-security-policy')?.split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "connect-src 'self'",
      "img-src 'self' data:",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ])
    expect(headers.get('referrer-policy')).toBe('no-referrer')
  })
})
