import { Type, type TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { describe, expect, test } from 'vitest'
import {
  email,
  id,
  ids,
  line,
  nonZeroInteger,
  nullable,
  oneOf,
  personName,
  someOf,
  text,
  webUrl,
} from './schema.ts'
import { counts } from './object.ts'

const accepts = (schema: TSchema) => {
  const validator = Compile(schema)
  return (value: unknown) => validator.Check(value)
}

// Seven code points, eleven UTF-16 units, one character to the eye.
const FAMILY = '👨‍👩‍👧‍👦'

describe('lengths count code points', () => {
  test.each([
    ['line', line],
    ['text', text],
  ])('%s', (_, build) => {
    expect(accepts(build(2, 2))('e\u0301')).toBe(true)
    expect(accepts(build(1, 1))('e\u0301')).toBe(false)
    expect(accepts(build(7, 7))(FAMILY)).toBe(true)
    expect(accepts(build(1, 6))(FAMILY)).toBe(false)
    expect(accepts(build(8, 20))(FAMILY)).toBe(false)
    expect(accepts(build(1, 500))('😀'.repeat(500))).toBe(true)
    expect(accepts(build(1, 500))('😀'.repeat(501))).toBe(false)
    expect(accepts(build(2, 9))('😀')).toBe(false)
    expect(accepts(build(1, 9))('')).toBe(false)
    expect(accepts(build(0, 9))('')).toBe(true)
  })

  test('names', () => {
    expect(accepts(personName(40))('𐐀'.repeat(40))).toBe(true)
    expect(accepts(personName(40))('𐐀'.repeat(41))).toBe(false)
  })
})

describe('characters', () => {
  const isLine = accepts(line(0, 20))
  const isText = accepts(text(0, 20))

  test.each([
    ['a\u0000b'],
    ['a\u001bb'],
    ['a\u007fb'],
    ['a\u0085b'],
    ['a\rb'],
    ['\ud800'],
    ['\udc00'],
    ['\udc00\ud800'],
  ])('%j is refused everywhere', (value) => {
    expect(isLine(value)).toBe(false)
    expect(isText(value)).toBe(false)
  })

  test.each([['a\tb'], ['a\nb']])('%j is for texts alone', (value) => {
    expect(isLine(value)).toBe(false)
    expect(isText(value)).toBe(true)
  })

  test.each([['\ud83d\ude00'], [FAMILY], ['שלום'], ['100 € / <b>'], ['日本語']])('%j is taken', (value) => {
    expect(isLine(value)).toBe(true)
    expect(isText(value)).toBe(true)
  })
})

describe('names', () => {
  const isName = accepts(personName(40))

  test.each([
    ['J. R.'],
    ["O'Brien"],
    ['O’Brien'],
    ['Anne-Marie'],
    ['Zoë'],
    ['Zoe\u0308'],
    ['李'],
    ['Jr.'],
    ['a'.repeat(40)],
  ])('%j is one', (name) => {
    expect(isName(name)).toBe(true)
  })

  test.each([
    [''],
    ['a.b'],
    ['...'],
    ["-'"],
    ['R2'],
    ['٣'],
    ['a@b'],
    ['a\tb'],
    ['a\nb'],
    ['a/b'],
    ['example.com'],
    ['a\ud800'],
    ['😀'],
    ['a'.repeat(41)],
  ])('%j is none', (name) => {
    expect(isName(name)).toBe(false)
  })
})

describe('formats', () => {
  const isEmail = accepts(email())
  const isUrl = accepts(webUrl())

  test('an address is what normalizeAddress takes', () => {
    expect(isEmail('A@bücher.example')).toBe(true)
    expect(isEmail('a@localhost')).toBe(false)
    expect(isEmail('Zoë@b.c')).toBe(false)
  })

  test.each([
    ['https://example.com'],
    ['HTTP://example.com:8080/a?b=c#d'],
    ['https://example.com/a@b'],
    ['https://de.wikipedia.org/wiki/Köln'],
    ['https://[2001:db8::1]/'],
    [`https://${'a'.repeat(260)}/`],
    [`https://example.com/${'é'.repeat(2028)}`],
  ])('%j is a URL', (url) => {
    expect(isUrl(url)).toBe(true)
  })

  test.each([
    [''],
    ['example.com'],
    ['//example.com'],
    ['/a'],
    ['ftp://example.com'],
    ['javascript:alert(1)'],
    ['http:example.com'],
    ['http:\\\\example.com'],
    ['https://'],
    ['https:///example.com'],
    ['https://a:b@example.com'],
    ['https://a@example.com'],
    ['https://@example.com'],
    ['https://:@example.com'],
    ['https://example.com/a b'],
    ['https://example.com/a\nb'],
    ['https://exa\tmple.com'],
    [`https://example.com/${'a'.repeat(2048)}`],
    [`https://${'a'.repeat(261)}/`],
    ['http://\t/a@example.com'],
  ])('%j is none', (url) => {
    expect(isUrl(url)).toBe(false)
  })
})

describe('ids', () => {
  const isChallenge = accepts(id('challenge'))
  const good = 'ch_01hzy3v7k9m2n4p6q8r0s1t3v5'

  test('prefix, alphabet and length are held', () => {
    expect(isChallenge(good)).toBe(true)
    expect(isChallenge(good.replace('ch_', 'evt_'))).toBe(false)
    expect(isChallenge(good.toUpperCase())).toBe(false)
    expect(isChallenge(`${good}0`)).toBe(false)
    expect(isChallenge(good.slice(0, -1))).toBe(false)
    expect(isChallenge(good.replace('h', 'u'))).toBe(false)
    expect(isChallenge(`${good}\n`)).toBe(false)
  })

  test('several are bounded and differ', () => {
    const areEntries = accepts(ids('challenge', 2))
    expect(areEntries([good])).toBe(true)
    expect(areEntries([])).toBe(false)
    expect(areEntries([good, good])).toBe(false)
    expect(areEntries([good, good.replace('01', '02')])).toBe(true)
    expect(areEntries([good, good.replace('01', '02'), good.replace('01', '03')])).toBe(false)
  })
})

test('a whole number other than 0', () => {
  const isAmount = accepts(nonZeroInteger(10))
  expect([-10, -1, 1, 10].every(isAmount)).toBe(true)
  expect([-11, 11, 0, -0, 1.5, '1', null].some(isAmount)).toBe(false)
})

test('choices', () => {
  const isSome = accepts(someOf(['a', 'b']))
  expect(isSome(['a'])).toBe(true)
  expect(isSome(['b', 'a'])).toBe(true)
  expect(isSome([])).toBe(false)
  expect(isSome(['a', 'a'])).toBe(false)
  expect(isSome(['c'])).toBe(false)
  expect(isSome(['a', 'b', 'c'])).toBe(false)
  expect(someOf(['a', 'b'])).toMatchObject({ maxItems: 2 })
})

test('nullable adds null and nothing else', () => {
  const isChoice = accepts(nullable(oneOf(['a', 'b'])))
  expect([null, 'a', 'b'].every(isChoice)).toBe(true)
  expect([undefined, 'null', 'c', 1].some(isChoice)).toBe(false)
  const isObject = accepts(nullable(Type.Object({ a: Type.String(), b: Type.Optional(Type.String()) })))
  expect([null, { a: '' }, { a: '', b: '' }].every(isObject)).toBe(true)
  expect([{}, { a: 1 }, [], ''].some(isObject)).toBe(false)
})

test('counts have every name', () => {
  const areCounts = accepts(counts(['a', 'b']))
  expect(areCounts({ a: 0, b: 1 })).toBe(true)
  expect(areCounts({ a: 0 })).toBe(false)
  expect(areCounts({ a: -1, b: 1 })).toBe(false)
})
