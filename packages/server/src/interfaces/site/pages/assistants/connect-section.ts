// "Connect an assistant": the entries for each, with the token that was just made or a placeholder for it.
import { html, type Html } from '../../../../kernel/html.ts'
import { copied } from '../../parts/copied.ts'
import {
  FILE_EXISTS,
  listConnections,
  TOKEN_PLACEHOLDER,
  TRY_IT,
  type AssistantConnection,
} from './connections.ts'

/** `origin`: under which address the site was asked for; without a token a placeholder stands for it. */
export const connectSection = (origin: string, token?: string): Html =>
  html`<section class="card">
    <h2>Connect an assistant</h2>
    <p>
      An assistant plays for you with a token, within its scopes. The service makes it ask you before what
      binds you. One that you cannot trust could answer for you: give it a token that may only read.
      ${
        token === undefined
          ? html`Make a token for it, and enter it in place of <code>${TOKEN_PLACEHOLDER}</code>.`
          : 'The token stands in these lines: enter them where only you can read them.'
      }
      <a href="/docs/assistants">What an assistant may do</a>
    </p>
    ${listConnections({ url: `${origin}/mcp`, token: token ?? TOKEN_PLACEHOLDER }).map(connection)}
    <p>${FILE_EXISTS} ${TRY_IT}</p>
  </section>`

const connection = ({ assistant, entries, note }: AssistantConnection): Html =>
  html`<details>
    <summary>${assistant}</summary>
    ${note !== undefined && html`<p>${note}</p>`}
    ${entries.map(
      ({ file, text }) =>
        html`<p>In ${file === null ? 'a terminal' : html`<code>${file}</code>`}:</p>
          ${copied(text, `the lines for ${assistant}`)}`,
    )}
  </details>`
