// A table of the documents. Each cell carries the name of its column, which narrow screens show in place of the head.
import { html, type Html, type Part } from '../../kernel/html.ts'

export interface TableColumn {
  readonly name: string
  readonly head: Part
}

/** It can be scrolled by keyboard where it is wider than the page. */
export const dataTable = (columns: readonly TableColumn[], rows: readonly (readonly Part[])[]): Html =>
  html`<div class="scroll" tabindex="0">
    <table class="rows">
      <thead>
        <tr>
          ${columns.map(({ head }) => html`<th scope="col">${head}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              ${row.map((cell, at) => html`<td data-column="${columns[at]?.name}">${cell}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`

/** The name of a column without the marks of code. */
export const columnName = (head: string): string => head.replaceAll('`', '')
