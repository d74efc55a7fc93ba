// Guards the reading of bodies: what JSON.parse gives, but for members given twice and for deep nesting; and
// the one text of a JSON value by which repeated requests are compared.
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalJson, parseJson } from './json.ts'

const twice = (member: string) => ({ ok: false, problem: { kind: 'twice', member } })
const valueOf = (text: string): unknown => {
  const result = parseJson(text)
  if (!result.ok) throw new Error(`refused ${text}: ${result.problem.kind}`)
  return result.value
}

/** By way of text, since -0 does not outlive it. */
const anyValue = (maxDepth: number) => fc.json({ maxDepth }).map((text) => JSON.parse(text) as unknown)

describe('a body', () => {
  it('is refused where a member is given twice, at any depth', () => {
    expect(parseJson('{"a":1,"a":2}')).toEqual(twice('a'))
    expect(parseJson('{"a":1,"b":2,"a":1}')).toEqual(twice('a'))
    expect(parseJson('{"":1,"":2}')).toEqual(twice(''))
    expect(parseJson('{"x":{"a":1,"a":2}}')).toEqual(twice('a'))
    expect(parseJson('[{"b":0},{"x":[[{"a":{"y":1},"a":[]}]]}]')).toEqual(twice('a'))
    expect(parseJson('{"a":{"b":{"c":1}},"d":1,"a":2}')).toEqual(twice('a'))
    expect(parseJson('{"a":[1,{"b":2}],"a":2}')).toEqual(twice('a'))
    expect(parseJson(`{ "a"\n:\t1 ,\r\n"a" : 2 }`)).toEqual(twice('a'))
  })

  it.each([
    [String.raw`{"a":1,"\u0061":2}`, 'a'],
    [String.raw`{"\u0061":1,"\u0061":2}`, 'a'],
    [String.raw`{"\u00e9":1,"é":2}`, 'é'],
    [String.raw`{"\u00E9":1,"\u00e9":2}`, 'é'],
    [String.raw`{"a\/b":1,"a/b":2}`, 'a/b'],
    [String.raw`{"\n":1,"\u000a":2}`, '\n'],
    [String.raw`{"\"":1,"\u0022":2}`, '"'],
    [String.raw`{"\\":1,"\u005c":2}`, '\\'],
    [String.raw`{"\ud83d\ude00":1,"😀":2}`, '😀'],
    [String.raw`{"__proto__":1,"__proto__":2}`, '__proto__'],
  ])('is refused where two names are equal once read: %s', (text, member) => {
    expect(parseJson(text)).toEqual(twice(member))
  })

  it.each([
    '{"a":1,"A":2}',
    '{"a":{"a":{"a":1}}}',
    '[{"a":1},{"a":1}]',
    '{"x":{"a":1},"a":2,"y":{"a":3}}',
    '{"a":"a","b":"a"}',
    '["a","a"]',
    String.raw`{"a":1,"\\u0061":2}`,
    String.raw`{"é":1,"e\u0301":2}`,
  ])('is taken where the same name stands in different objects, or only looks the same: %s', (text) => {
    expect(valueOf(text)).toEqual(JSON.parse(text))
  })

  it.each([
    String.raw`{"a":"{\"a\":1,\"a\":2}","b":"}"}`,
    String.raw`{"a":"\\","b":"\\\"","c":":"}`,
    String.raw`{"a":"x\\\\","b:{[":"]}:\"","c":"\\\":\""}`,
    `{"a":"${'['.repeat(100)}","b":"${'{'.repeat(100)}"}`,
    '{"a":"\u2028:\u2029","b":"\u2028"}',
    '{"a":"","b":"","c":[]}',
  ])('is taken where strings hold braces, colons and quotes: %s', (text) => {
    expect(valueOf(text)).toEqual(JSON.parse(text))
  })

  it.each([
    ['lists', '[', ']', '0'],
    ['objects', '{"a":', '}', '0'],
    ['empty lists', '[', ']', ''],
  ])('may nest %s 32 deep, and no deeper', (_, open, close, inside) => {
    const nested = (depth: number): string => open.repeat(depth) + inside + close.repeat(depth)
    expect(valueOf(nested(32))).toEqual(JSON.parse(nested(32)))
    expect(parseJson(nested(33))).toEqual({ ok: false, problem: { kind: 'depth' } })
    expect(parseJson(nested(4_000))).toEqual({ ok: false, problem: { kind: 'depth' } })
  })

  it('may have 256 members, wherever they stand, and no more', () => {
    const flat = (count: number): string =>
      `{${Array.from({ length: count }, (_, at) => `"${at}":0`).join(',')}}`
    const spread = (count: number): string => `[${Array.from({ length: count }, () => '{"a":0}').join(',')}]`
    for (const textOf of [flat, spread]) {
      expect(valueOf(textOf(256))).toEqual(JSON.parse(textOf(256)))
      expect(parseJson(textOf(257))).toEqual({ ok: false, problem: { kind: 'members' } })
    }
  })

  it('may hold any number of things that are 32 deep', () => {
    const deep = '[{"a":'.repeat(15) + '0' + '}]'.repeat(15)
    expect(parseJson(`{"x":[${deep},${deep}],"y":[${deep}]}`).ok).toBe(true)
  })

  it.each(['', ' ', '{', '{"a":1,}', "{'a':1}", '{"a":1}x', '[1,]', 'NaN', '\uFEFF{}', '"\n"', '01'])(
    'is refused where it is not JSON, without a word of it: %j',
    (text) => {
      expect(parseJson(text)).toEqual({ ok: false, problem: { kind: 'syntax' } })
    },
  )

  it('cannot reach a prototype', () => {
    const value = valueOf('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}')
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
    expect(Object.hasOwn(value as object, '__proto__')).toBe(true)
    expect('polluted' in {}).toBe(false)
    expect((value as { polluted?: unknown }).polluted).toBeUndefined()
  })

  it('is read in time linear in its length', () => {
    const quotes = `{"a":"${String.raw`\"`.repeat(30_000)}"}`
    const members = `{${Array.from({ length: 6_000 }, (_, index) => `"m${index}":0`).join(',')}}`
    for (const text of [quotes, members, '['.repeat(65_000), `"${'\\\\'.repeat(32_000)}"`]) {
      const before = performance.now()
      parseJson(text)
      expect(performance.now() - before).toBeLessThan(1_000)
    }
  })

  it('gives back any value that was written as JSON', () => {
    fc.assert(
      fc.property(anyValue(6), fc.nat(4), (value, indent) => {
        expect(isDeepStrictEqual(valueOf(JSON.stringify(value, null, indent)), value)).toBe(true)
      }),
      { numRuns: 3_000 },
    )
  })

  it('is refused where one member of any value is repeated', () => {
    const object = fc.dictionary(fc.string(), anyValue(2), { minKeys: 1 })
    fc.assert(
      fc.property(object, fc.nat(), anyValue(2), (value, at, other) => {
        const names = Object.keys(value)
        const name = names[at % names.length] ?? ''
        const text = `${JSON.stringify(value).slice(0, -1)},${JSON.stringify(name)}:${JSON.stringify(other)}}`
        expect(parseJson(`[${text}]`)).toEqual(twice(name))
      }),
    )
  })
})

/** The same value, its members in the order that chance gives. */
const shuffle = (value: unknown, random: () => number): unknown => {
  if (Array.isArray(value)) return value.map((item) => shuffle(item, random))
  if (typeof value !== 'object' || value === null) return value
  const entries: readonly (readonly [string, unknown])[] = Object.entries(value)
  const placed = entries.map(([name, member]) => ({ place: random(), name, member }))
  const members = placed
    .toSorted((a, b) => a.place - b.place)
    .map(({ name, member }) => [name, shuffle(member, random)] as const)
  return Object.fromEntries(members)
}

const generator = (seed: number) => {
  let state = seed
  return (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state
  }
}

describe('the canonical text', () => {
  it('is the same whatever the order of members', () => {
    expect(canonicalJson({ b: [1, { d: null, c: 'x' }], a: true })).toBe(
      '{"a":true,"b":[1,{"c":"x","d":null}]}',
    )
    fc.assert(
      fc.property(anyValue(5), fc.nat(), (value, seed) => {
        expect(canonicalJson(shuffle(value, generator(seed)))).toBe(canonicalJson(value))
      }),
      { numRuns: 2_000 },
    )
  })

  it('is JSON for the very value', () => {
    fc.assert(
      fc.property(anyValue(5), (value) => {
        expect(isDeepStrictEqual(JSON.parse(canonicalJson(value)), value)).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })

  it('differs for different values', () => {
    fc.assert(
      fc.property(anyValue(3), anyValue(3), (one, other) => {
        expect(canonicalJson(one) === canonicalJson(other)).toBe(isDeepStrictEqual(one, other))
      }),
      { numRuns: 2_000 },
    )
  })

  it.each([
    [
      [1, 2],
      [2, 1],
    ],
    [[], {}],
    [[[]], []],
    [{ a: null }, {}],
    [{ a: 1 }, { a: '1' }],
    [{ a: ['b,c'] }, { a: ['b', 'c'] }],
    [{ a: { b: 1 } }, { 'a:{"b': 1 }],
    [{ a: 1, b: 2 }, { 'a":1,"b': 2 }],
    [0, false],
    ['', null],
    ['é', 'e\u0301'],
  ])('tells %j from %j', (one, other) => {
    expect(canonicalJson(one)).not.toBe(canonicalJson(other))
  })
})
