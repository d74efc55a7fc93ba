// The members of a named object as rows; of one that repeats another, those that differ.
import type { TObject } from 'typebox'
import { fieldsOf, type Field } from './fields.ts'
import { namedObjects, type NamedObject } from './objects.ts'
import { objectWords } from './object-words.ts'

export const objectFields = (object: NamedObject): readonly Field[] => {
  const fields = allFields(object)
  const base = namedObjects.find(({ name }) => name === object.extends)
  if (!base) return fields
  const known = new Set(allFields(base).map((field) => JSON.stringify(field)))
  return fields.filter((field) => !known.has(JSON.stringify(field)))
}

const allFields = ({ name, schema }: NamedObject): readonly Field[] =>
  fieldsOf(schema as TObject, (path) => objectWords[name]?.[path])
