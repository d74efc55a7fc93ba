// The OpenAPI document as the tools of other languages read it: generators, linters, validators.
import { execFileSync } from 'node:child_process'
import { exactPatterns, openApiDocument, portablePatterns } from '@challenge-service/contract'
import { describe, expect, it } from 'vitest'
import { thisRelease } from '../../packages/server/src/kernel/release.ts'
import { requirement } from '../support/requirements.ts'
import { startTestService } from '../support/service.ts'

const document = openApiDocument({ version: thisRelease })

/** Every value under such a name, wherever it stands. */
const listValues = (name: string, value: unknown = document): readonly unknown[] => {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, member]) => [
    ...(key === name ? [member as unknown] : []),
    ...listValues(name, member),
  ])
}

const patterns = [...new Set(listValues('pattern'))] as string[]
const operations = Object.entries({ ...document.paths, ...document.webhooks }).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ name: `${method} ${path}`, operation })),
)

describe('patterns', () => {
  it('have no class of Unicode, no look-around and no surrogate', () => {
    expect(patterns.length).toBeGreaterThanOrEqual(15)
    for (const pattern of patterns) expect(pattern).not.toMatch(/\\[pPuU]|\(\?[=!<]|[^\x20-\x7e]/)
  })

  it('compile in JavaScript without flags, and take letters of every kind', () => {
    for (const pattern of patterns) expect(() => new RegExp(pattern)).not.toThrow()
    for (const kind of ['line', 'text', 'name'] as const) {
      expect('Zoë 日本語 😀').toMatch(new RegExp(portablePatterns[kind]))
    }
  })

  const python = requirement('python3')
  it.skipIf(python === undefined)('compile in Python, which refuses what it does not know', () => {
    const program = `
import json, re, sys
def refused(pattern):
    try:
        re.compile(pattern)
    except re.error:
        return True
print(json.dumps([one for one in json.load(sys.stdin) if refused(one)]))`
    const listRefused = (given: readonly string[]): unknown =>
      JSON.parse(
        execFileSync(python ?? '', ['-c', program], { input: JSON.stringify(given), encoding: 'utf8' }),
      )
    expect(listRefused([...patterns, exactPatterns.line])).toEqual([exactPatterns.line])
  })

  it.each(Object.keys(exactPatterns) as (keyof typeof exactPatterns)[])(
    'for a %s: whatever the service takes, the document takes',
    (kind) => {
      const exact = new RegExp(exactPatterns[kind], 'u')
      const portable = new RegExp(portablePatterns[kind])
      const letters = Array.from({ length: 0x11000 }, (_, point) => String.fromCodePoint(point))
      const texts = letters.flatMap((letter) => [letter, `a${letter}`, `a${letter} a`])
      expect(texts.filter((text) => exact.test(text) && !portable.test(text))).toEqual([])
    },
  )
})

describe('schemas', () => {
  it('have no null among the values of an enum, for which generators make code that does not compile', () => {
    const lists = listValues('enum') as unknown[][]
    expect(lists.length).toBeGreaterThan(20)
    for (const values of lists) expect(values).not.toContain(null)
    expect(document.components.schemas['Webhook']?.['properties']).toMatchObject({
      disabled_reason: {
        anyOf: [{ type: 'string', enum: ['failures', 'gone', 'plan'] }, { type: 'null' }],
      },
    })
  })
})

describe('operations', () => {
  it.each(operations)(
    '$name says what it does, and lists no scope where OpenAPI knows none',
    ({ operation }) => {
      expect(operation.summary).toMatch(/\w/)
      expect(operation.description).toMatch(/\.$/)
      // A bearer scheme has no scopes of its own: Spectral refuses a list there.
      for (const way of operation.security) expect(Object.values(way).flat()).toEqual([])
    },
  )

  it.each(operations.filter(({ operation }) => 'x-scope' in operation))(
    '$name tells of Retry-After where it is sent',
    ({ operation }) => {
      const waiting = [
        'rate_passed',
        'streams_open',
        'quota_used_up',
        'key_in_use',
        'storage_unavailable',
        'overloaded',
      ]
      for (const [status, response] of Object.entries(operation.responses)) {
        const { headers, 'x-reasons': reasons } =
          '$ref' in response
            ? (document.components.responses[response.$ref.split('/').at(-1) ?? ''] ?? { headers: {} })
            : response
        const waits = Object.values(reasons ?? {})
          .flat()
          .some((reason) => waiting.includes(reason))
        expect([status, 'Retry-After' in (headers ?? {})]).toEqual([status, waits])
      }
    },
  )
})

describe('the document that is served', () => {
  it('has the version of the release, and names who runs the service', async () => {
    const service = await startTestService('sqlite', { SITE_CONTACT: 'The chess club' })
    const { info } = (await (await fetch(`${service.url}/openapi.json`)).json()) as typeof document
    await service.stop()
    expect(info).toMatchObject({ version: thisRelease, contact: { name: 'The chess club' } })
    expect(document.info.contact).toEqual({ name: 'The operator of this service' })
  })
})
