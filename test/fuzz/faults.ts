// One fault in an otherwise sound call, such that it must be refused as invalid_request.
import { gzipSync } from 'node:zlib'
import fc, { type Arbitrary } from 'fast-check'
import { limits } from '@challenge-service/contract'
import { addresses, bytesOf, type Header } from './call.ts'
import type { Member, Operation } from './document.ts'
import type { Draft } from './draft.ts'
import { anyString } from './strings.ts'
import { writeJson, wrongText, wrongValue } from './values.ts'

export interface Fault {
  readonly note: string
  readonly spoil: (draft: Draft) => Partial<Draft>
}

type Faults = readonly Arbitrary<Fault>[]

export const faultsOf = (operation: Operation): Arbitrary<Fault> =>
  fc.oneof(
    ...inQuery(operation),
    ...(operation.body ? [...inBody(operation.body), ...ofBytes(operation.body)] : []),
    ...(operation.method === 'POST' ? [ofKey] : []),
  )

const anyOf = <T>(
  items: readonly T[],
  note: string,
  spoil: (item: T, draft: Draft) => Partial<Draft>,
): Faults =>
  items.length === 0
    ? []
    : [fc.constantFrom(...items).map((item) => ({ note, spoil: (draft) => spoil(item, draft) }))]

const encode = (text: string): string => encodeURIComponent(text)

// Names that an object has without having been given them.
const strangeNames = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '',
  ' ',
  'limt',
  'User_Email',
  'id',
  '0',
]

const undecodable = ['%zz', '%', '%4', '%c0%af', '%ed%a0%80', '%ff', '%f5%80%80%80', 'a%C3', '%u0041']

const inQuery = ({ query, path }: Operation): Faults => {
  const names = new Set(query.map(({ name }) => name))
  const unknown = strangeNames.filter((name) => !names.has(name) && (name !== 'id' || path.includes('{id}')))
  return [
    ...anyOf(unknown, 'an unknown query parameter', (name, draft) => ({
      query: [...draft.query, [encode(name), '1']],
    })),
    anyString
      .filter((name) => !/\p{Cs}/u.test(name) && !names.has(name))
      .map((name) => ({
        note: 'an unknown query parameter',
        spoil: (draft) => ({ query: [[encode(name), encode(name)], ...draft.query] }),
      })),
    ...anyOf([...names], 'a query parameter given twice', (name, draft) => {
      const value = draft.query.find((pair) => pair[0] === name)?.[1] ?? encode(addresses.creator)
      const rest = draft.query.filter((pair) => pair[0] !== name)
      return { query: [[name, value], ...rest, [name.replace('e', '%65'), value]] }
    }),
    ...query.map(({ name, schema }) =>
      wrongText(schema).map((text): Fault => ({
        note: `a wrong ${name} in the query`,
        spoil: (draft) => ({
          query: [...draft.query.filter((pair) => pair[0] !== name), [name, encode(text)]],
        }),
      })),
    ),
    ...anyOf(undecodable, 'a query that cannot be decoded', (text, draft) => ({
      query: [...draft.query, text.length % 2 === 0 ? [text, 'x'] : ['user_email', text]],
    })),
    fc.integer({ min: 100, max: 7_000 }).map((length) => ({
      note: 'a long query',
      spoil: (draft) => ({ query: [...draft.query, ['q', 'x'.repeat(length)]] }),
    })),
    fc.integer({ min: 2, max: 1_500 }).map((count) => ({
      note: 'many query parameters',
      spoil: (draft) => ({
        query: [...draft.query, ...Array.from({ length: count }, (_, i) => [`q${i % 50}`, ''] as const)],
      }),
    })),
  ]
}

const inBody = (members: readonly Member[]): Faults => {
  const required = members.filter((member) => member.required)
  const names = new Set(members.map(({ name }) => name))
  return [
    ...anyOf(required, 'a required member left out', ({ name }, { body }) => ({
      body: Object.fromEntries(Object.entries(body).filter((entry) => entry[0] !== name)),
    })),
    ...members.map(({ name, schema }) =>
      wrongValue(schema).map((value): Fault => ({
        note: `a wrong ${name}`,
        spoil: ({ body }) => ({ body: { ...body, [name]: value } }),
      })),
    ),
    fc.tuple(fc.oneof(fc.constantFrom(...strangeNames), anyString), fc.json()).map(([name, json]) => ({
      note: 'an unknown member',
      // Written out: a literal with __proto__ would have a prototype and no member.
      spoil: ({ body }) => ({ bytes: withMember(body, names.has(name) ? `${name}x` : name, json) }),
    })),
    ...anyOf(members, 'a member given twice', ({ name }, { body }) => {
      const value = writeJson(body[name] ?? addresses.creator)
      const others = Object.fromEntries(Object.entries(body).filter((entry) => entry[0] !== name))
      const escaped = String.raw`"\u${name.charCodeAt(0).toString(16).padStart(4, '0')}${name.slice(1)}"`
      const first = withMember(others, name, value)
      return { bytes: `${first.slice(0, -1)},${bytesOf(escaped)}:${bytesOf(value)}}` }
    }),
  ]
}

const withMember = (body: Readonly<Record<string, unknown>>, name: string, json: string): string => {
  const rest = writeJson(body).slice(1)
  return bytesOf(`{${JSON.stringify(name)}:${json}${rest === '}' ? '' : ','}${rest}`)
}

const noObjects = [
  '[]',
  '"x"',
  '1',
  'null',
  'true',
  '[{}]',
  '""',
  '0',
  'nul',
  '{',
  '}',
  '{}x',
  '{}{}',
  '{,}',
  "{'a':1}",
  '{a:1}',
  '{"a"}',
  '{"a":}',
  '{"a":1,}',
  '{"a":01}',
  '{"a":.5}',
  '{"a":NaN}',
  '{"a":"\n"}',
  '{"a":"\\x"}',
  '{"a":"\\u12"}',
  ' ',
  '\n',
  '\0',
  '{}\0',
  '/**/{}',
  '\xef\xbb\xbf{}',
  '\xff\xfe{\0}\0',
  '{\0}\0',
  'a=b&c=d',
  '--x\r\n\r\n--x--',
]

const brokenUtf8 = [
  '\xff',
  '\xc0\xaf',
  '\xed\xa0\x80',
  '\xf5\x80\x80\x80',
  '\xc3',
  '\xe2\x82',
  '\x80',
  '\xf8\x88\x80\x80\x80',
]

const wrongContentTypes = [
  '',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json5',
  'application/problem+json',
  'application/ json',
  'json',
  '*/*',
  'application/json, text/plain',
  ';application/json',
  'application/\xffjson',
  'text/json',
  'application/json/',
  'x'.repeat(4_000),
]

const ofBytes = (members: readonly Member[]): Faults => {
  const name = members.find(({ schema }) => schema.type === 'string')?.name ?? 'user_email'
  const nested = (depth: number, open: string, close: string): string =>
    `{"${name}":${open.repeat(depth)}1${close.repeat(depth)}}`
  const depth = fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1_000, max: 10_000 }))
  const spoiled = (draft: Draft): string => bytesOf(writeJson(draft.body))
  return [
    ...anyOf(noObjects, 'a body that is no JSON object', (bytes) => ({ bytes })),
    ...anyOf(brokenUtf8, 'a body that is not UTF-8', (bytes, draft) => ({
      bytes: `${spoiled(draft).slice(0, -1)}${Object.keys(draft.body).length > 0 ? ',' : ''}"x":"${bytes}"}`,
    })),
    depth.map((deep) => ({ note: 'nesting', spoil: () => ({ bytes: nested(deep, '[', ']') }) })),
    depth.map((deep) => ({ note: 'nesting', spoil: () => ({ bytes: nested(deep, '{"a":', '}') }) })),
    fc.integer({ min: limits.bodyBytes - 100, max: limits.bodyBytes + 9_000 }).map((length) => ({
      note: 'a large body',
      spoil: () => ({ bytes: `{"x":"${'y'.repeat(length - 8)}"}` }),
    })),
    ...anyOf(wrongContentTypes, 'a wrong content type', (contentType, draft) => ({
      contentType,
      bytes: spoiled(draft),
    })),
    fc.constant<Fault>({
      note: 'no content type',
      spoil: (draft) => ({ contentType: undefined, bytes: spoiled(draft) }),
    }),
    ...anyOf(
      ['gzip', 'br', 'deflate', 'x', 'gzip, identity', ''],
      'a compressed body',
      (encoding, draft) => ({
        bytes: encoding === 'gzip' ? gzipSync('{}').toString('latin1') : spoiled(draft),
        headers: [
          ...draft.headers.filter(([header]) => header !== 'Content-Encoding'),
          ['Content-Encoding', encoding],
        ],
      }),
    ),
  ]
}

const KEY = 'Idempotency-Key'
const wrongKeys: readonly (readonly string[])[] = [
  ['x'.repeat(256)],
  ['x'.repeat(3_000)],
  [''],
  ['\xe9'],
  ['a\tb'],
  ['a', 'b'],
  ['a', 'a'],
  ['', ''],
]

const ofKey: Arbitrary<Fault> = fc.constantFrom(...wrongKeys).map((keys) => ({
  note: 'an unusable Idempotency-Key',
  spoil: ({ headers }) => ({
    headers: [...headers.filter(([name]) => name !== KEY), ...keys.map((key): Header => [KEY, key])],
  }),
}))
