// What the messages of the catalogue are made with. A message that is given text is text; given HTML, it is HTML, in which
// all else is escaped.
import { html, type Html } from '../kernel/html.ts'

export type Piece = string | Html

/**
 * `Fixed`: numbers, and words that choose between forms. `Names`: what is put in, text or HTML. `Tags`: parts of the sentence
 * that are put into an element, such as a link.
 */
export type Sentence<Fixed, Names extends string = never, Tags extends string = never> = [Tags] extends [
  never,
]
  ? TextOrHtml<Fixed, Names>
  : (given: Fixed & Readonly<Record<Names, Piece>> & Readonly<Record<Tags, (inner: Piece) => Html>>) => Html

interface TextOrHtml<Fixed, Names extends string> {
  (given: Fixed & Readonly<Record<Names, string>>): string
  (given: Fixed & Readonly<Record<Names, Piece>>): Html
}

/** Typed as what every message can give: the type of the message says which it is. */
export const join = (pieces: readonly Piece[]): string & Html =>
  (pieces.every((piece) => typeof piece === 'string') ? pieces.join('') : html`${pieces}`) as string & Html

/** How a language counts, and writes numbers. */
export const formsOf = (
  language: string,
): { readonly count: (value: number) => string; readonly form: (value: number) => Intl.LDMLPluralRule } => {
  const rules = new Intl.PluralRules(language)
  const numbers = new Intl.NumberFormat(language)
  return { count: (value) => numbers.format(value), form: (value) => rules.select(value) }
}
