// The sentences that people read, in the language of this process (LANGUAGE). They are written in packages/server/languages;
// `npm run build` makes functions of them.
import { words as english } from './catalogue/en.ts'
import { languages } from './catalogue/languages.ts'
import type { Words } from './catalogue/words.ts'

export let words: Words = english

/** Called once, before anything is put into words. */
export const speak = async (language: string): Promise<void> => {
  const load = languages[language]
  if (!load) throw new Error(`there are no words in ${language}`)
  words = (await load()).words
}

export const isLanguage = (name: string): boolean => Object.hasOwn(languages, name)
