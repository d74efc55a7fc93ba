// From our schemas to those of OpenAPI: named objects by reference, our own annotations taken out, and every
// member explained.
import type { TSchema } from 'typebox'
import { namedObjects, nameOf } from '../reference/objects.ts'
import { objectWords } from '../reference/object-words.ts'
import type { Shape } from '../reference/fields.ts'
import type { SchemaObject } from './types.ts'

type WordsOf = (path: string) => string | undefined

const noWords: WordsOf = () => undefined

export const refTo = (kind: 'schemas' | 'headers' | 'parameters' | 'responses', name: string) => ({
  $ref: `#/components/${kind}/${name}`,
})

/** A schema where it stands; a named one by reference. */
export const toSchema = (schema: TSchema, wordsOf: WordsOf = noWords, path = ''): SchemaObject => {
  const name = nameOf(schema)
  const meaning = wordsOf(path)
  if (name === undefined) return inline(schema, wordsOf, path)
  const reference = refTo('schemas', name)
  const description = meaning === undefined ? {} : { description: meaning }
  return isNullable(schema)
    ? { anyOf: [reference, { type: 'null' }], ...description }
    : { ...reference, ...description }
}

export const schemaComponents = (): Readonly<Record<string, SchemaObject>> =>
  Object.fromEntries(
    namedObjects.map(({ name, schema, is }) => {
      const words = objectWords[name]
      const wordsOf: WordsOf = (path) => (path === '' ? is : words?.[path])
      return [name, { ...inline(schema, wordsOf, ''), type: 'object' }]
    }),
  )

const isNullable = (schema: Shape): boolean => [schema.type].flat().includes('null')

const inline = (schema: Shape, wordsOf: WordsOf, path: string): SchemaObject => {
  const { expects: _, idOf: __, properties, patternProperties, items, ...plain } = schema
  const prefix = path === '' ? '' : `${path}.`
  const description = describe(wordsOf(path), schema)
  const [anyMember] = Object.values(patternProperties ?? {})
  return {
    ...plain,
    ...(description === undefined ? {} : { description }),
    ...(items ? { items: toSchema(items, wordsOf, `${path}[]`) } : {}),
    ...(anyMember ? { additionalProperties: toSchema(anyMember) } : {}),
    ...(properties
      ? {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, member]) => [
              name,
              toSchema(member, wordsOf, prefix + name),
            ]),
          ),
        }
      : {}),
  }
}

/** Its meaning; where none is written, what is wanted of it, unless a closed list says that already. */
const describe = (meaning: string | undefined, { expects, enum: values }: Shape): string | undefined =>
  meaning ?? (expects === undefined || values ? undefined : sentenceOf(expects))

/** "must be one line of 1 to 80 characters" as a sentence. */
export const sentenceOf = (expects: string): string =>
  `${expects.charAt(0).toUpperCase()}${expects.slice(1)}.`
