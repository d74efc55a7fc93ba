// The members of an object as rows: what a table in a document shows.
import type { TObject, TSchema } from 'typebox'
import { nameOf } from './objects.ts'

export interface Field {
  readonly name: string
  /** With the names of the objects around it: `a.b`, or `a[].b` inside a list. */
  readonly path: string
  readonly depth: number
  readonly type: string
  /** The named object that it is, or is a list of. */
  readonly object?: string
  readonly nullable: boolean
  readonly required: boolean
  /** The sentence that an error would repeat. */
  readonly expects?: string
  /** What it can be, where that is a closed list; or the names of its members, where these say it all. */
  readonly values?: readonly string[]
  readonly fallback?: string
  readonly meaning?: string
}

/** A schema as far as rows look into it. */
export type Shape = TSchema & {
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly enum?: readonly (string | null)[]
  readonly items?: Shape
  readonly properties?: Readonly<Record<string, Shape>>
  readonly patternProperties?: Readonly<Record<string, Shape>>
  readonly required?: readonly string[]
  readonly idOf?: string
  readonly expects?: string
  readonly default?: unknown
}

export type WordsOf = (path: string) => string | undefined

export const fieldsOf = (schema: TObject, wordsOf: WordsOf): readonly Field[] =>
  rowsOf(schema, wordsOf, '', 0)

const rowsOf = (object: Shape, wordsOf: WordsOf, prefix: string, depth: number): readonly Field[] =>
  Object.entries(object.properties ?? {}).flatMap(([name, shape]) => {
    const path = prefix + name
    const inner = innerOf(shape, path)
    const isExplained = inner !== undefined && hasWords(inner.object, inner.prefix, wordsOf)
    const row = rowOf(name, shape, {
      path,
      depth,
      required: object.required?.includes(name) ?? false,
      values: isExplained ? undefined : Object.keys(inner?.object.properties ?? {}),
      meaning: wordsOf(path),
    })
    return isExplained ? [row, ...rowsOf(inner.object, wordsOf, inner.prefix, depth + 1)] : [row]
  })

/** The object that a member is, or is a list of, unless it has a name and so a table of its own. */
const innerOf = (shape: Shape, path: string): { object: Shape; prefix: string } | undefined => {
  const isList = shape.items !== undefined
  const object = shape.items ?? shape
  if (!object.properties || nameOf(object) !== undefined) return undefined
  return { object, prefix: `${path}${isList ? '[]' : ''}.` }
}

const hasWords = ({ properties }: Shape, prefix: string, wordsOf: WordsOf): boolean =>
  Object.keys(properties ?? {}).some((name) => wordsOf(prefix + name) !== undefined)

interface Place {
  readonly path: string
  readonly depth: number
  readonly required: boolean
  readonly values: readonly string[] | undefined
  readonly meaning: string | undefined
}

const rowOf = (name: string, shape: Shape, { path, depth, required, values, meaning }: Place): Field => {
  const object = nameOf(shape.items ?? shape)
  const listed = (shape.enum ?? shape.items?.enum)?.filter((value) => value !== null) ?? values ?? []
  return {
    name,
    path,
    depth,
    type: typeOf(shape),
    nullable: [shape.type].flat().includes('null'),
    required,
    ...(object === undefined ? {} : { object }),
    ...(shape.expects === undefined ? {} : { expects: shape.expects }),
    ...(listed.length === 0 ? {} : { values: listed }),
    ...(shape.default === undefined ? {} : { fallback: JSON.stringify(shape.default) }),
    ...(meaning === undefined ? {} : { meaning }),
  }
}

const formats: Readonly<Record<string, string>> = {
  'date-time': 'timestamp',
  date: 'day',
  email: 'e-mail address',
  uri: 'URL',
}

export const typeOf = (shape: Shape): string => {
  const plain = [shape.type].flat().find((type) => type !== 'null') ?? 'any'
  if (shape.items) return `list of ${typeOf(shape.items)}${nameOf(shape.items) === undefined ? 's' : ''}`
  const named = nameOf(shape)
  if (named !== undefined) return named
  if (shape.idOf !== undefined) return 'id'
  return (shape.format === undefined ? undefined : formats[shape.format]) ?? plain
}
