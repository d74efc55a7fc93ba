// The OpenAPI document without what may change while the interface stays the same: its version and its descriptions.

/** Every text under `description`. A property of that name is a schema, and stays. */
const dropDescriptions = (value) => {
  if (Array.isArray(value)) return value.map(dropDescriptions)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, member]) => name !== 'description' || typeof member !== 'string')
      .map(([name, member]) => [name, dropDescriptions(member)]),
  )
}

export const stripDocument = (text) => {
  const { info, ...rest } = JSON.parse(text)
  const { version: _, ...named } = info
  return JSON.stringify(dropDescriptions({ info: named, ...rest }), null, 1)
}
