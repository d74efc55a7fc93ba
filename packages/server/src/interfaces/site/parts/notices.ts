// What a page says of what was just done, or of why it was not.
import { html, type Html, type Part } from '../../../kernel/html.ts'
import type { FailedForm } from '../engine/page.ts'

export const notice = (text: Part, kind: 'plain' | 'good' | 'bad' = 'plain'): Html =>
  html`<div class="notice ${kind}" role="${kind === 'bad' ? 'alert' : 'status'}">${paragraph(text)}</div>`

const paragraph = (text: Part): Part => (typeof text === 'string' ? html`<p>${text}</p>` : text)

/**
 * Above a form that was not taken: what is wrong, with a way to each field. A browser puts the focus there by itself.
 * `labels`: what the fields are called on this page. `toId`: where they stand, if not under their name.
 */
export const failure = (
  failed: FailedForm | undefined,
  labels: Readonly<Record<string, string>> = {},
  toId: (name: string) => string = (name) => name,
): Html | null =>
  failed === undefined
    ? null
    : html`<div class="notice bad" role="alert" tabindex="-1" autofocus>
        <p>${failed.message ?? 'Please look at this once more:'}</p>
        ${
          failed.problems.length > 0
            ? html`<ul>
                ${failed.problems.map(({ field, message }) => problemLine(field, message, labels, toId))}
              </ul>`
            : null
        }
      </div>`

const problemLine = (
  field: string,
  message: string,
  labels: Readonly<Record<string, string>>,
  toId: (name: string) => string,
): Html => {
  const name = rootOf(field)
  const sentence = asSentence(labels[name] ?? name, message)
  return html`<li>
    ${labels[name] === undefined ? sentence : html`<a href="#${toId(name)}">${sentence}</a>`}
  </li>`
}

/** `headers.X-Api-Key` and `scopes[2]` stand at their field. */
export const rootOf = (field: string): string => /^[^.[]*/.exec(field)?.[0] ?? field

export const asSentence = (label: string, message: string): string =>
  `${label} ${message}${/[.?!]$/.test(message) ? '' : '.'}`
