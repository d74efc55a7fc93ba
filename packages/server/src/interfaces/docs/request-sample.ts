// An endpoint's call in three languages. Without a script the radio buttons choose; with one the choice holds for all
// endpoints and is remembered.
import { writeCurl, writePython, writeTypeScript, type EndpointReference } from '@challenge-service/contract'
import { html, type Html } from '../../kernel/html.ts'
import { withBase } from './code-sample.ts'

export interface BaseUrl {
  readonly url: string
  /** Whether the page may put its own address in its place. */
  readonly guessed: boolean
}

const languages = [
  { key: 'curl', title: 'curl', write: writeCurl },
  { key: 'typescript', title: 'TypeScript', write: writeTypeScript },
  { key: 'python', title: 'Python', write: writePython },
] as const

export const requestSample = (reference: EndpointReference, { url, guessed }: BaseUrl): Html =>
  html`<figure class="sample request">
    <figcaption>
      <span class="languages" role="radiogroup" aria-label="Language of the request">
        ${languages.map(({ key, title }, index) => languageButton(reference.name, key, title, index === 0))} </span
      ><button type="button" class="copy" hidden>Copy</button>
    </figcaption>
    ${languages.map(
      ({ key, title, write }) =>
        html`<pre tabindex="0" data-language="${key}" aria-label="${title}"><code>${withBase(
          write(reference, url),
          guessed ? url : undefined,
        )}</code></pre>`,
    )}
  </figure>`

const languageButton = (name: string, key: string, title: string, isFirst: boolean): Html =>
  html`<label
    ><input type="radio" name="${name}-language" value="${key}" ${isFirst && html`checked`} />${title}</label
  >`
