// A form of the site. Each that is shown has an id of its own, so that one which is sent twice does one thing.
import { randomUUID } from 'node:crypto'
import { html, type Html, type Part } from '../../../kernel/html.ts'
import { hidden } from './fields.ts'

/** The field that carries the id of the form. */
export const FORM_ID = 'form_id'

/** The field that says for whom the page was made: empty here, and filled in as the page leaves. */
export const MADE_FOR = 'made_for'

/** `id`: that of a form which is shown again, and does what the one before it would have done. */
export const form = (path: string, inside: Part, attributes: Part = null, id: string = randomUUID()): Html =>
  html`<form method="post" action="${path}" ${attributes}>
    ${hidden(FORM_ID, id)} ${hidden(MADE_FOR, '')} ${inside}
  </form>`

/** A form that is one button. */
export const buttonForm = (
  path: string,
  label: Part,
  {
    kind = '',
    fields = {},
  }: {
    readonly kind?: '' | 'main' | 'bad' | 'plain'
    readonly fields?: Readonly<Record<string, string>>
  } = {},
): Html =>
  form(
    path,
    html`${Object.entries(fields).map(([name, value]) => hidden(name, value))}<button class="${kind}">
        ${label}
      </button>`,
  )

/** What gives something up asks once more, with what it costs, and without a script. */
export const confirmedOnce = (summary: string, inside: Part): Html =>
  html`<details class="more">
    <summary>${summary}</summary>
    ${inside}
  </details>`
