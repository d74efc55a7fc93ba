// The query of a URL as it was written: each parameter once, decoded, in the type its schema asks for.
import { trimmed } from '@challenge-service/contract/plain'
import type { TObject, TSchema } from 'typebox'

export interface RawQuery {
  readonly values: ReadonlyMap<string, string>
  readonly twice: ReadonlySet<string>
  readonly undecodable: boolean
  /** Whether a + was written in it, which a query reads as a space. */
  readonly hasPlus: boolean
}

// No endpoint knows as many: among more, one is unknown or given twice, whatever comes after them.
const MOST_PARAMETERS = 100

const none: RawQuery = { values: new Map(), twice: new Set(), undecodable: false, hasPlus: false }

export const parseQuery = (text: string): RawQuery => {
  if (text === '') return none
  const values = new Map<string, string>()
  const twice = new Set<string>()
  const hasPlus = text.includes('+')
  try {
    for (const part of text.split('&', MOST_PARAMETERS)) {
      if (part === '') continue
      const at = part.indexOf('=')
      const name = decode(at < 0 ? part : part.slice(0, at))
      if (values.has(name)) twice.add(name)
      values.set(name, at < 0 ? '' : decode(part.slice(at + 1)))
    }
  } catch {
    return { values, twice, undecodable: true, hasPlus }
  }
  return { values, twice, undecodable: false, hasPlus }
}

const decode = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '))

/** Numbers and comma-separated lists where the schema has them; what does not fit stays for it to refuse. */
export const typedQuery = ({ values }: RawQuery, schema: TObject): Record<string, unknown> => {
  const typed: Record<string, unknown> = Object.create(null) as Record<string, unknown>
  for (const [name, text] of values) {
    const property = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined
    typed[name] = property ? typedValue(trimmed(text), property) : text
  }
  return typed
}

const typedValue = (text: string, schema: TSchema): unknown => {
  const { type } = schema as { type?: string }
  if (type === 'array') return text.split(',').map(trimmed)
  return type === 'integer' && /^-?\d{1,15}$/.test(text) ? Number(text) : text
}
