// Characters that nobody sees: they make nobody of an address that is somebody's, and hide no address in a text.
import { beforeAll, describe, expect, it } from 'vitest'
import { endpoints, type Endpoint } from '@challenge-service/contract'
import { compileInput } from '../../packages/server/src/operations/input.ts'
import { parseQuery } from '../../packages/server/src/operations/query.ts'
import { engines } from '../support/engine.ts'
import { useService, type TestGroup } from '../support/service.ts'
import { isWellFormed } from './material.ts'

const isWhiteSpace = (character: string): boolean => '\t\n\r'.includes(character)
const controls = [...Array(0x20).keys(), 0x7f, ...Array.from({ length: 0x20 }, (_, at) => 0x80 + at)]
  .map((code) => String.fromCharCode(code))
  .filter((character) => !isWhiteSpace(character))
const refused = [...controls, '\ud800', '\udc00']

describe.each(engines)('Smaller, each a defect: an acting person in disguise, on %s', (engine) => {
  const service = useService(engine, { READS_PER_MINUTE: '1000', WRITES_PER_MINUTE: '1000' })
  let group: TestGroup
  beforeAll(async () => {
    group = await service.group()
  })

  const asInQuery = (address: string) =>
    service.call('GET', `/v1/me?user_email=${encodeURIComponent(address)}`, { token: group.token })
  const asInBody = (address: string) =>
    service.call('POST', '/v1/webhooks', {
      token: group.token,
      body: { user_email: address, url: 'https://hooks.example.com/', events: ['nothing'] },
    })
  const inDisguise = (character: string): readonly string[] => [
    `${group.adminEmail}${character}`,
    `${character}${group.adminEmail}`,
    group.adminEmail.replace('@', `@${character}`),
    group.adminEmail.replace('@', `${character}@`),
    ` ${group.adminEmail}${character} `,
  ]

  it('nobody acts as an admin by an address with a control character, in the query', async () => {
    const taken: string[] = []
    for (const address of controls.flatMap(inDisguise)) {
      const { status, body } = await asInQuery(address)
      if (status !== 400 || body.error?.fields?.[0]?.field !== 'user_email')
        taken.push(JSON.stringify(address))
    }
    expect(taken).toEqual([])
  })

  it('nor in the body, by a lone surrogate either', async () => {
    const taken: string[] = []
    for (const address of refused.flatMap(inDisguise)) {
      const { status, body } = await asInBody(address)
      const isNamed = body.error?.fields?.some(({ field }) => field === 'user_email') ?? false
      if (status !== 400 || !isNamed) taken.push(JSON.stringify(address))
    }
    expect(taken).toEqual([])
  })

  it('white space and line ends around an address are nothing', async () => {
    for (const space of [' ', '\t', '\n', '\r\n', '\u00a0', '\u2003']) {
      expect((await asInQuery(`${space}${group.adminEmail}${space}`)).status).toBe(200)
    }
  })

  it.each([
    ['a full-width @', 'bo.ss＠example.com'],
    ['full-width letters', 'ｂｏ.ｓｓ@example.com'],
    ['a soft hyphen', 'bo.ss@exam\u00adple.com'],
    ['a space of no width', 'bo.ss\u200b@example.com'],
    ['a word joiner', 'bo\u2060.ss@example.com'],
    ['a joiner', 'bo.s\u200ds@example.com'],
    ['a byte order mark', 'bo.ss@\ufeffexample.com'],
    ['a variation selector', 'bo.ss@example\ufe0f.com'],
    ['capitals', 'BO.SS＠EXAMPLE.COM'],
    ['an ideographic full stop', 'bo.ss@example。com'],
  ])('%s hides no address in a claim or a stake', async (_, hidden) => {
    for (const field of ['claim', 'stake']) {
      const { status, body } = await service.call('POST', '/v1/challenges', {
        token: group.token,
        body: {
          user_email: group.adminEmail,
          claim: 'It rains tomorrow',
          stake: 'coffee',
          due_days: 3,
          opponent_email: 'bo.ss@example.com',
          [field]: `ask ${hidden}`,
        },
      })
      expect(status).toBe(400)
      expect(body.error).toMatchObject({ reason: 'address_in_text', fields: [{ field }] })
    }
  })

  it('hides no address of a domain in letters of its own, in either form', async () => {
    for (const claim of ['ask a＠bücher.example', 'ask a@xn--bcher-\u200bkva.example']) {
      const { body } = await service.call('POST', '/v1/challenges', {
        token: group.token,
        body: {
          user_email: group.adminEmail,
          claim,
          stake: 'coffee',
          due_days: 3,
          opponent_email: 'a@bücher.example',
        },
      })
      expect(body.error).toMatchObject({ reason: 'address_in_text', fields: [{ field: 'claim' }] })
    }
  })
})

describe('Smaller, each a defect: a control character around a text', () => {
  interface Field {
    readonly type?: string
    readonly format?: string
    readonly enum?: readonly string[]
    readonly idOf?: string
  }

  /** What each string of an endpoint takes, but for what is around it. */
  const soundText = ({ format, enum: values }: Field): string =>
    values?.[0] ?? (format === 'email' ? 'a@b.example' : format === 'uri' ? 'https://b.example/' : 'Ann')

  /** An id is left out: one that no id can be is answered as one that nobody has. */
  const stringsIn = (schema: Endpoint['query'] | null): readonly (readonly [string, Field])[] =>
    Object.entries<Field>(schema?.properties ?? {}).filter(
      ([, { type, idOf }]) => type === 'string' && idOf === undefined,
    )

  /** Fields that an endpoint found fault with. */
  const faultsOf = (read: () => { readonly impossibleId: boolean }, name: string): readonly string[] => {
    try {
      return read().impossibleId ? [name] : []
    } catch (error) {
      const { details } = error as { details?: { fields?: readonly { field: string }[] } }
      return details?.fields?.map(({ field }) => field) ?? []
    }
  }

  it.each(Object.entries(endpoints))('%s refuses it in each of its strings', (_, endpoint) => {
    const readInput = compileInput(endpoint)
    const params = Object.fromEntries(Object.keys(endpoint.params.properties).map((name) => [name, 'none']))
    const taken: string[] = []
    for (const character of refused) {
      for (const [name, field] of stringsIn(endpoint.body)) {
        for (const text of [`${character}${soundText(field)}`, `${soundText(field)} ${character}`]) {
          const found = faultsOf(() => readInput(params, parseQuery(''), { [name]: text }), name)
          if (!found.includes(name)) taken.push(`body ${name}: ${JSON.stringify(text)}`)
        }
      }
      if (!isWellFormed(character)) continue
      for (const [name, field] of stringsIn(endpoint.query)) {
        for (const text of [`${character}${soundText(field)}`, `${soundText(field)} ${character}`]) {
          const query = parseQuery(`${name}=${encodeURIComponent(text)}`)
          const found = faultsOf(() => readInput(params, query, {}), name)
          if (!found.includes(name)) taken.push(`query ${name}: ${JSON.stringify(text)}`)
        }
      }
    }
    expect(taken).toEqual([])
  })
})
