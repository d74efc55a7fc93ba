// The few shapes that every schema is made of. Each carries a sentence (`expects`) that an error repeats, so
// that a caller reads what is wanted rather than which keyword failed.
import { Type, type Static, type TSchema } from 'typebox'
import { Format } from 'typebox/format'
import { ADDRESS_MAX, normalizeAddress } from './address.ts'
import { idPattern, idPrefixes, type IdKind } from './ids.ts'
import { isWebUrl, WEB_URL_MAX } from './web-url.ts'

// TypeBox's own formats would refuse what we take (an IDN domain, a URL with letters outside ASCII) and take
// what we refuse (a domain without a dot, any scheme, userinfo).
Format.Set('email', (value) => normalizeAddress(value) !== undefined)
Format.Set('uri', isWebUrl)

/** One line: no control character, no lone surrogate. Lengths count code points, after trimming. */
export const line = (min: number, max: number) =>
  Type.String({
    minLength: min,
    maxLength: max,
    pattern: '^[^\\p{Cc}\\p{Cs}]*$',
    expects: `must be one line of ${span(min, max)} characters`,
  })

/** Several lines: as `line`, with tabs and newlines allowed. */
export const text = (min: number, max: number) =>
  Type.String({
    minLength: min,
    maxLength: max,
    pattern: '^(?:[^\\p{Cc}\\p{Cs}]|[\\t\\n])*$',
    expects: `must be a text of ${span(min, max)} characters, without control characters`,
  })

/** A person's name: letters, marks, spaces, apostrophes, hyphens, and a full stop before a space or at the end. */
export const personName = (max: number) =>
  Type.String({
    minLength: 1,
    maxLength: max,
    pattern: "^(?=.*\\p{L})(?:[\\p{L}\\p{M} '’-]|\\.(?= |$))*$",
    expects: `must be a name of 1 to ${max} characters: letters, spaces, apostrophes, hyphens, full stops after an abbreviation`,
  })

/** An e-mail address; the server hands it on in its canonical form (see address.ts). */
export const email = () =>
  Type.String({ format: 'email', maxLength: ADDRESS_MAX, expects: 'must be an e-mail address' })

/** An absolute http or https URL without userinfo. */
export const webUrl = () =>
  Type.String({
    format: 'uri',
    minLength: 1,
    maxLength: WEB_URL_MAX,
    pattern: '^[^\\p{Cc}\\p{Cs}\\s]*$',
    expects: `must be an absolute http or https URL of at most ${WEB_URL_MAX} characters, without a user name or password`,
  })

export const id = (kind: IdKind) =>
  Type.String({
    pattern: idPattern(kind),
    idOf: kind,
    expects: `must be an id that begins with ${idPrefixes[kind]}_`,
  })

/** Several ids of one kind, each once. */
export const ids = (kind: IdKind, max: number) =>
  Type.Array(id(kind), {
    minItems: 1,
    maxItems: max,
    uniqueItems: true,
    expects: `must be 1 to ${max} ids that begin with ${idPrefixes[kind]}_, each once`,
  })

export const instant = () => Type.String({ format: 'date-time' })

export const day = () =>
  Type.String({ format: 'date', pattern: '^\\d{4}-\\d{2}-\\d{2}$', expects: 'must be a day as YYYY-MM-DD' })

export const count = () => Type.Integer({ minimum: 0 })

/** An object with a count for each name, zeros included. */
export const counts = <const V extends readonly string[]>(names: V) =>
  Type.Object(
    Object.fromEntries(names.map((name) => [name, count()])) as Record<V[number], ReturnType<typeof count>>,
  )

export const integer = (min: number, max: number) =>
  Type.Integer({ minimum: min, maximum: max, expects: `must be a whole number from ${min} to ${max}` })

/** A whole number other than 0, not further from it than `max`. */
export const nonZeroInteger = (max: number) =>
  Type.Integer({
    minimum: -max,
    maximum: max,
    not: { const: 0 },
    expects: `must be a whole number from -${max} to ${max}, and not 0`,
  })

export const flag = () => Type.Boolean({ expects: 'must be true or false' })

export const oneOf = <const V extends readonly string[]>(values: V) =>
  Type.Unsafe<V[number]>({
    type: 'string',
    enum: [...values],
    expects: `must be ${values.length > 1 ? 'one of ' : ''}${values.join(', ')}`,
  })

/** Several of the values; in a query they are separated by commas. */
export const someOf = <const V extends readonly string[]>(values: V) =>
  Type.Array(oneOf(values), {
    minItems: 1,
    maxItems: values.length,
    uniqueItems: true,
    expects: `must be one or more of ${values.join(', ')}, each once`,
  })

/** `type: [x, 'null']`: an anyOf costs several times as much to serialise. */
export const nullable = <S extends TSchema>(schema: S) => {
  const plain: { type?: string; enum?: readonly string[] } = schema
  return Type.Unsafe<Static<S> | null>({
    ...plain,
    type: [plain.type, 'null'],
    ...(plain.enum ? { enum: [...plain.enum, null] } : {}),
  })
}

const span = (min: number, max: number): string => (min > 0 ? `${min} to ${max}` : `at most ${max}`)

/** The sentence that says what a schema wants. */
export const expectationOf = (schema: TSchema): string =>
  (schema as { expects?: string }).expects ?? 'has an unusable value'
