// The members of an object as rows: what a table in a document shows.
import type { TSchema } from 'typebox'
import { isNullable, type Shape } from './shape.ts'

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

export const listFields = (schema: TSchema): readonly Field[] => listRows(schema, '', 0)

const listRows = (object: Shape, prefix: string, depth: number): readonly Field[] =>
  Object.entries(object.properties ?? {}).flatMap(([name, shape]) => {
    const path = prefix + name
    const row = makeRow(name, shape, {
      path,
      depth,
      required: object.required?.includes(name) ?? false,
    })
    const inner = findUnnamedObject(shape)
    if (!inner || inner.listsNames) return [row]
    return [row, ...listRows(inner, `${path}${shape.items ? '[]' : ''}.`, depth + 1)]
  })

/** The object that a member is, or is a list of, unless it has a name and so a table of its own. */
const findUnnamedObject = (shape: Shape): Shape | undefined => {
  const object = shape.items ?? shape
  return object.properties && object.named === undefined ? object : undefined
}

interface RowPosition {
  readonly path: string
  readonly depth: number
  readonly required: boolean
}

const makeRow = (name: string, shape: Shape, position: RowPosition): Field => {
  const object = (shape.items ?? shape).named?.name
  const values = listValues(shape)
  return {
    name,
    ...position,
    type: nameType(shape),
    nullable: isNullable(shape),
    ...(object === undefined ? {} : { object }),
    ...(shape.expects === undefined ? {} : { expects: shape.expects }),
    ...(values.length === 0 ? {} : { values }),
    ...(shape.default === undefined ? {} : { fallback: JSON.stringify(shape.default) }),
    ...(shape.description === undefined ? {} : { meaning: shape.description }),
  }
}

const listValues = (shape: Shape): readonly string[] => {
  if (shape.listsNames) return Object.keys(shape.properties ?? {})
  return (shape.enum ?? shape.items?.enum ?? []).filter((value) => value !== null)
}

const formats: Readonly<Record<string, string>> = {
  'date-time': 'timestamp',
  date: 'day',
  email: 'e-mail address',
  uri: 'URL',
}

/** As documents call the type of a value. */
export const nameType = (shape: Shape): string => {
  const { items, named, idOf, format } = shape
  const plain = [shape.type].flat().find((type) => type !== 'null') ?? 'any'
  if (items) return `list of ${nameType(items)}${items.named === undefined ? 's' : ''}`
  if (named) return named.name
  if (idOf !== undefined) return 'id'
  return (format === undefined ? undefined : formats[format]) ?? plain
}
