// What an endpoint can be refused with: its own reasons in full, those of every call by name.
import type { Refusals } from '@challenge-service/contract'
import { html, type Html } from '../../kernel/html.ts'
import { inline } from './prose.ts'

export const refusalList = (refusals: readonly Refusals[]): Html => {
  const own = select(refusals, false)
  return html`${
      own.length > 0 &&
      html`<table class="fields refusals">
        <caption>
          Errors
        </caption>
        <colgroup>
          <col class="name" />
          <col />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">Status and code</th>
            <th scope="col">Reasons</th>
          </tr>
        </thead>
        <tbody>
          ${own.map(
            ({ status, code, reasons }) =>
              html`<tr>
                <th scope="row"><span class="status">${status}</span> <code>${code}</code></th>
                <td>
                  ${reasons.map(({ reason, sentence }) => html`<div><code>${reason}</code> ${inline(sentence)}</div>`)}
                </td>
              </tr>`,
          )}
        </tbody>
      </table>`
    }
    <details class="common">
      <summary>Errors common to all calls</summary>
      <ul>
        ${select(refusals, true).map(
          ({ status, code, reasons }) =>
            html`<li>
              <span class="status">${status}</span> <code>${code}</code>:
              ${reasons.map(({ reason }, index) => [index > 0 && ', ', reason])}
            </li>`,
        )}
      </ul>
      <p><a href="#errors">What they mean</a></p>
    </details>`
}

const select = (refusals: readonly Refusals[], common: boolean): readonly Refusals[] =>
  refusals
    .map((one) => ({ ...one, reasons: one.reasons.filter((reason) => reason.common === common) }))
    .filter(({ reasons }) => reasons.length > 0)
