// One call of the fuzzer: what is sent, as whom, and what must come of it.
import type { Operation } from './document.ts'

export const tokenKinds = [
  'account',
  'group',
  'opponent',
  'group, as the opponent',
  'profile only',
  'events only',
  'free',
  'revoked',
  'expired',
  'unknown',
  'none',
] as const
/** Whose token is sent; the token itself is put in when the call is made, so that a call can be repeated. */
export type TokenKind = (typeof tokenKinds)[number]

/** Whom user_email names. `differs`: one in the query, another in the body. */
export type Person = 'nobody' | 'own' | 'stranger' | 'differs'

/** Two people who challenge each other, both with an account and in the group, and one whom nobody knows. */
export const addresses = {
  creator: 'fuzz@test.example',
  opponent: 'opponent@test.example',
  stranger: 'stranger@test.example',
} as const

export const isGroupToken = (token: TokenKind): boolean => token.startsWith('group')

/** For whom a token may act. */
export const ownAddress = (token: TokenKind): string =>
  token.endsWith('opponent') ? addresses.opponent : addresses.creator

/**
 * What must come of a call that passes the checks of its token:
 * - `sound`: its shape is right, so whatever is refused is not its shape
 * - `refused`: invalid_request
 * - `hidden`: sound, but for an id that nothing can have: not_found
 * - `stray`: no such path or method: not_found, before any token is looked at
 * - `open`: anything that the document declares
 */
export type Verdict = 'sound' | 'refused' | 'hidden' | 'stray' | 'open'

export type Header = readonly [name: string, value: string]

export interface FuzzCall {
  readonly operation: Operation
  readonly method: string
  /** Path and query as they stand in the request line. */
  readonly target: string
  readonly version: string
  readonly headers: readonly Header[]
  /** One character a byte; undefined for none. */
  readonly body: string | undefined
  readonly chunked: boolean
  readonly token: TokenKind
  readonly person: Person
  readonly verdict: Verdict
  /** Whether the request line still names the operation. */
  readonly onTarget: boolean
  /** What is odd about it. */
  readonly note: string
}

/** The bytes of a text in UTF-8, one character each. */
export const bytesOf = (text: string): string => Buffer.from(text).toString('latin1')

/** Stands for an id, or a cursor, that an earlier answer held. */
export const knownId = (prefix: string, index: number): string => `{known ${prefix} ${index}}`

/** The call with ids in their places. */
export const fillKnownIds = (call: FuzzCall, known: (prefix: string, index: number) => string): FuzzCall => {
  const fill = (text: string): string =>
    text.replace(
      /(?:\{|%7B)known(?: |%20)([a-z]+)(?: |%20)(\d+)(?:\}|%7D)/g,
      (_, prefix: string, index: string) => known(prefix, Number(index)),
    )
  return { ...call, target: fill(call.target), body: call.body === undefined ? undefined : fill(call.body) }
}

/** For a person to read, and, with a token in place of its name, to run. */
export const asCurl = (call: FuzzCall, url: string): string => {
  const token = call.token === 'none' ? [] : [`-H ${quoted(`Authorization: Bearer <${call.token}>`)}`]
  const headers = call.headers.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`)
  const chunked = call.chunked ? [`-H 'Transfer-Encoding: chunked'`] : []
  const body = call.body === undefined ? [] : [`--data-binary ${quoted(call.body)}`]
  const parts = [...token, ...headers, ...chunked, ...body]
  return ['curl -i --path-as-is -X', call.method, ...parts, quoted(url + call.target)].join(' ')
}

const SHOWN = 1_500

const quoted = (bytes: string): string => {
  const shown = bytes.length > SHOWN ? `${bytes.slice(0, SHOWN)}…(${bytes.length} bytes)` : bytes
  if (/^[\x20-\x26\x28-\x7e]*$/.test(shown)) return `'${shown}'`
  const escaped = shown.replace(/[\\']/g, String.raw`\$&`)
  return `$'${escaped.replace(/[^\x20-\x7e…]/g, (one) => String.raw`\x${one.charCodeAt(0).toString(16).padStart(2, '0')}`)}'`
}
