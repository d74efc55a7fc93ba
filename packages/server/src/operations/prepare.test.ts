// Guards what is made of an input before its shape is checked, and that no schema without an end is served.
import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { describeAs, email, endpoint, line, personName, text } from '@challenge-service/contract'
import { compileInput } from './input.ts'
import { compilePrepare } from './prepare.ts'

const schema = Type.Object({
  line: line(0, 4),
  text: text(1, 9),
  email: email(),
  id: Type.String({ pattern: '^ch_[0-9a-z]{26}$', idOf: 'challenge' }),
  list: Type.Array(line(1, 4), { maxItems: 2 }),
  count: Type.Integer(),
  inner: Type.Object({ name: personName(4) }),
  map: Type.Unsafe({ type: 'object', maxProperties: 2, patternProperties: { '^[^]*$': line(1, 4) } }),
  maybe: Type.Unsafe({ ...line(0, 4), type: ['string', 'null'] }),
})
const prepare = compilePrepare(schema)

describe('an input', () => {
  it('is trimmed, has plain line ends and canonical addresses, and stays as it was sent', () => {
    const sent = {
      line: ' a ',
      text: '\ta\r\nb ',
      email: ' A@BÜCHER.example',
      list: ['b '],
      inner: { name: 'c ' },
    }
    const copy = structuredClone(sent)

    expect(prepare(sent)).toEqual({
      line: 'a',
      text: 'a\nb',
      email: 'a@xn--bcher-kva.example',
      list: ['b'],
      inner: { name: 'c' },
    })
    expect(sent).toEqual(copy)
  })

  it('is without an optional text that is empty', () => {
    expect(prepare({ line: '  ', text: ' ' })).toEqual({ text: '' })
  })

  it('is null where a text that may be null is empty', () => {
    expect(prepare({ maybe: ' ' })).toEqual({ maybe: null })
    expect(prepare({ maybe: null })).toEqual({ maybe: null })
    expect(prepare({ maybe: ' a' })).toEqual({ maybe: 'a' })
  })

  it('is not trimmed where its names are the caller’s, and has every name as an own one', () => {
    const sent = JSON.parse('{"__proto__":" a ","b":""}') as object
    const { map } = prepare({ map: sent })
    expect(Object.entries(map as object)).toEqual([
      ['__proto__', ' a '],
      ['b', ''],
    ])
    expect(Object.getPrototypeOf(map)).toBe(Object.prototype)
  })

  it('is measured after trimming, each line end as one character', () => {
    const longest = `${'\r\n'.repeat(4)}${'a\r\n'.repeat(4)}a${' '.repeat(60_000)}`
    expect(prepare({ text: longest })).toEqual({ text: 'a\na\na\na\na' })
    expect(prepare({ line: '😀😀😀😀' })).toEqual({ line: '😀😀😀😀' })
  })

  it.each([
    ['a text that is too long', { line: '12345' }],
    ['an address that is too long', { email: `${'a'.repeat(250)}@b.example` }],
    ['a list of too many', { list: ['a', 'b', 'c'] }],
    ['a list in place of a text', { line: [] }],
    ['an object in place of a list', { list: {} }],
    ['a text in place of a list', { list: 'a' }],
    ['a text in place of a number', { count: '1' }],
    ['a list in place of an object', { inner: [] }],
    ['a map of too many', { map: { a: '1', b: '2', c: '3' } }],
    ['a list in place of a map', { map: [] }],
    ['a text in place of a map', { map: 'a' }],
  ])('is put aside where it is %s', (_, sent) => {
    const [made] = Object.values(prepare(sent))
    expect(typeof made).toBe('symbol')
  })

  it('names nothing where an id is too long', () => {
    expect(prepare({ id: `ch_${'0'.repeat(27)}` })).toEqual({ id: '' })
  })

  it('keeps the name of what is not known, and nothing of what it holds', () => {
    const prepared = prepare(JSON.parse('{"__proto__":{"a":[1]},"other":[[[]]]}') as Record<string, unknown>)
    expect(Object.keys(prepared)).toEqual(['__proto__', 'other'])
    expect(Object.values(prepared).map((made) => typeof made)).toEqual(['symbol', 'symbol'])
  })
})

describe('an endpoint is not served that takes', () => {
  it.each([
    ['a text of any length', Type.String()],
    ['a list of any length', Type.Array(line(1, 4))],
    ['a list of texts of any length', Type.Array(Type.String(), { maxItems: 3 })],
    ['an object of any members', Type.Record(Type.String(), line(1, 4))],
    ['a map to texts of any length', Type.Record(Type.String(), Type.String(), { maxProperties: 3 })],
    ['anything', Type.Unknown()],
  ])('%s', (_, unbounded) => {
    const declared = {
      path: '/v1/x',
      scope: 'profile:read',
      summary: 'X',
      notes: ['X.'],
      result: Type.String(),
      example: { input: { member: undefined as never }, result: 'x' },
    } as const
    const members = { member: describeAs(unbounded, 'Anything.') }
    expect(() => compileInput(endpoint({ ...declared, method: 'POST', body: members }))).toThrow('any size')
    expect(() => compileInput(endpoint({ ...declared, method: 'GET', query: members }))).toThrow('any size')
    expect(() => compileInput(endpoint({ ...declared, method: 'GET', params: members }))).toThrow('any ')
  })
})
