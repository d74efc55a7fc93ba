// The few shapes that members are made of. The last argument of each is the sentence that documents show. What a
// caller sends also has a sentence that an error repeats (`expects`), so that a caller reads what is wanted rather
// than which keyword failed.
//
// TypeBox is imported as a namespace: its own `Type` object would bring all of TypeBox into the client.
import * as Type from 'typebox'
import type { Static, TOptional, TSchema } from 'typebox'
import { Format } from 'typebox/format'
import { ADDRESS_MAX, normalizeAddress } from './address.ts'
import { describable, describeAs, type DescribedWords, type WordsOf } from './described.ts'
import { idPattern, idPrefixes, type IdKind } from './ids.ts'
import { exactPatterns, lineShape, personNameShape, span } from './text-shapes.ts'
import { isWebUrl, WEB_URL_MAX } from './web-url.ts'

// TypeBox's own formats would refuse what we take (an IDN domain, a URL with letters outside ASCII) and take
// what we refuse (a domain without a dot, any scheme, userinfo).
Format.Set('email', (value) => normalizeAddress(value) !== undefined)
Format.Set('uri', isWebUrl)

/** A text that the service gives. One that it takes has bounds. */
export const string = describable(() => Type.String())

/** One line: no control character, no lone surrogate. Lengths count code points, after trimming. */
export const line = describable((min: number, max: number) => Type.String({ ...lineShape(min, max) }))

/** Several lines: as `line`, with tabs and newlines allowed. */
export const text = describable((min: number, max: number) =>
  Type.String({
    minLength: min,
    maxLength: max,
    pattern: exactPatterns.text,
    expects: `must be a text of ${span(min, max)} characters, without control characters`,
  }),
)

/** A person's name: letters, marks, spaces, apostrophes, hyphens, and a full stop before a space or at the end. */
export const personName = describable((max: number) => Type.String({ ...personNameShape(max) }))

/** An e-mail address; the server hands it on in its canonical form (see address.ts). */
export const email = describable(() =>
  Type.String({ format: 'email', maxLength: ADDRESS_MAX, expects: 'must be an e-mail address' }),
)

/** The value of an HTTP header. It is taken as it was sent, and not trimmed. */
export const headerValue = describable((max: number) =>
  Type.String({
    minLength: 1,
    maxLength: max,
    pattern: '^[!-~](?:[ -~]*[!-~])?$',
    expects: `must be 1 to ${max} printable ASCII characters, without a space at either end`,
  }),
)

/** An absolute http or https URL without userinfo. */
export const webUrl = describable(() =>
  Type.String({
    format: 'uri',
    minLength: 1,
    maxLength: WEB_URL_MAX,
    pattern: exactPatterns.url,
    expects: `must be an absolute http or https URL of at most ${WEB_URL_MAX} characters, without a user name or password`,
  }),
)

export const id = describable((kind: IdKind) =>
  Type.String({
    pattern: idPattern(kind),
    idOf: kind,
    expects: `must be an id that begins with ${idPrefixes[kind]}_`,
  }),
)

/** Several ids of one kind, each once. */
export const ids = describable((kind: IdKind, max: number) =>
  Type.Array(id(kind), {
    minItems: 1,
    maxItems: max,
    uniqueItems: true,
    expects: `must be 1 to ${max} ids that begin with ${idPrefixes[kind]}_, each once`,
  }),
)

export const instant = describable(() => Type.String({ format: 'date-time' }))

export const day = describable(() =>
  Type.String({
    format: 'date',
    pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$',
    expects: 'must be a day as YYYY-MM-DD',
  }),
)

/** A whole number that the service gives. One that it takes has bounds. */
export const whole = describable(() => Type.Integer())

export const count = describable(() => Type.Integer({ minimum: 0 }))

/** Any number from 0 on. */
export const measure = describable(() => Type.Number({ minimum: 0 }))

/** Any number from 0 to 1. */
export const share = describable(() => Type.Number({ minimum: 0, maximum: 1 }))

export const integer = describable((min: number, max: number) =>
  Type.Integer({ minimum: min, maximum: max, expects: `must be a whole number from ${min} to ${max}` }),
)

/** A whole number other than 0, not further from it than `max`. */
export const nonZeroInteger = describable((max: number) =>
  Type.Integer({
    minimum: -max,
    maximum: max,
    not: { const: 0 },
    expects: `must be a whole number from -${max} to ${max}, and not 0`,
  }),
)

export const boolean = describable(() => Type.Boolean())

/** True or false, as a caller sends it. */
export const flag = describable(() => Type.Boolean({ expects: 'must be true or false' }))

/** What is true whenever it is there. */
export const always = describable(() => Type.Literal(true))

export const oneOf = <const V extends readonly string[], W extends DescribedWords = undefined>(
  values: V,
  words?: W,
) => {
  const schema = Type.Unsafe<V[number]>({
    type: 'string',
    enum: [...values],
    expects: `must be ${values.length > 1 ? 'one of ' : ''}${values.join(', ')}`,
  })
  return describeAs(schema, words)
}

/** Several of the values; in a query they are separated by commas. */
export const someOf = <const V extends readonly string[], W extends DescribedWords = undefined>(
  values: V,
  words?: W,
) => {
  const schema = Type.Array(oneOf(values), {
    minItems: 1,
    maxItems: values.length,
    uniqueItems: true,
    expects: `must be one or more of ${values.join(', ')}, each once`,
  })
  return describeAs(schema, words)
}

export const list = <S extends TSchema, W extends DescribedWords = undefined>(items: S, words?: W) =>
  describeAs(Type.Array(items), words)

/** `type: [x, 'null']`: an anyOf costs several times as much to serialise. */
export const nullable = <S extends TSchema, W extends DescribedWords = WordsOf<S>>(schema: S, words?: W) => {
  const plain: { type?: string; enum?: readonly string[] } = schema
  const orNull = Type.Unsafe<Static<S> | null>({
    ...plain,
    type: [plain.type, 'null'],
    ...(plain.enum ? { enum: [...plain.enum, null] } : {}),
  })
  return describeAs(orNull, words)
}

interface OptionalOptions {
  /** What holds where nothing is sent. */
  readonly default?: unknown
}

/** What may be left out. */
export const optional = <S extends TSchema>(schema: S, options: OptionalOptions = {}): TOptional<S> =>
  Type.Optional({ ...schema, ...options }) as TOptional<S>

/** The sentence that says what a schema wants. */
export const describeExpectation = (schema: TSchema): string =>
  (schema as { expects?: string }).expects ?? 'has an unusable value'
