// A field for a text of several lines, bounded by the contract's schema.
import { mostCharacters } from '@challenge-service/contract'
import type { TSchema } from 'typebox'
import { html, type Html } from '../../../kernel/html.ts'
import { described, frame, typedIn, type FieldOf } from './fields.ts'

export interface TextArea extends FieldOf {
  readonly schema: TSchema
  readonly value?: string | null
  readonly isOptional?: boolean
  readonly rows?: number
}

export const textArea = (field: TextArea): Html => {
  const { name, id = name, schema, isOptional = false, rows = 3 } = field
  // A browser drops the first line end, so one is always there.
  return frame(
    field,
    html`<textarea
      id="${id}"
      name="${name}"
      rows="${rows}"
      maxlength="${mostCharacters(schema)}"
      autocomplete="off"
      ${!isOptional && html`required`}
      ${described(field)}
    >
${typedIn(field.failed, name) ?? field.value}</textarea>`,
  )
}
