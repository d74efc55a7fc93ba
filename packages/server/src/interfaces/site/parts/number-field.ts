// A field for a whole number, with the bounds of the contract's schema.
import type { TSchema } from 'typebox'
import { html, type Html } from '../../../kernel/html.ts'
import { described, frame, typedIn, type FieldOf } from './fields.ts'

export interface NumberInput extends FieldOf {
  readonly schema: TSchema & { readonly minimum?: number; readonly maximum?: number }
  readonly value?: number | null
  readonly isOptional?: boolean
}

export const numberField = (field: NumberInput): Html => {
  const { name, id = name, schema, isOptional = false } = field
  return frame(
    field,
    html`<input
      id="${id}"
      name="${name}"
      type="number"
      inputmode="numeric"
      class="number"
      value="${typedIn(field.failed, name) ?? field.value}"
      min="${schema.minimum}"
      max="${schema.maximum}"
      autocomplete="off"
      ${!isOptional && html`required`}
      ${described(field)}
    />`,
  )
}
