// Fields of forms. Their limits come from the contract's schemas, what is wrong with them from the check that the API
// makes too. What was typed is kept.
import { mostCharacters } from '@challenge-service/contract'
import type { TSchema } from 'typebox'
import { html, type Html, type Part } from '../../../kernel/html.ts'
import type { FailedForm } from '../engine/page.ts'
import { asSentence, rootOf } from './notices.ts'

export interface FieldOf {
  readonly name: string
  /** Where several forms of a page have a field of this name; the name itself where it is left out. */
  readonly id?: string
  readonly label: string
  readonly hint?: Part
  readonly failed: FailedForm | undefined
}

export interface TextInput extends FieldOf {
  /** Bounds what can be typed. */
  readonly schema: TSchema
  readonly value?: string | null | undefined
  readonly isOptional?: boolean
  /** One of several fields of which one is filled in: neither this one nor another is required by itself. */
  readonly isOneOfSeveral?: boolean
  readonly type?: 'text' | 'email' | 'url' | 'password'
  readonly autocomplete?: string
  readonly class?: string
  /** Where typing begins, on a page that is there for this field alone. */
  readonly isFirst?: boolean
  /** For what is no word of a language. */
  readonly isLiteral?: boolean
}

export const textField = (field: TextInput): Html => {
  const { name, id = name, type = 'text', schema, isOptional = false, isLiteral = false } = field
  return frame(
    field,
    html`<input
      id="${id}"
      name="${name}"
      type="${type}"
      ${field.class === undefined ? null : html`class="${field.class}"`}
      value="${typedIn(field.failed, name) ?? field.value}"
      maxlength="${mostCharacters(schema)}"
      autocomplete="${field.autocomplete ?? 'off'}"
      ${isLiteral && html`autocapitalize="none" spellcheck="false"`}
      ${!isOptional && field.isOneOfSeveral !== true && html`required`}
      ${field.isFirst === true && html`autofocus`}
      ${described(field)}
    />`,
  )
}

export interface SelectOption {
  readonly value: string
  readonly label: string
}

export const selectField = (
  field: FieldOf & { readonly choices: readonly SelectOption[]; readonly value: string },
): Html => {
  const { name, id = name, choices, failed } = field
  const chosen = typedIn(failed, name) ?? field.value
  return frame(
    field,
    html`<select id="${id}" name="${name}" ${described(field)}>
      ${choices.map(
        ({ value, label }) =>
          html`<option value="${value}" ${value === chosen && html`selected`}>${label}</option>`,
      )}
    </select>`,
  )
}

export interface Tick extends SelectOption {
  readonly hint?: Part
  readonly isTicked: boolean
}

/** Several of them: `radio` where one is chosen, `checkbox` where any may be. */
export const tickField = (
  field: FieldOf & { readonly kind: 'radio' | 'checkbox'; readonly ticks: readonly Tick[] },
): Html => {
  const { name, id = name, label, hint, failed, kind, ticks } = field
  const problem = problemOf(failed, name)
  const typed = failed?.typed.getAll(name)
  return html`<fieldset class="field" id="${id}" ${described(field)}>
    <legend>${label}</legend>
    ${problem === null ? null : html`<p class="problem" id="${id}_problem">${asSentence(label, problem)}</p>`}
    <div class="ticks">
      ${ticks.map(
        (tick) =>
          html`<label class="tick"
            ><input
              type="${kind}"
              name="${name}"
              value="${tick.value}"
              ${(typed ? typed.includes(tick.value) : tick.isTicked) && html`checked`}
            /><span
              >${tick.label}${tick.hint === undefined ? null : html`<span class="hint">${tick.hint}</span>`}</span
            ></label
          >`,
      )}
    </div>
    ${hint === undefined ? null : html`<p class="hint" id="${id}_hint">${hint}</p>`}
  </fieldset>`
}

export const hidden = (name: string, value: string): Html =>
  html`<input type="hidden" name="${name}" value="${value}" />`

/** A control with its label, what is wrong with it, and its hint. */
export const frame = (field: FieldOf & { readonly isOptional?: boolean }, control: Html): Html => {
  const { name, id = name, label, hint, failed } = field
  const problem = problemOf(failed, name)
  return html`<div class="field">
    <label for="${id}"
      >${label}${field.isOptional === true && html` <span class="quiet">(optional)</span>`}</label
    >
    ${problem === null ? null : html`<p class="problem" id="${id}_problem">${asSentence(label, problem)}</p>`}
    ${control} ${hint === undefined ? null : html`<p class="hint" id="${id}_hint">${hint}</p>`}
  </div>`
}

export const typedIn = (failed: FailedForm | undefined, name: string): string | undefined =>
  failed?.typed.get(name) ?? undefined

const problemOf = (failed: FailedForm | undefined, name: string): string | null =>
  failed?.problems.find(({ field }) => rootOf(field) === name)?.message ?? null

/** What a screen reader says with the field. */
export const described = ({ name, id = name, hint, failed }: FieldOf): Part => {
  const hasProblem = problemOf(failed, name) !== null
  const ids = [hasProblem ? `${id}_problem` : '', hint === undefined ? '' : `${id}_hint`].filter(
    (one) => one !== '',
  )
  return [
    ids.length > 0 && html`aria-describedby="${ids.join(' ')}"`,
    hasProblem && html` aria-invalid="true"`,
  ]
}
