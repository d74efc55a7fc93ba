// Parameters, members of a body and members of an object, as a table of two columns that a phone can show.
import type { Field } from '@challenge-service/contract'
import { html, type Html, type Part } from '../../kernel/html.ts'
import { capital } from '../../wording/names.ts'
import { inline } from './prose.ts'

export interface FieldTable {
  readonly title: string
  readonly fields: readonly Field[]
  /** Of what is sent, each says whether it is required and what is wanted; of what comes back, what it can be. */
  readonly sent: boolean
}

export const fieldTable = ({ title, fields, sent }: FieldTable): Html | undefined =>
  fields.length === 0
    ? undefined
    : html`<table class="fields">
        <caption>
          ${title}
        </caption>
        <colgroup>
          <col class="name" />
          <col />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">Name and type</th>
            <th scope="col">Meaning</th>
          </tr>
        </thead>
        <tbody>
          ${fields.map((field) => row(field, sent))}
        </tbody>
      </table>`

const row = (field: Field, sent: boolean): Html =>
  html`<tr>
    <th scope="row" class="depth-${field.depth}">
      <code>${field.path}</code> <span class="type">${type(field)}</span>${mark(field, sent)}
    </th>
    <td>
      ${field.meaning !== undefined && html`<div>${inline(field.meaning)}</div>`} ${bounds(field, sent)}
    </td>
  </tr>`

const mark = ({ required }: Field, sent: boolean): Part => {
  if (sent) return required && html` <em class="required">required</em>`
  return !required && html` <em>optional</em>`
}

/** As it is called, with a link to the object that it is, or is a list of. */
const type = ({ type: words, object, nullable }: Field): Part => {
  const before = object === undefined ? words : words.slice(0, words.lastIndexOf(object))
  const link = object !== undefined && html`<a href="#object-${object}">${object}</a>`
  return [before, link, nullable && ' or null']
}

const bounds = ({ expects, values, fallback }: Field, sent: boolean): Part => {
  const given = fallback !== undefined && html` Default <code>${fallback}</code>.`
  if (values && values.length > 0) {
    return html`<div class="bounds">${values.map((value) => html`<code>${value}</code> `)}${given}</div>`
  }
  if (!sent || expects === undefined) return given && html`<div class="bounds">${given}</div>`
  return html`<div class="bounds">${capital(expects)}.${given}</div>`
}
