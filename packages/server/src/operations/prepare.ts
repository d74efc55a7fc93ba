// What was sent, made ready for the check of its shape: strings trimmed, line ends as LF, addresses in canonical form.
// Size comes first, by construction: whatever is larger than its schema allows, or stands where none is expected, is
// never looked into, and what is made in its place no schema takes. So whatever costs more than a look at each
// character (the ASCII form of a domain, a URL, a pattern, the search for equal members) only ever sees what is small.
import { hasAtMost, mostCharacters, normalizeAddress, trimmed } from '@challenge-service/contract'
import type { TObject, TSchema } from 'typebox'
import { Fault } from '../kernel/refusal.ts'

export type RawMembers = Readonly<Record<string, unknown>>

type Prepare = (value: unknown) => unknown

/** What no schema takes. */
const unfit = Symbol('unfit')

export type Annotated = TSchema & {
  readonly type?: string | readonly string[]
  readonly idOf?: string
  readonly format?: string
  readonly minLength?: number
  readonly maxItems?: number
  readonly items?: TSchema
  readonly enum?: readonly string[]
  readonly properties?: Readonly<Record<string, TSchema>>
  readonly maxProperties?: number
  readonly patternProperties?: Readonly<Record<string, TSchema>>
}

/** Gives a new value, so that the sent one stays. A schema that names no end to something is refused at once. */
export const compilePrepare = (schema: TObject): ((members: RawMembers) => RawMembers) =>
  compileObject(schema, '') as (members: RawMembers) => RawMembers

const compileValue = (schema: Annotated, at: string): Prepare => {
  switch (typeOf(schema)) {
    case 'string':
      return compileString(schema, at)
    case 'array':
      return compileList(schema, at)
    case 'object':
      return schema.properties === undefined ? compileMap(schema, at) : compileObject(schema, at)
    case 'integer':
    case 'boolean':
      return (value) => (typeof value === 'string' ? unfit : plain(value))
    default:
      throw unbounded(at)
  }
}

/** Of what may be null, the other type. */
const typeOf = ({ type }: Annotated): string | undefined => [type].flat().find((one) => one !== 'null')

const isNullable = ({ type }: Annotated): boolean => [type].flat().includes('null')

/** A number, a flag or null stays for its schema to judge. */
const plain = (value: unknown): unknown => (typeof value === 'object' && value !== null ? unfit : value)

const compileString = (schema: Annotated, at: string): Prepare => {
  const most = mostCharacters(schema)
  if (most === undefined) throw unbounded(at)
  // A text that is no id is told from one that is no text: there is nothing to be seen under it.
  const tooLong = schema.idOf === undefined ? unfit : ''
  const isAddress = schema.format === 'email'
  return (value) => {
    if (typeof value !== 'string') return plain(value)
    const inner = trimmed(value)
    // Two units make at least one character, a line end of two included.
    if (inner.length > 2 * most) return tooLong
    const text = inner.replaceAll('\r\n', '\n')
    if (!hasAtMost(text, most)) return tooLong
    return isAddress ? (normalizeAddress(text) ?? text) : text
  }
}

const compileList = ({ items, maxItems }: Annotated, at: string): Prepare => {
  if (items === undefined || maxItems === undefined) throw unbounded(at)
  const prepareItem = compileValue(items, `${at}[]`)
  return (value) => {
    if (!Array.isArray(value)) return typeof value === 'string' ? unfit : plain(value)
    return value.length > maxItems ? unfit : value.map(prepareItem)
  }
}

const compileObject = ({ properties }: Annotated, at: string): Prepare => {
  if (properties === undefined) throw unbounded(at)
  const known = new Map(
    Object.entries<Annotated>(properties).map(([name, schema]) => [
      name,
      {
        prepare: compileValue(schema, `${at}.${name}`),
        mayBeLeftOut: schema.minLength === 0,
        mayBeNull: isNullable(schema),
      },
    ]),
  )
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return unfit
    const prepared: Record<string, unknown> = {}
    for (const name of Object.keys(value)) {
      const member = known.get(name)
      if (member) {
        const made = member.prepare((value as RawMembers)[name])
        // An optional text that is empty says no more than null, or than one that is not sent.
        if (made !== '' || !member.mayBeLeftOut) prepared[name] = made
        else if (member.mayBeNull) prepared[name] = null
      } else {
        // To be refused by its name, which may be `__proto__`.
        Object.defineProperty(prepared, name, { value: unfit, enumerable: true })
      }
    }
    return prepared
  }
}

/** Its names are the caller's. Its texts stay as they were sent: what is sent on to others is not trimmed. */
const compileMap = ({ patternProperties, maxProperties }: Annotated, at: string): Prepare => {
  const [values] = Object.values(patternProperties ?? {})
  const most = values && mostCharacters(values)
  if (most === undefined || maxProperties === undefined) throw unbounded(at)
  const prepareText: Prepare = (value) =>
    typeof value === 'string' && !hasAtMost(value, most) ? unfit : plain(value)
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return unfit
    const members = Object.entries(value)
    if (members.length > maxProperties) return unfit
    return Object.fromEntries(members.map(([name, text]) => [name, prepareText(text)]))
  }
}

const unbounded = (at: string): Fault => new Fault(`${at} may be of any size, which no input may`)
