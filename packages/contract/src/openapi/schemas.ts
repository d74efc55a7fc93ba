// From our schemas to those of OpenAPI: named objects by reference, our own annotations taken out, every member
// explained, and nothing in them that the tools of some language cannot read.
import { namedObjects } from '../reference/objects.ts'
import { explainBounds, isNullable, type Shape } from '../reference/shape.ts'
import { toPortablePattern } from '../text-shapes.ts'
import type { SchemaObject } from './types.ts'

/** What is said of a schema. */
type Explain = (schema: Shape) => string | undefined

/** Of what comes back: what it means. */
const explainMeaning: Explain = (schema) => schema.description ?? explainBounds(schema)

/** Of what is sent: what it is for, then what is wanted of it. */
export const explainUse: Explain = (schema) =>
  [schema.description, explainBounds(schema)].filter((words) => words !== undefined).join(' ') || undefined

export const refTo = (kind: 'schemas' | 'headers' | 'parameters' | 'responses', name: string) => ({
  $ref: `#/components/${kind}/${name}`,
})

/** A schema where it stands; a named one by reference. */
export const toSchema = (schema: Shape, explain: Explain = explainMeaning): SchemaObject => {
  const { named, description } = schema
  if (!named)
    return isNullable(schema) && schema.enum ? toEnumOrNull(schema, explain) : toInlineSchema(schema, explain)
  const reference = refTo('schemas', named.name)
  return {
    ...(isNullable(schema) ? { anyOf: [reference, { type: 'null' }] } : reference),
    // What it says of itself stands with the component.
    ...(description === named.is ? {} : { description }),
  }
}

/** Apart from the list of values: generators take each of these for a text. */
const toEnumOrNull = (schema: Shape, explain: Explain): SchemaObject => {
  const { description, ...values } = toInlineSchema(schema, explain)
  const texts = { ...values, type: 'string', enum: schema.enum?.filter((value) => value !== null) }
  return { ...(description === undefined ? {} : { description }), anyOf: [texts, { type: 'null' }] }
}

export const toInlineSchema = (schema: Shape, explain: Explain): SchemaObject => {
  const { properties, patternProperties, items, ...rest } = schema
  const words = explain(schema)
  const [anyMember] = Object.values(patternProperties ?? {})
  return {
    ...withoutAnnotations(rest),
    ...(words === undefined ? {} : { description: words }),
    ...(items ? { items: toSchema(items, explain) } : {}),
    ...(anyMember ? { additionalProperties: toSchema(anyMember) } : {}),
    ...(properties
      ? {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, member]) => [name, toSchema(member, explain)]),
          ),
        }
      : {}),
  }
}

export const withoutAnnotations = (schema: Shape): SchemaObject => {
  const { description: _, expects: _1, idOf: _2, named: _3, listsNames: _4, ...plain } = schema
  return plain.pattern === undefined ? plain : { ...plain, pattern: toPortablePattern(plain.pattern) }
}

export const makeSchemaComponents = (): Readonly<Record<string, SchemaObject>> =>
  Object.fromEntries(
    namedObjects.map(({ name, schema }) => [
      name,
      { ...toInlineSchema(schema, explainMeaning), type: 'object' },
    ]),
  )
