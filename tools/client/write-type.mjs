// From a schema of the contract to the type that a user of the client reads: plain TypeScript, with the sentences of
// the schemas as comments.
import { writeOneOf } from './words.mjs'

/** The type of a value; a named object by its name. */
export const writeType = (schema) => {
  const { type, named, items } = schema
  const types = [type].flat()
  const plain = named
    ? named.name
    : writePlain({ ...schema, type: types.find((one) => one !== 'null') }, items)
  return types.includes('null') ? `${plain} | null` : plain
}

const writePlain = (schema, items) => {
  if (schema.enum) {
    return writeOneOf(schema.enum.filter((value) => value !== null))
  }
  if ('const' in schema) return JSON.stringify(schema.const)
  if (items) return `(${writeType(items)})[]`
  if (schema.properties) return writeMembers(schema)
  const [anyMember] = Object.values(schema.patternProperties ?? {})
  if (anyMember) return `{ [name: string]: ${writeType(anyMember)} }`
  const written = plainTypes[schema.type]
  if (written === undefined) throw new Error(`no type for ${JSON.stringify(schema)}`)
  return written
}

const plainTypes = { string: 'string', integer: 'number', number: 'number', boolean: 'boolean' }

/** The members of an object, each with its sentence. */
export const writeMembers = ({ properties, required = [] }, names = Object.keys(properties)) => {
  const members = names.map((name) => {
    const member = properties[name]
    const comment = writeComment([member.description, writeFallback(member)])
    return `${comment}${name}${required.includes(name) ? '' : '?'}: ${writeType(member)}`
  })
  return `{\n${members.join('\n')}\n}`
}

const writeFallback = ({ default: fallback }) =>
  fallback === undefined ? undefined : `@default ${JSON.stringify(fallback)}`

/** A comment of these paragraphs; none where there are none. */
export const writeComment = (paragraphs) => {
  const given = paragraphs.filter((one) => one !== undefined)
  if (given.length === 0) return ''
  if (given.length === 1) return `/** ${given[0]} */\n`
  const lines = given.join('\n\n').split('\n')
  return `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join('\n')}\n */\n`
}

/** The names of the objects that a schema leads to, each once. */
export const listNamed = (schema) => [
  ...new Set(
    [
      schema.items,
      ...Object.values(schema.properties ?? {}),
      ...Object.values(schema.patternProperties ?? {}),
    ]
      .filter((member) => member !== undefined)
      .flatMap((member) => (member.named ? [member.named.name] : listNamed(member))),
  ),
]
