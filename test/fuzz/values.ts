// From a JSON schema to values that it takes, and to values that are wrong in one way.
import fc, { type Arbitrary } from 'fast-check'
import type { Member, Schema } from './document.ts'
import { validString, wrongStrings } from './strings.ts'

/** A piece of JSON as it is written, for what no value becomes when it is written: -0, 1e400. */
class Written {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

export const writeJson = (value: unknown): string => {
  if (value instanceof Written) return value.text
  if (Array.isArray(value)) return `[${value.map(writeJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  return `{${Object.entries(value)
    .map(([name, member]) => `${JSON.stringify(name)}:${writeJson(member)}`)
    .join(',')}}`
}

const typesOf = ({ type }: Schema): readonly string[] =>
  type === undefined ? [] : typeof type === 'string' ? [type] : type

export const validValue = (schema: Schema): Arbitrary<unknown> => {
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.const !== undefined) return fc.constant(schema.const)
  const kinds = typesOf(schema).map((type) => valueOfType(type, schema))
  if (kinds.length === 0) throw new Error(`a schema without a type: ${JSON.stringify(schema)}`)
  return fc.oneof(...kinds)
}

const valueOfType = (type: string, schema: Schema): Arbitrary<unknown> => {
  switch (type) {
    case 'null':
      return fc.constant(null)
    case 'boolean':
      return fc.boolean()
    case 'integer':
      return validInteger(schema)
    case 'number':
      return fc.double({ min: schema.minimum ?? -1e9, max: schema.maximum ?? 1e9, noNaN: true })
    case 'string':
      return validString(schema)
    case 'array':
      return validArray(schema)
    case 'object':
      return validObject(schema)
    default:
      throw new Error(`a type that the fuzzer does not know: ${type}`)
  }
}

const validInteger = ({ minimum = -1e9, maximum = 1e9, not }: Schema): Arbitrary<number> =>
  fc
    .oneof(fc.constantFrom(minimum, maximum), fc.integer({ min: minimum, max: maximum }))
    .filter((value) => not?.const !== value)

const validArray = ({ items = {}, minItems = 0, maxItems, uniqueItems }: Schema): Arbitrary<unknown> => {
  const most = Math.min(maxItems ?? minItems + 5, items.enum?.length ?? Infinity)
  // Compared as they are after trimming.
  const selector = (value: unknown): unknown => (typeof value === 'string' ? value.trim() : value)
  return uniqueItems
    ? fc.uniqueArray(validValue(items), { minLength: minItems, maxLength: most, selector })
    : fc.array(validValue(items), { minLength: minItems, maxLength: most })
}

const validObject = ({ properties = {}, required = [] }: Schema): Arbitrary<unknown> =>
  fc.record(
    Object.fromEntries(Object.entries(properties).map(([name, member]) => [name, validValue(member)])),
    {
      requiredKeys: [...required],
    },
  )

/** Every required member, and some of the others. */
export const validMembers = (members: readonly Member[]): Arbitrary<Readonly<Record<string, unknown>>> =>
  fc.record(Object.fromEntries(members.map(({ name, schema }) => [name, validValue(schema)])), {
    requiredKeys: members.filter(({ required }) => required).map(({ name }) => name),
  })

/** An id of a form that no id has is not wrong: there is nothing to be seen under it. */
export const isId = ({ pattern }: Schema): boolean =>
  pattern !== undefined && /^\^[a-z]{2,3}_\[/.test(pattern)

const samples: Readonly<Record<string, readonly unknown[]>> = {
  null: [null],
  boolean: [true, false],
  integer: [0, 7],
  number: [1.5, new Written('1e400')],
  string: ['', 'x', '3', 'true', 'null', '[object Object]'],
  array: [[], [null], [[]], ['x', 'x']],
  object: [{}, { length: 1 }, { toString: 'x' }, new Written('{"__proto__":{"a":1}}')],
}

/** Values that the schema refuses in a body, by what is wrong with them; each kind is as likely as any other. */
export const wrongValue = (schema: Schema): Arbitrary<unknown> => anyOfKinds(wrongValues(schema))

/** What cannot stand in a query for this schema, before it is encoded. */
export const wrongText = (schema: Schema): Arbitrary<string> => anyOfKinds(wrongTexts(schema))

const anyOfKinds = <T>(kinds: readonly (readonly T[])[]): Arbitrary<T> =>
  fc.oneof(...kinds.filter((kind) => kind.length > 0).map((kind) => fc.constantFrom(...kind)))

const wrongValues = (schema: Schema): readonly (readonly unknown[])[] => {
  const types = typesOf(schema)
  const takes = (type: string): boolean =>
    types.includes(type) || (type === 'integer' && types.includes('number'))
  return [
    Object.entries(samples).flatMap(([type, values]) => (takes(type) ? [] : values)),
    schema.enum ? wrongChoices(schema.enum) : [],
    types.includes('integer') ? wrongIntegers(schema) : [],
    ...(types.includes('string') && !schema.enum && !isId(schema) ? wrongStrings(schema) : []),
    ...(types.includes('array') ? wrongArrays(schema) : []),
  ]
}

const wrongChoices = (choices: readonly unknown[]): readonly string[] => {
  const [first] = choices
  if (typeof first !== 'string') return []
  const others = [
    first.toUpperCase(),
    `${first}x`,
    first.slice(1),
    `${first},${first}`,
    '',
    '__proto__',
    `${first}\u0000`,
  ]
  return others.filter((other) => !choices.includes(other))
}

const wrongIntegers = ({ minimum, maximum, not }: Schema): readonly unknown[] => [
  ...(minimum === undefined ? [] : [minimum - 1, Number.MIN_SAFE_INTEGER, new Written('-1e400')]),
  ...(maximum === undefined ? [] : [maximum + 1, 2 ** 53, new Written('9'.repeat(400))]),
  ...(not?.const === 0 ? ['0', '-0', '0.0', '-0.0', '0e5', '-1e-400'].map((text) => new Written(text)) : []),
  new Written('1.0000001'),
]

const wrongArrays = ({
  items = {},
  minItems = 0,
  maxItems,
  uniqueItems,
}: Schema): readonly (readonly unknown[])[] => {
  const [one] = fc.sample(validValue(items), { numRuns: 1, seed: 1 })
  const wrong = wrongValues(items).flat()
  return [
    minItems > 0 ? [[]] : [],
    uniqueItems ? [[one, one], typeof one === 'string' ? [one, ` ${one} `] : [one, one]] : [],
    maxItems === undefined ? [] : [tooMany(items, maxItems)],
    [...wrong.map((value) => [value]), ...wrong.map((value) => [one, value])],
  ]
}

/** Different ones, as far as there are any. */
const tooMany = (items: Schema, most: number): readonly unknown[] =>
  items.enum && items.enum.length <= most ? [...items.enum, items.enum[0]] : sampleOf(items, most + 1)

const sampleOf = (schema: Schema, length: number): readonly unknown[] =>
  fc.sample(fc.uniqueArray(validValue(schema), { minLength: length, maxLength: length, size: 'max' }), {
    numRuns: 1,
    seed: 1,
  })[0] ?? []

const wrongTexts = (schema: Schema): readonly (readonly string[])[] => {
  const types = typesOf(schema)
  if (types.includes('integer')) {
    const { minimum = 0, maximum = 0 } = schema
    return [
      [String(minimum - 1), String(maximum + 1), '9'.repeat(40), '-1', '-0'],
      ['', ' ', 'x', '1.5', '1.0', '1e1', '0x10', '+5', '٣', '１', 'NaN', '1,2', 'null', '1\u0000'],
    ]
  }
  if (types.includes('array')) {
    const { items = {}, uniqueItems } = schema
    const [first] = items.enum ?? []
    const twice = uniqueItems && typeof first === 'string' ? [`${first},${first}`, `${first}, ${first} `] : []
    const wrong = wrongTexts(items).flat()
    return [twice, [...wrong.filter((text) => !text.includes(',')), ',', `${String(first)},`]]
  }
  if (schema.enum) return [wrongChoices(schema.enum)]
  if (isId(schema)) return [['x', '_', '\u0000', 'evt_', `evt_${'u'.repeat(26)}`, `EVT_${'0'.repeat(26)}`]]
  // Lone surrogates cannot be encoded; what is too long for a URL is tried elsewhere.
  const fits = (text: string): boolean => !/\p{Cs}/u.test(text) && encodeURIComponent(text).length < 8_000
  return wrongStrings(schema).map((kind) => kind.filter((text) => text.length < 3_000 && fits(text)))
}
