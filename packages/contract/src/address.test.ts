import { describe, expect, test } from 'vitest'
import { ADDRESS_MAX, normalizeAddress } from './address.ts'

describe('one canonical form', () => {
  test.each([
    ['ann@example.com', 'ann@example.com'],
    ['  Ann.LEE@Example.COM\n', 'ann.lee@example.com'],
    ['a@bücher.example', 'a@xn--bcher-kva.example'],
    ['a@BÜCHER.example', 'a@xn--bcher-kva.example'],
    ['a@xn--bcher-kva.example', 'a@xn--bcher-kva.example'],
    ['a@XN--BCHER-KVA.example', 'a@xn--bcher-kva.example'],
    ['a@example。com', 'a@example.com'],
    ['a@exa\u00admple.com', 'a@example.com'],
    ['a@\u212Aelvin.example', 'a@kelvin.example'],
    ['a+tag@b.c', 'a+tag@b.c'],
    ['.a..b.@b.c', '.a..b.@b.c'],
    ['a%2eb@b.c', 'a%2eb@b.c'],
    ["o'brien@b.c", "o'brien@b.c"],
    ['a@1and1.example', 'a@1and1.example'],
    ['a@1.2.3.example', 'a@1.2.3.example'],
  ])('%j is %j', (text, canonical) => {
    expect(normalizeAddress(text)).toBe(canonical)
    expect(normalizeAddress(canonical)).toBe(canonical)
  })
})

describe('no address', () => {
  test.each([
    [''],
    ['@'],
    ['a'],
    ['a@'],
    ['@b.c'],
    ['a@b'],
    ['a@localhost'],
    ['a@b@c.d'],
    ['a b@c.d'],
    ['a@b c.d'],
    ['a@b\n.c'],
    ['a,b@c.d'],
    ['"a"@b.c'],
    ['a@b.c, d@e.f'],
    ['Ann <a@b.c>'],
    ['a\u0000@b.c'],
    ['Zoë@Bücher.example'],
    ['\u212Aelvin@b.c'],
    ['ſ@b.c'],
    ['a@b.c/d'],
    ['a@b.c\\d'],
    ['a@b.c:80'],
    ['a@b.c?d'],
    ['a@b.c#d'],
    ['a@ü.c/d'],
    ['a@ü.c:80'],
    ['a@b%2ec.d'],
    ['a@%C3%BC.example'],
    ['a@b.c.'],
    ['a@.b.c'],
    ['a@b..c'],
    ['a@-b.c'],
    ['a@b-.c'],
    ['a@b_c.d'],
    ['a@1.2.3.4'],
    ['a@１.２.３.４'],
    ['a@b.4'],
    ['a@0x7f.1'],
    ['a@b.0x7f'],
    ['a@[::1]'],
    ['a@[1.2.3.4]'],
    [`a@${'b'.repeat(64)}.c`],
    ['a@b.c\u0000'],
    ['\u0000a@b.c'],
    ['a@\u0000b.c'],
    ['a@b.c \u001f'],
    ['a@b.c\v'],
    ['\fa@b.c'],
    ['a@b.c\u0085'],
    ['a@b.c\ud800'],
    ['a@\udc00ü.c'],
  ])('%j', (text) => {
    expect(normalizeAddress(text)).toBeUndefined()
  })
})

describe('length', () => {
  const ofLength = (length: number) => `${'a'.repeat(length - '@b.example'.length)}@b.example`

  test('254 characters are taken, 255 are not', () => {
    expect(ofLength(ADDRESS_MAX)).toHaveLength(254)
    expect(normalizeAddress(ofLength(254))).toBe(ofLength(254))
    expect(normalizeAddress(ofLength(255))).toBeUndefined()
  })

  test('the canonical form is what is measured', () => {
    const local = 'a'.repeat(254 - '@bücher.example'.length)
    expect(`${local}@bücher.example`).toHaveLength(254)
    expect(normalizeAddress(`${local}@bücher.example`)).toBeUndefined()
    expect(normalizeAddress(` ${ofLength(254)} `)).toBe(ofLength(254))
  })

  test('and so is what was written', () => {
    const hidden = (count: number) => `a@b${'\u00ad'.repeat(count)}.example`
    expect(normalizeAddress(hidden(254 - 'a@b.example'.length))).toBe('a@b.example')
    expect(normalizeAddress(hidden(255 - 'a@b.example'.length))).toBeUndefined()
  })
})
