// The diagrams of the guides as pictures, which `npm run generate` draws from the rules (tools/life-picture.mjs). They stand
// in the page itself, since only so do they take its colours, light or dark.
import { readFileSync } from 'node:fs'
import { Html, html } from '../../kernel/html.ts'

// The same way up from src/ and from dist/.
const folder = new URL('../../../assets/docs/diagrams/', import.meta.url)

export const diagram = (name: string): Html =>
  html`<figure class="diagram">${new Html(readFileSync(new URL(`${name}.svg`, folder), 'utf8'))}</figure>`
