// Calls that are odd in their request line or headers. Some are sound all the same, some are HTTP at its worst.
import fc, { type Arbitrary } from 'fast-check'
import type { Header } from './call.ts'
import type { Operation } from './document.ts'
import type { Draft } from './draft.ts'
import type { Fault } from './faults.ts'

export const odditiesOf = (operation: Operation): Arbitrary<Fault> =>
  fc.oneof(
    ...(operation.params.length > 0 ? [impossibleIds(operation), undecodableIds(operation)] : []),
    strangePaths,
    strangeMethods,
    strangeVersions,
    strangeHeaders,
    strangeAuthorization,
  )

const withId = ({ params, path }: Operation, draft: Draft, id: string): Partial<Draft> => {
  const at = path.split('/').indexOf(`{${params.at(-1)?.name ?? ''}}`)
  const segments = draft.path.split('/').map((segment, i) => (i === at ? id : segment))
  if (draft.verdict !== 'sound') return { path: segments.join('/') }
  return {
    path: segments.join('/'),
    // These would be looked at first, and might decide.
    query: draft.query.filter(([name]) => name !== 'cursor'),
    headers: draft.headers.filter(([name]) => name !== 'Idempotency-Key'),
  }
}

const nobodysIds = [
  'x',
  '%00',
  '%20',
  '%2F',
  '%2e%2e%2f',
  '%25zz',
  `ch_${'u'.repeat(26)}`,
  `CH_${'0'.repeat(26)}`,
  "'%20or%201=1--",
  `ch_${'0'.repeat(25)}`,
  `ch_${'0'.repeat(27)}`,
  '%F0%9F%98%80',
  'null',
  '0',
  '-1',
  'x;y=z',
  'x,y',
  '%0d%0aX:%20y',
  'a'.repeat(3_000),
  '__proto__',
  '{id}',
  '*',
  '%E2%80%AE',
  '~',
  '$',
  'x@y',
  ':id',
  `req_${'0'.repeat(26)}`,
  '%7F',
]

const impossibleIds = (operation: Operation): Arbitrary<Fault> =>
  fc.constantFrom(...nobodysIds).map((id) => ({
    note: 'an id that nothing has',
    spoil: (draft) => ({ ...withId(operation, draft, id), verdict: 'hidden' }),
  }))

const undecodableIds = (operation: Operation): Arbitrary<Fault> =>
  fc.constantFrom('%zz', '%', '%c0%af', '%ed%a0%80', '%ff', '%a').map((id) => ({
    note: 'a path that cannot be decoded',
    spoil: (draft) => ({ ...withId(operation, draft, id), verdict: 'open' }),
  }))

const strays: readonly ((path: string) => string)[] = [
  (path) => `/${path}`,
  (path) => path.replace('/v1/', '/v2/'),
  (path) => path.replace('/v1/', '/V1/'),
  (path) => path.replace('/v1/', '/v1//'),
  (path) => path.replace('/v1/', '/v1/./'),
  (path) => path.replace('/v1/', '/x/../v1/'),
  (path) => path.replace('/v1/', '/v1%2F'),
  (path) => `${path}%00/`,
  (path) => path.toUpperCase(),
  () => '/v1',
  () => '/v1/',
  () => '//',
  () => '/%2e%2e/%2e%2e/etc/passwd',
]

const opens: readonly ((path: string) => string)[] = [
  (path) => `http://elsewhere.example${path}`,
  (path) => `${path}#fragment`,
  (path) => `${path}?`,
  (path) => `${path}/`,
  (path) => `${path}/x`,
  (path) => `${path}%20`,
  (path) => `${path}/${'y'.repeat(12_000)}`,
  (path) => `${path};x=1`,
  (path) => `${path}%`,
  (path) => `${path}\xff\xfe`,
  (path) => path.slice(1),
  (path) => path.replaceAll('/', '\\'),
  (path) => path.replace('v1', '%76%31'),
  () => '*',
  () => '/\xc3\xa9',
  () => `/${'%41'.repeat(6_000)}`,
  () => `/${'a'.repeat(20_000)}`,
]

const strangePaths: Arbitrary<Fault> = fc.oneof(
  fc.constantFrom(...strays).map((change): Fault => ({
    note: 'a path that leads nowhere',
    spoil: ({ path }) => ({ path: change(path), verdict: 'stray' }),
  })),
  fc.constantFrom(...opens).map((change): Fault => ({
    note: 'a strange path',
    spoil: ({ path }) => ({ path: change(path), verdict: 'open' }),
  })),
)

// Those that Node's parser knows are not_found; those that it does not are no HTTP to it.
const strangeMethods: Arbitrary<Fault> = fc.oneof(
  fc
    .constantFrom('PUT', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY', 'PURGE', 'M-SEARCH', 'SOURCE')
    .map((method): Fault => ({
      note: 'another method',
      spoil: ({ operation }) => ({
        method,
        verdict: operation.methods.includes(method) ? 'open' : 'stray',
      }),
    })),
  fc
    .constantFrom('HEAD', 'CONNECT', 'get', 'FOO', 'GETGET', 'G', 'PRI', '\xff', 'G'.repeat(300))
    .map((method): Fault => ({
      note: 'a strange method',
      spoil: () => ({ method, verdict: 'open' }),
    })),
)

const strangeVersions: Arbitrary<Fault> = fc
  .constantFrom(
    'HTTP/1.0',
    'HTTP/0.9',
    'HTTP/1.2',
    'HTTP/2.0',
    'HTTP/1',
    'http/1.1',
    'HTTP/1.1 x',
    'ICE/1.0',
    '',
  )
  .map((version) => ({
    note: 'another version of HTTP',
    spoil: () => ({ version, verdict: 'open' }),
  }))

const headers: readonly (readonly Header[])[] = [
  [['X-Long', 'y'.repeat(15_000)]],
  [['X-Long', 'y'.repeat(20_000)]],
  [['X-Control', 'a\x01b']],
  [['X-Nul', 'a\0b']],
  [['X Space', 'a']],
  [['', 'a']],
  [['X-\xff', 'a']],
  [['X-Fold', 'a\r\n b']],
  [['X-Cr', 'a\rb']],
  [['X-Lf', 'a\nX-Other: b']],
  [['Idempotency-Key', 'a\x7fb']],
  [['Idempotency-Key', 'a\x01b']],
  [['Host', 'second.example']],
  [['Content-Length', '-1']],
  [['Content-Length', '+3']],
  [['Content-Length', '0x3']],
  [['Content-Length', '3, 3']],
  [['Content-Length', '9'.repeat(30)]],
  [
    ['Content-Length', '1'],
    ['Content-Length', '2'],
  ],
  [['Transfer-Encoding', 'gzip, chunked']],
  [['Transfer-Encoding', 'chunked, identity']],
  [['Transfer-Encoding', 'xchunked']],
  [['Expect', '100-continue']],
  [
    ['Connection', 'Upgrade, HTTP2-Settings'],
    ['Upgrade', 'h2c'],
    ['HTTP2-Settings', 'AAMAAABkAARAAAAAAAIAAAAA'],
  ],
  [
    ['Connection', 'Upgrade'],
    ['Upgrade', 'websocket'],
    ['Sec-WebSocket-Key', 'dGhlIHNhbXBsZSBub25jZQ=='],
    ['Sec-WebSocket-Version', '13'],
  ],
  [['Connection', 'close, keep-alive, x']],
  [['Connection', 'Authorization']],
  Array.from({ length: 600 }, (_, i): Header => [`X-${i}`, '']),
  Array.from({ length: 3_000 }, (): Header => ['a', '']),
]

const strangeHeaders: Arbitrary<Fault> = fc.constantFrom(...headers).map((more) => ({
  note: 'strange headers',
  spoil: ({ headers: sent }) => ({ headers: [...sent, ...more], verdict: 'open' }),
}))

const strangeValues = [
  '',
  'Bearer',
  'Bearer ',
  'bearer x',
  'Basic YTpi',
  'Bearer a b',
  'cs_acc_',
  'Bearer cs_acc_',
  'Bearer \xff',
  'Bearer ' + 'x'.repeat(3_000),
  'Bearer cs_grp_' + '0'.repeat(49),
  'Bearer null',
  'Bearer\tx',
  ', Bearer x',
]

const isAuthorization = ([name]: Header): boolean => name === 'Authorization'

const strangeAuthorization: Arbitrary<Fault> = fc.oneof(
  fc.constantFrom(...strangeValues).map((value): Fault => ({
    note: 'no token of ours',
    spoil: ({ headers: sent }) => ({
      headers: [...sent.filter((header) => !isAuthorization(header)), ['Authorization', value]],
      token: 'none',
    }),
  })),
  // The one that is put in stands first.
  fc.constantFrom('Bearer x', '', 'Basic YTpi').map((value): Fault => ({
    note: 'several Authorization headers',
    spoil: ({ headers: sent }) => ({ headers: [...sent, ['Authorization', value]], verdict: 'open' }),
  })),
)
