// The way to the rest of a list.
import { html, type Html } from '../../../kernel/html.ts'

/** `query`: what the list is asked for besides. Nothing on the last page. */
export const olderOnes = (
  path: string,
  cursor: string | null,
  query: Readonly<Record<string, string>> = {},
): Html | null =>
  cursor === null
    ? null
    : html`<p>
        <a class="button" href="${path}?${new URLSearchParams({ ...query, after: cursor }).toString()}"
          >Older ones</a
        >
      </p>`
