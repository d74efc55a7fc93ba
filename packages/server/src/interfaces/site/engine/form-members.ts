// From the fields of a form to the members that a schema describes: the same that a body in JSON would have.
import type { Endpoint } from '@challenge-service/contract'
import type { TObject, TSchema } from 'typebox'
import { Fault } from '../../../kernel/refusal.ts'
import type { RawMembers } from '../../../operations/prepare.ts'

interface FieldSchema {
  readonly type?: string | readonly string[]
}

/** What an endpoint says of a member of its body. */
export const schemaOf = ({ path, body }: Endpoint, name: string): TSchema => {
  const schema = body?.properties[name]
  if (!schema) throw new Fault(`${path} takes no ${name}`)
  return schema
}

/** Fields that the schema does not know are left away: a form carries some of its own. An empty one is not sent. */
export const toMembers = (schema: TObject, fields: URLSearchParams): RawMembers => {
  const members: Record<string, unknown> = {}
  for (const [name, property] of Object.entries<FieldSchema>(schema.properties)) {
    const value = readField([property.type].flat(), name, fields)
    if (value !== undefined && value !== '') members[name] = value
  }
  return members
}

const readField = (
  types: readonly (string | undefined)[],
  name: string,
  fields: URLSearchParams,
): unknown => {
  if (types.includes('array')) return fields.has(name) ? fields.getAll(name) : undefined
  if (types.includes('boolean')) return fields.has(name)
  const text = fields.get(name)
  if (text === null) return undefined
  return types.includes('integer') && /^-?\d{1,15}$/.test(text) ? Number(text) : text
}
