// The words of the guide as HTML: paragraphs, lists, tables and code, with the little Markdown inside them.
import type { Block, Section } from '@challenge-service/contract'
import { codeSample } from './code-sample.ts'
import { markup, type Markup } from './markup.ts'

const INLINE = /(`[^`]+`|\*\*[^*]+\*\*|\[[^\]]+\]\(#[^)]+\))/

/** `code`, **strong** and [links](#slug). */
export const inline = (text: string): readonly Markup[] =>
  text.split(INLINE).map((part, index) => (index % 2 === 0 ? markup`${part}` : marked(part)))

const marked = (part: string): Markup => {
  if (part.startsWith('`')) return markup`<code>${part.slice(1, -1)}</code>`
  if (part.startsWith('**')) return markup`<strong>${part.slice(2, -2)}</strong>`
  const at = part.indexOf('](')
  return markup`<a href="${part.slice(at + 2, -1)}">${part.slice(1, at)}</a>`
}

/** A paragraph, or a numbered list where each line begins with its number. */
export const paragraph = (text: string): Markup => {
  const lines = text.split('\n')
  if (!text.startsWith('1. ')) return markup`<p>${inline(text)}</p>`
  return markup`<ol>${lines.map((line) => markup`<li>${inline(line.replace(/^\d+\. /, ''))}</li>`)}</ol>`
}

export const section = ({ slug, title, blocks }: Section): Markup =>
  markup`<section class="chapter" id="${slug}"><h2><a href="#${slug}">${title}</a></h2>${blocks.map(block)}</section>`

const block = (one: Block): Markup => {
  switch (one.kind) {
    case 'text':
      return markup`<p>${inline(one.text)}</p>`
    case 'list':
      return markup`<ul>${one.items.map((item) => markup`<li>${inline(item)}</li>`)}</ul>`
    case 'code':
      return codeSample({
        title: titles[one.language] ?? one.language,
        language: one.language,
        text: one.text,
      })
    case 'table':
      return table(one.head, one.rows)
  }
}

const titles: Readonly<Record<string, string>> = {
  http: 'Header',
  json: 'JSON',
  js: 'Node.js',
  python: 'Python',
  text: 'Test data',
}

/** Each cell carries the name of its column, which narrow screens show in place of the head. */
const table = (head: readonly string[], rows: readonly (readonly string[])[]): Markup => markup`
<div class="scroll"><table class="rows">
<thead><tr>${head.map((cell) => markup`<th scope="col">${inline(cell)}</th>`)}</tr></thead>
<tbody>${rows.map(
  (row) =>
    markup`<tr>${row.map((cell, index) => markup`<td data-column="${head[index]?.replaceAll('`', '')}">${inline(cell)}</td>`)}</tr>
`,
)}</tbody></table></div>`
