// A call before it is written down: sound in every part, ready for one fault.
import fc, { type Arbitrary } from 'fast-check'
import {
  addresses,
  bytesOf,
  knownId,
  ownAddress,
  tokenKinds,
  type FuzzCall,
  type Header,
  type Person,
  type TokenKind,
  type Verdict,
} from './call.ts'
import type { Member, Operation, Schema } from './document.ts'
import { isId, validMembers, validValue, writeJson } from './values.ts'

export type Pair = readonly [name: string, value: string]

export interface Draft {
  readonly operation: Operation
  readonly method: string
  readonly version: string
  /** Encoded. */
  readonly path: string
  /** Encoded. */
  readonly query: readonly Pair[]
  /** JSON members by name; where `bytes` is set, that is sent in their place. */
  readonly body: Readonly<Record<string, unknown>>
  readonly bytes: string | undefined
  readonly contentType: string | undefined
  readonly headers: readonly Header[]
  readonly chunked: boolean
  readonly token: TokenKind
  readonly person: Person
  readonly verdict: Verdict
  readonly note: string
}

const PERSON = 'user_email'

// A request line and headers over 16 KiB are another matter (see oddities.ts).
const LONGEST_PARAMETER = 2_500

/** The members but user_email, which the person and the token decide together. */
const ownMembers = (members: readonly Member[]): readonly Member[] =>
  members.filter(({ name }) => name !== PERSON)

/** Most ids are such that something may stand under them. */
const withKnownIds = (member: Member): Arbitrary<readonly [string, unknown]> => {
  const { name, schema } = member
  const random = validValue(schema)
  const prefix = prefixOf(schema) ?? (schema.items && prefixOf(schema.items))
  if (prefix === undefined) return random.map((value) => [name, value] as const)
  const known = fc.nat(8).map((index) => knownId(prefix, index))
  return fc
    .oneof(
      { arbitrary: random, weight: 1 },
      { arbitrary: schema.items ? known.map((one) => [one]) : known, weight: 3 },
    )
    .map((value) => [name, value] as const)
}

const prefixOf = (schema: Schema): string | undefined =>
  isId(schema) ? /^\^([a-z]+)_/.exec(schema.pattern ?? '')?.[1] : undefined

const bodyOf = (members: readonly Member[]): Arbitrary<Readonly<Record<string, unknown>>> =>
  fc
    .tuple(
      validMembers(members),
      ...members.filter(({ schema }) => prefixOf(schema.items ?? schema)).map(withKnownIds),
    )
    .map(([valid, ...ids]) => ({ ...valid, ...Object.fromEntries(ids.filter(([name]) => name in valid)) }))

interface Naming {
  readonly person: Person
  readonly place: 'query' | 'body' | 'both'
  readonly spell: (address: string) => string
}

/** All of them are one address. */
const spellings: readonly Naming['spell'][] = [
  (address) => address,
  (address) => ` ${address}\u00a0`,
  (address) => address.toUpperCase(),
]

const namings: Arbitrary<Naming> = fc.record({
  person: fc.oneof(
    { arbitrary: fc.constant<Person>('nobody'), weight: 4 },
    { arbitrary: fc.constant<Person>('own'), weight: 6 },
    { arbitrary: fc.constantFrom<Person>('stranger', 'differs'), weight: 1 },
  ),
  place: fc.constantFrom('query', 'body', 'both'),
  spell: fc.constantFrom(...spellings),
})

const tokens: Arbitrary<TokenKind> = fc.oneof(
  {
    arbitrary: fc.constantFrom<TokenKind>('account', 'group', 'opponent', 'group, as the opponent'),
    weight: 8,
  },
  { arbitrary: fc.constantFrom(...tokenKinds), weight: 1 },
)

const soundContentTypes = [
  'application/json',
  'Application/JSON; charset=utf-16',
  'application/json;',
  'application/json ; boundary="x;y"',
]

/** Some of them come again, to be replayed or to conflict. */
const soundKeys: Arbitrary<string | undefined> = fc.oneof(
  { arbitrary: fc.constant(undefined), weight: 5 },
  { arbitrary: fc.stringMatching(/^[!-~][ -~]{0,30}[!-~]$/), weight: 3 },
  { arbitrary: fc.constantFrom('k', 'k'.repeat(255), 'a, b', '../../etc'), weight: 1 },
)

const soundHeaders: Arbitrary<readonly Header[]> = fc.subarray<Header>(
  [
    ['X-Request-Id', 'req_00000000000000000000000000'],
    ['Accept', 'text/html, */*;q=0.1'],
    ['Accept-Encoding', 'gzip, br'],
    ['Expect', 'nothing'],
    ['If-None-Match', '*'],
    ['Range', 'bytes=0-1'],
    ['X-Forwarded-For', '::1, unknown'],
    ['X-HTTP-Method-Override', 'DELETE'],
    ['Cookie', 'a=b; a=c; =; \xff'],
    ['Upgrade', 'h2c'],
    ['Content-Encoding', 'identity'],
  ],
  { maxLength: 2 },
)

/** Mostly none; else any text, or one that an answer gave. */
const cursors: Arbitrary<'none' | 'any' | number> = fc.oneof(
  { arbitrary: fc.constant('none' as const), weight: 3 },
  { arbitrary: fc.constant('any' as const), weight: 1 },
  { arbitrary: fc.nat(8), weight: 2 },
)

const withCursor = (query: Members, chosen: 'none' | 'any' | number): Members => {
  if (!('cursor' in query) || chosen === 'any') return query
  const { cursor: _, ...rest } = query
  return chosen === 'none' ? rest : { ...rest, cursor: knownId('cursor', chosen) }
}

export const soundDraft = (operation: Operation): Arbitrary<Draft> =>
  fc
    .record({
      params: fc.tuple(...operation.params.map(withKnownIds)),
      query: validMembers(ownMembers(operation.query)),
      body: bodyOf(ownMembers(operation.body ?? [])),
      naming: namings,
      cursor: cursors,
      token: tokens,
      contentType: fc.constantFrom(...soundContentTypes),
      headers: soundHeaders,
      key: soundKeys,
      chunked: fc.integer({ min: 0, max: 9 }).map((n) => n === 9),
    })
    .map(({ params, query, body, naming, cursor, ...rest }) => {
      const named = nameIn(operation, rest.token, naming)
      const paged = withCursor(query, cursor)
      const sense = makeSense(operation.name, paged, body)
      return {
        operation,
        method: operation.method,
        version: 'HTTP/1.1',
        path: operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
          encodeURIComponent(String(Object.fromEntries(params)[name])),
        ),
        query: [
          ...Object.entries(sense.query)
            .map(([name, value]) => [name, encodeURIComponent(textOf(value))] as const)
            .filter((pair) => pair[1].length < LONGEST_PARAMETER),
          ...named.query,
        ],
        body: { ...sense.body, ...named.body },
        bytes: undefined,
        contentType: rest.contentType,
        headers: [
          ...rest.headers,
          ...(rest.key !== undefined && operation.method === 'POST'
            ? [['Idempotency-Key', rest.key] as const]
            : []),
        ],
        chunked: rest.chunked,
        token: rest.token,
        person: named.person,
        verdict: 'sound',
        note: 'sound',
      }
    })

const nameIn = ({ body }: Operation, token: TokenKind, { person, place, spell }: Naming) => {
  if (person === 'nobody') return { person, query: [], body: {} }
  const hasBody = body !== undefined
  const differs = hasBody && person === 'differs'
  const inQuery = person === 'stranger' ? addresses.stranger : ownAddress(token)
  const inBody = differs ? addresses.stranger : inQuery
  const pair: Pair = [PERSON, encodeURIComponent(spell(inQuery))]
  return {
    person: person === 'differs' && !hasBody ? 'own' : person,
    query: !hasBody || place !== 'body' || differs ? [pair] : [],
    body: hasBody && (place !== 'query' || differs) ? { [PERSON]: inBody } : {},
  } as const
}

const textOf = (value: unknown): string => (Array.isArray(value) ? value.join(',') : String(value))

type Members = Readonly<Record<string, unknown>>

/** What no schema says: which members go together. */
const makeSense = (name: string, query: Members, body: Members): { query: Members; body: Members } => {
  switch (name) {
    case 'addEvidence':
      return { query, body: 'url' in body ? body : { text: 'see', ...body } }
    case 'createChallenge': {
      const ways = ['opponent_email', 'opponent_member_id', 'rematch_of']
      const [way = 'opponent_email'] = ways.filter((one) => one in body)
      const rest = Object.entries(body).filter(([member]) => member === way || !ways.includes(member))
      return { query, body: { [way]: 'someone@fuzz.example', ...Object.fromEntries(rest) } }
    }
    case 'createWebhook':
    case 'changeWebhook':
      return {
        query,
        body:
          Array.isArray(body['events']) && body['events'].includes('*') ? { ...body, events: ['*'] } : body,
      }
    case 'resolveTally': {
      const { amount = 3, ...rest } = body
      return { query, body: body['action'] === 'amend' ? { ...rest, amount } : rest }
    }
    case 'listEvents': {
      // A call that waits is slow by its nature; `after` and `cursor` exclude each other.
      const { wait: _, after, ...rest } = query
      return { query: after === undefined || 'cursor' in rest ? rest : { ...rest, after }, body }
    }
    default:
      return { query, body }
  }
}

export const toCall = (draft: Draft): FuzzCall => {
  const { operation, method, version, path, query, chunked, token, person, verdict, note } = draft
  const hasMembers = Object.keys(draft.body).length > 0
  const body = draft.bytes ?? (operation.body && hasMembers ? bytesOf(writeJson(draft.body)) : undefined)
  const contentType =
    body === undefined || draft.contentType === undefined
      ? []
      : [['Content-Type', draft.contentType] as const]
  return {
    operation,
    method,
    version,
    target: path + (query.length > 0 ? `?${query.map((pair) => pair.join('=')).join('&')}` : ''),
    headers: [...draft.headers, ...contentType],
    body,
    chunked: chunked && body !== undefined,
    token,
    person,
    verdict,
    onTarget: method === operation.method && routeOf(operation).test(path),
    note,
  }
}

const routeOf = ({ path }: Operation): RegExp => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/?#]+')}$`)
