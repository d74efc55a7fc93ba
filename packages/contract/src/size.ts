// How large an input may be, as its schema says it. Asked before anything that may take longer than a look at each
// character: a domain in ASCII form, a URL, a pattern, a comparison of every member of a list with every other.
import type { TSchema } from 'typebox'
import { idLength, type IdKind } from './ids.ts'

/** Whether a text has at most `most` characters (code points); never looks at more of it than that. */
export const hasAtMost = (text: string, most: number): boolean => {
  if (text.length <= most) return true
  // A code point is one unit of UTF-16, or two.
  if (text.length > 2 * most) return false
  let count = 0
  for (const _ of text) count += 1
  return count <= most
}

interface StringSchema {
  readonly maxLength?: number
  readonly enum?: readonly string[]
  readonly idOf?: IdKind
}

/** How many characters the longest text has that a schema of strings takes; undefined where it names no end. */
export const mostCharacters = (schema: TSchema): number | undefined => {
  const { maxLength, enum: values, idOf } = schema as StringSchema
  if (maxLength !== undefined) return maxLength
  if (values !== undefined) return Math.max(...values.map(({ length }) => length))
  return idOf === undefined ? undefined : idLength(idOf)
}
