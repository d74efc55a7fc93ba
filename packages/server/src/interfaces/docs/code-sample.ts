// A piece of code with its title, a button to copy it, and colours where it is JSON.
import { html, type Html, type Part } from '../../kernel/html.ts'

export interface CodeSample {
  readonly title: Part
  readonly language: string
  readonly text: string
}

export const codeSample = ({ title, language, text }: CodeSample): Html =>
  html`<figure class="sample">
    <figcaption><span>${title}</span><button type="button" class="copy" hidden>Copy</button></figcaption>
    <pre tabindex="0"><code>${language.startsWith('json') ? coloured(text) : text}</code></pre>
  </figure>`

/** The script writes the address of the page into each base, so that a copied call leads here. */
export const withBase = (text: string, base: string | undefined): Part => {
  if (base === undefined) return text
  const [before = '', ...after] = text.split(base)
  return [before, ...after.map((rest) => html`<span class="base">${base}</span>${rest}`)]
}

const TOKEN = /("(?:[^"\\]|\\.)*"(?:\s*:)?|\b(?:true|false|null)\b|-?\b\d+(?:\.\d+)?\b)/

const coloured = (json: string): Part =>
  json.split(TOKEN).map((part, index) => {
    if (index % 2 === 0) return part
    if (part.endsWith(':')) return html`<span class="k">${part.slice(0, -1)}</span>:`
    return html`<span class="${part.startsWith('"') ? 's' : 'l'}">${part}</span>`
  })
