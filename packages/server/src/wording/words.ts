// The sentences that people read, in the language of this process. They are written in packages/server/languages, and
// `npm run build` makes functions of them.
import { words as english } from './catalogue/en.ts'
import { load } from './catalogue/languages.ts'
import type { Catalogue } from './catalogue/words.ts'

/** Read it when a sentence is made, and never before: the language is known only then. */
export let words: Catalogue = english

export const languages = Object.keys(load)

/** Called once, before anything is put into words. A name that is not known is left for the settings to refuse. */
export const speak = async (language: string): Promise<void> => {
  const found = await load[language]?.()
  words = found?.words ?? english
}
