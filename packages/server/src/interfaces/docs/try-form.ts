// The form by which a reader makes the real call. It is hidden until the script shows it, and only the script
// sends it: the token goes into a header and nowhere else.
import type { EndpointReference, Field } from '@challenge-service/contract'
import { html, type Html, type Part } from '../../kernel/html.ts'

export const tryForm = ({ name, endpoint, params, query, body, sample }: EndpointReference): Html =>
  html`<details class="try" hidden>
    <summary>Try it</summary>
    <form data-method="${endpoint.method}" data-path="${endpoint.path}" autocomplete="off">
      <p class="hint">
        Makes the real call, from this page. The token stays in this tab and is forgotten when you close it.
      </p>
      ${input({ id: `${name}-token`, label: 'Access token', kind: 'token', type: 'password', placeholder: 'cs_acc_…' })}
      ${params.map((field) => input({ ...asInput(name, field, sample.params[field.name]), kind: 'path' }))}
      ${query.map((field) => input({ ...asInput(name, field, undefined), kind: 'query' }))}
      ${endpoint.method === 'POST' && input({ id: `${name}-key`, label: 'Idempotency-Key', kind: 'key', placeholder: 'optional' })}
      ${body.length > 0 && bodyField(name, sample.body)}
      <p class="actions">
        <button type="submit">Send <span class="method-name">${endpoint.method}</span></button>
      </p>
    </form>
    <div class="result" role="status" aria-live="polite"></div>
  </details>`

interface FormInput {
  readonly id: string
  readonly label: string
  readonly kind?: string
  readonly type?: string
  readonly name?: string
  readonly placeholder?: string
  readonly required?: boolean
}

const asInput = (endpointName: string, { name, required }: Field, example: unknown): FormInput => ({
  id: `${endpointName}-${name}`,
  label: name,
  name,
  placeholder: typeof example === 'string' ? example : 'optional',
  required,
})

const input = ({ id, label, kind, type = 'text', name, placeholder, required = false }: FormInput): Part =>
  html`<p class="input">
    <label for="${id}">${label}</label
    ><input
      id="${id}"
      type="${type}"
      data-kind="${kind}"
      ${name !== undefined && html` data-name="${name}"`}
      placeholder="${placeholder}"
      autocomplete="off"
      autocapitalize="off"
      spellcheck="false"
      ${required && html` required`}
    />
  </p>`

const bodyField = (name: string, example: unknown): Html => {
  const text = JSON.stringify(example ?? {}, null, 2)
  return html`<p class="input wide">
    <label for="${name}-body">Body</label
    ><textarea id="${name}-body" data-kind="body" rows="${text.split('\n').length + 1}" spellcheck="false">
${text}</textarea>
  </p>`
}
