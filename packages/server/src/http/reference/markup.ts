// HTML that escapes by default: whatever is put into a template is text, unless it came out of one.

export class Markup {
  readonly html: string

  constructor(html: string) {
    this.html = html
  }
}

/** Nothing is written for undefined, null and false, so that parts can be left out. */
export type Part = Markup | string | number | false | null | undefined | readonly Part[]

export const markup = (texts: TemplateStringsArray, ...parts: readonly Part[]): Markup =>
  new Markup(texts.map((text, index) => text + htmlOf(parts[index])).join(''))

const htmlOf = (part: Part): string => {
  if (part === undefined || part === null || part === false) return ''
  if (part instanceof Markup) return part.html
  if (typeof part === 'string' || typeof part === 'number') return escape(String(part))
  return part.map(htmlOf).join('')
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '')
