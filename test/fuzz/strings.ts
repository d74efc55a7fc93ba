// Strings that a schema takes and strings that it does not, made of characters that programs trip over.
import { exactPatterns, portablePatterns } from '@challenge-service/contract'
import fc, { type Arbitrary } from 'fast-check'
import { addresses } from './call.ts'
import type { Schema } from './document.ts'

/** Ordinary ones first: a counterexample shrinks towards them. */
const characters = Array.from(
  'abZ09 -\'’.,;:/\\"<>&%+#?=@_{}[]()!*~^`|$' +
    'éßİıſK\u0301\u200d\u200b\u202e\u2028\u2029\u00a0\ufeff\u00ad\u0345日שا\u{10400}😀🇩🇪' +
    '\u{10ffff}\u{e0001}\ue000\ufffd\uffff' +
    '\t\n',
)

const refusedCharacters = [
  '\u0000',
  '\u0001',
  '\u001b',
  '\u007f',
  '\u0085',
  '\r',
  '\ud800',
  '\udc00',
  '\udc00\ud800',
]

/** What trimming takes away. */
const paddings = ['', ' ', '\t', '\n', '\u00a0', '\ufeff', '\u2003', '\r\n'] as const

/** Counted as the contract counts. */
const lengthOf = (text: string): number => [...text].length

export const validString = (schema: Schema): Arbitrary<string> => {
  const inner = innerString(schema)
  return fc.oneof(
    { arbitrary: inner, weight: 7 },
    {
      arbitrary: fc
        .tuple(fc.constantFrom(...paddings), inner, fc.constantFrom(...paddings))
        .map((parts) => parts.join('')),
      weight: 1,
    },
  )
}

const innerString = (schema: Schema): Arbitrary<string> => {
  if (schema.format === 'email') return validAddress
  if (schema.format === 'uri') return validUrl(schema.maxLength ?? 2048)
  const { pattern, minLength = 0, maxLength = 100 } = schema
  const expression = makeExpression(pattern)
  const direct = pattern === undefined ? undefined : matching(expression)
  if (direct) return direct
  const usable = characters.filter((one) => expression.test(`a${one}a`) || expression.test(`a${one}`))
  const one = fc.constantFrom(...usable)
  const short = fc.array(one, { minLength, maxLength: Math.min(maxLength, minLength + 12) })
  const longest = fc
    .tuple(one, one)
    .map(([a, b]) => Array.from({ length: maxLength }, (_, i) => (i % 7 === 3 ? b : a)))
  return fc
    .oneof({ arbitrary: short, weight: 6 }, { arbitrary: longest, weight: 1 })
    .map((parts) => withFirmEnds(parts).join(''))
    .map((text) => (expression.test(text) ? text : 'a'.repeat(Math.max(minLength, 1))))
    .filter((text) => text === text.trim() && lengthOf(text) <= maxLength && lengthOf(text) >= minLength)
}

/** The document shows a pattern that every language can read; the service holds texts against the exact one. */
const makeExpression = (pattern = ''): RegExp => {
  const kinds = Object.keys(portablePatterns) as (keyof typeof portablePatterns)[]
  const kind = kinds.find((one) => portablePatterns[one] === pattern)
  return new RegExp(kind ? exactPatterns[kind] : pattern, 'u')
}

/** The ends must outlive trimming, or the length would be another. */
const withFirmEnds = (parts: readonly string[]): readonly string[] =>
  parts.map((part, i) => ((i === 0 || i === parts.length - 1) && part.trim() === '' ? 'a' : part))

const made = new Map<string, Arbitrary<string> | undefined>()

/** Undefined for an expression that fast-check cannot make strings for: lookaheads, \p classes. */
const matching = (expression: RegExp): Arbitrary<string> | undefined => {
  if (!made.has(expression.source)) made.set(expression.source, tryMatching(expression))
  return made.get(expression.source)
}

const tryMatching = (expression: RegExp): Arbitrary<string> | undefined => {
  try {
    return fc.stringMatching(expression)
  } catch {
    return undefined
  }
}

const label = fc.stringMatching(/^[a-z0-9](?:[a-z0-9-]{0,8}[a-z0-9])?$/)
const validAddress = fc.oneof(
  // So that a challenge finds its opponent.
  fc.constantFrom(addresses.opponent, addresses.creator),
  fc
    .tuple(
      fc.stringMatching(/^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]{1,20}$/),
      label,
      fc.constantFrom('de', 'ExAmple'),
    )
    .map(([local, domain, top]) => `${local}@${domain}.${top}`),
  fc.constantFrom('a@bücher.example', 'A@例え.jp', `${'a'.repeat(244)}@b.example`, 'a@xn--bcher-kva.example'),
)

const validUrl = (maxLength: number): Arbitrary<string> =>
  fc.oneof(
    fc.webUrl({ withQueryParameters: true }),
    fc.constantFrom('https://a.example', 'HTTPS://B.example:8443/ü?ö=%20', 'http://[2001:db8::1]/'),
    fc.constant(`https://a.example/${'p'.repeat(maxLength - 18)}`),
  )

const wrongAddresses = [
  '',
  'a',
  'a@',
  '@b.example',
  'a@b',
  'a b@c.example',
  'a@b..example',
  'a@-b.example',
  'a@b.example@c',
  'a@127.0.0.1',
  'a@[::1]',
  'a@b.0x1f',
  'é@b.example',
  'a@b.example\u0000x',
  'a@b_c.example',
  '"a"@b.example',
  'a@b.example, c@d.example',
  'Ann <a@b.example>',
  'a@b.exam ple',
  `${'a'.repeat(245)}@b.example`,
]

const wrongUrls = [
  'a',
  'ftp://a.example',
  'javascript:alert(1)',
  '//a.example',
  'http:a.example',
  'http:\\\\a.example',
  'http://',
  'https://u@a.example',
  'https://u:p@a.example',
  'https://@a.example',
  'https://a b.example',
  'https://[::1',
  'https://a.example/\u0000x',
  'https://a.example:99999/',
  '/a',
  'https://%zz.example',
  'https://a.example/\tx',
]

/** Strings that the schema refuses, whatever is trimmed, by what is wrong with them. */
export const wrongStrings = ({
  minLength = 0,
  maxLength,
  pattern,
  format,
}: Schema): readonly (readonly string[])[] => {
  const expression = makeExpression(pattern)
  const tooLong =
    maxLength === undefined ? [] : [maxLength + 1, 20_000].filter((length) => length > maxLength)
  return [
    minLength > 0 ? ['', '   ', '\ufeff\u2003'] : [],
    tooLong.flatMap((length) => ['a'.repeat(length), '\u{10400}'.repeat(length), 'e\u0301'.repeat(length)]),
    [...characters, ...refusedCharacters].map((one) => `a${one}a`).filter((text) => !expression.test(text)),
    format === 'email' ? wrongAddresses : [],
    format === 'uri' ? [...wrongUrls, `https://a.example/${'p'.repeat(maxLength ?? 2048)}`] : [],
  ]
}

/** Any string at all, for places where everything must be borne. */
export const anyString: Arbitrary<string> = fc
  .array(fc.constantFrom(...characters, ...refusedCharacters), { maxLength: 8 })
  .map((parts) => parts.join(''))
