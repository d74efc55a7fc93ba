// The words of the guide as HTML: paragraphs, lists, tables and code, with the little Markdown inside them.
import type { ProseBlock, ProseSection } from '@challenge-service/contract'
import { html, type Html } from '../../kernel/html.ts'
import { codeSample } from './code-sample.ts'
import { columnName, dataTable } from './data-table.ts'

const INLINE = /(`[^`]+`|\*\*[^*]+\*\*|\[[^\]]+\]\(#[^)]+\))/

/** `code`, **strong** and [links](#slug). */
export const inline = (text: string): readonly Html[] =>
  text.split(INLINE).map((part, index) => (index % 2 === 0 ? html`${part}` : marked(part)))

const marked = (part: string): Html => {
  if (part.startsWith('`')) return html`<code>${part.slice(1, -1)}</code>`
  if (part.startsWith('**')) return html`<strong>${part.slice(2, -2)}</strong>`
  const at = part.indexOf('](')
  return html`<a href="${part.slice(at + 2, -1)}">${part.slice(1, at)}</a>`
}

/** A paragraph, or a numbered list where each line begins with its number. */
export const paragraph = (text: string): Html => {
  const lines = text.split('\n')
  if (!text.startsWith('1. ')) return html`<p>${inline(text)}</p>`
  return html`<ol>
    ${lines.map((line) => html`<li>${inline(line.replace(/^\d+\. /, ''))}</li>`)}
  </ol>`
}

export const section = ({ slug, title, blocks }: ProseSection): Html =>
  html`<section class="chapter" id="${slug}">
    <h2><a href="#${slug}">${title}</a></h2>
    ${blocks.map(block)}
  </section>`

const block = (one: ProseBlock): Html => {
  switch (one.kind) {
    case 'text':
      return html`<p>${inline(one.text)}</p>`
    case 'list':
      return html`<ul>
        ${one.items.map((item) => html`<li>${inline(item)}</li>`)}
      </ul>`
    case 'code':
      return codeSample({
        title: titles[one.language] ?? one.language,
        language: one.language,
        text: one.text,
      })
    case 'table':
      return dataTable(
        one.head.map((cell) => ({ name: columnName(cell), head: inline(cell) })),
        one.rows.map((row) => row.map(inline)),
      )
  }
}

const titles: Readonly<Record<string, string>> = {
  http: 'Header',
  json: 'JSON',
  js: 'Node.js',
  python: 'Python',
  text: 'Test data',
}
