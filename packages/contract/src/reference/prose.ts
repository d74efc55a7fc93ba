// The parts of the guide, in a form that a page and a Markdown file can both be made of. Inside a text,
// `code`, **strong** and [links](#slug) are Markdown.

export type ProseBlock =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'code'; readonly language: string; readonly text: string }
  | {
      readonly kind: 'table'
      readonly head: readonly string[]
      readonly rows: readonly (readonly string[])[]
    }

export interface ProseSection {
  readonly slug: string
  readonly title: string
  readonly blocks: readonly ProseBlock[]
}

export const text = (words: string): ProseBlock => ({ kind: 'text', text: words })
export const list = (...items: string[]): ProseBlock => ({ kind: 'list', items })
export const code = (language: string, words: string): ProseBlock => ({ kind: 'code', language, text: words })
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): ProseBlock => ({
  kind: 'table',
  head,
  rows,
})
