// Bars drawn on the server: a table of names and numbers, with each number drawn beside it for those who see it.
import { html, type Html, type Part } from '../../../kernel/html.ts'

export interface Bar {
  readonly label: Part
  readonly value: number
  /** The number in words, as it stands beside the bar: `31`, `31 (65 %)`. */
  readonly words: string
  /** Whose colour it has. */
  readonly kind?: 'mine' | 'theirs'
}

/** The longest of them is as long as there is room. */
export const bars = (caption: string, rows: readonly Bar[]): Html => {
  const most = Math.max(1, ...rows.map(({ value }) => value))
  return html`<table class="bars">
    <caption>
      ${caption}
    </caption>
    ${rows.map(
      ({ label, value, words, kind }) =>
        html`<tr>
          <th scope="row">${label}</th>
          <td>
            <svg class="bar" aria-hidden="true">
              <rect width="${((100 * value) / most).toFixed(1)}%" height="100%" class="${kind}" />
            </svg>
          </td>
          <td>${words}</td>
        </tr>`,
    )}
  </table>`
}
