// One line of a list of facts: what it is called, and what it is.
import { html, type Html, type Part } from '../../../kernel/html.ts'

export const fact = (label: string, value: Part): Html =>
  html`<div>
    <dt>${label}</dt>
    <dd>${value}</dd>
  </div>`
