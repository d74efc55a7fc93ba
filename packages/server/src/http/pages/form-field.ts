// A field of a form, with what is wrong with it standing beside it. What was typed is kept.
import { html, type Html } from '../../kernel/html.ts'
import type { FormField, FormProblem } from './form.ts'

const labels: Readonly<Record<FormField, string>> = { first_name: 'your first name', reason: 'your reason' }

/** At the top of a page whose form was not taken: a way to the field. */
export const renderProblemBanner = ({ field }: FormProblem): Html =>
  html`<p class="banner problem" role="alert">
    Nothing was changed: <a href="#${field}">${labels[field]}</a> needs another look.
  </p>`

export interface TextField {
  readonly field: FormField
  readonly label: string
  readonly isOptional: boolean
  readonly maxLength: number
  readonly hint: string
  readonly problem: FormProblem | undefined
}

export const nameField = (shown: TextField): Html =>
  frame(
    shown,
    html`<input
      id="${shown.field}"
      name="${shown.field}"
      autocomplete="given-name"
      maxlength="${shown.maxLength}"
      value="${shown.problem?.typed}"
      ${attributes(shown)}
    />`,
  )

export const reasonField = (shown: TextField): Html =>
  frame(
    shown,
    html`<textarea
      id="${shown.field}"
      name="${shown.field}"
      rows="${shown.isOptional ? 2 : 4}"
      maxlength="${shown.maxLength}"
      ${shown.isOptional ? null : html`required`}
      ${attributes(shown)}
    >
${shown.problem?.typed}</textarea>`,
  )

/** A browser goes to a field that was refused by itself. */
const attributes = ({ field, problem }: TextField): Html =>
  problem
    ? html`aria-describedby="${field}_problem ${field}_hint" aria-invalid="true" autofocus`
    : html`aria-describedby="${field}_hint"`

const frame = ({ field, label, isOptional, hint, problem }: TextField, control: Html): Html =>
  html`<p class="field">
    <label for="${field}">${label}${isOptional ? html` <span class="quiet">(optional)</span>` : null}</label>
    ${problem ? html`<span class="problem" id="${field}_problem">${problem.message}</span>` : null} ${control}
    <span class="quiet" id="${field}_hint">${hint}</span>
  </p>`
