// The members of a named object as rows; of one that repeats another, those that differ.
import { listFields, type Field } from './fields.ts'
import { namedObjects, type ObjectReference } from './objects.ts'

export const listObjectFields = (object: ObjectReference): readonly Field[] => {
  const fields = listFields(object.schema)
  const base = namedObjects.find(({ name }) => name === object.repeats)
  if (!base) return fields
  const known = new Set(listFields(base.schema).map((field) => JSON.stringify(field)))
  return fields.filter((field) => !known.has(JSON.stringify(field)))
}
