// What someone typed, between quotation marks of the site. Around a text that has some of its own stand the other ones, so
// that it can be seen where it ends.
import { html, type Html } from '../../../kernel/html.ts'

const hasOwn = (text: string): boolean => /["\u201c-\u201f\u00ab\u00bb]/.test(text)

export const quotation = (text: string): Html =>
  html`<q class="${hasOwn(text) ? 'single' : 'double'}">${text}</q>`

/** The same where no HTML can stand. */
export const inQuotes = (text: string): string => (hasOwn(text) ? `‘${text}’` : `“${text}”`)
