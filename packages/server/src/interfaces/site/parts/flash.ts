// What a page says once after something was done: the address it leads on to carries one of a few words.
import { html, type Html } from '../../../kernel/html.ts'
import type { SiteRequest } from '../engine/page.ts'
import { notice } from './notices.ts'

const NAME = 'did'

/** Of a form that was sent for what is not there any more, as by two presses of its button: its list says so. */
export const GONE = 'gone'

export const withWord = (path: string, word: string): string => `${path}?${NAME}=${word}`

export const wordIn = (query: Pick<ReadonlyMap<string, string>, 'get'>): string | undefined => query.get(NAME)

export const said = <Word extends string>(
  { query }: Pick<SiteRequest, 'query'>,
  words: Readonly<Record<Word, string>>,
): Html | null => {
  const word = wordIn(query)
  if (word === GONE)
    return notice(html`<p>That is not here any more, or not yours to change. Nothing was changed.</p>`)
  if (word === undefined || !Object.hasOwn(words, word)) return null
  return notice(html`<p>${words[word as Word]}</p>`, 'good')
}
