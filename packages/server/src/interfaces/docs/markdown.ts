// A guide as HTML. The documents are ours, but nothing in them is taken for HTML: what looks like it is shown as text.
import { Marked, type Tokens } from 'marked'
import { Html, html, type Part } from '../../kernel/html.ts'
import { codeSample } from './code-sample.ts'
import { columnName, dataTable } from './data-table.ts'
import { diagram } from './diagrams.ts'
import { makeAnchor, resolveLink } from './guide-links.ts'
import type { Guide } from './guides.ts'
import { findPicture } from './pictures.ts'

export interface Heading {
  readonly id: string
  readonly depth: number
  readonly text: string
}

/** A heading, and the words under it up to the next one. */
export interface GuideSection extends Heading {
  readonly words: string
}

export interface RenderedGuide {
  readonly body: Html
  readonly sections: readonly GuideSection[]
}

export const renderGuide = (guide: Guide, source: string): RenderedGuide => {
  const sections: { id: string; depth: number; text: string; words: string }[] = []
  let drawnAs: string | undefined
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading): string {
        const words = text.replaceAll(/[`*]/g, '')
        const id = makeUnique(makeAnchor(words), sections)
        sections.push({ id, depth, text: words, words: '' })
        const inner = html`<a href="#${id}">${new Html(this.parser.parseInline(tokens))}</a>`
        return tag(`h${depth}`, html` id="${id}"`, inner)
      },
      codespan({ text }: Tokens.Codespan): string {
        return html`<code>${breakable(text)}</code>`.text
      },
      code({ text, lang }: Tokens.Code): string {
        const language = lang ?? ''
        if (language === 'mermaid' && drawnAs !== undefined) return diagram(drawnAs).text
        return codeSample({ title: titles[language] ?? language, language, text }).text
      },
      table({ header, rows }: Tokens.Table): string {
        const inline = ({ tokens }: Tokens.TableCell): Html => new Html(this.parser.parseInline(tokens))
        return dataTable(
          header.map((cell) => ({ name: columnName(cell.text), head: inline(cell) })),
          rows.map((row) => row.map(inline)),
        ).text
      },
      link({ href, text, tokens }: Tokens.Link): string {
        const to = resolveLink(guide, href)
        // The name of a file says nothing to a reader of the pages.
        const isFileName = text.endsWith('.md') && to?.title !== undefined
        const inner = isFileName ? html`${to.title}` : new Html(this.parser.parseInline(tokens))
        return to === undefined ? inner.text : html`<a href="${to.url}">${inner}</a>`.text
      },
      image({ href, text }: Tokens.Image): string {
        const picture = findPicture(guide, href)
        if (!picture) return html`${text}`.text
        const { name, width, height } = picture
        const size = html`width="${width}" height="${height}"`
        return html`<img src="pictures/${name}" alt="${text}" ${size} loading="lazy" />`.text
      },
      html({ text }: Tokens.HTML | Tokens.Tag): string {
        drawnAs = DRAWN_AS.exec(text)?.[1]
        return text.startsWith('<!--') ? '' : html`${text}`.text
      },
    },
  })
  const body = new Html(marked.parse(source, { async: false }))
  return { body, sections: addWords(sections, body) }
}

/** Above a diagram: which picture shows it. */
const DRAWN_AS = /^<!-- drawn as ([\w-]+) -->/

const titles: Readonly<Record<string, string>> = {
  '': 'Text',
  http: 'HTTP',
  js: 'Node.js',
  json: 'JSON',
  jsonc: 'JSON',
  python: 'Python',
  sh: 'Shell',
  sql: 'SQL',
  text: 'Text',
  ts: 'TypeScript',
}

/** A long piece of code without spaces may break after a comma or a slash, and nowhere else. */
const breakable = (text: string): Part =>
  text.split(/(?<=[,/])(?=[^,/])/).map((part) => [part, html`<wbr />`])

const tag = (name: string, attributes: Html, inner: Html): string =>
  `<${name}${attributes.text}>${inner.text}</${name}>\n`

/** The second heading of the same words gets a number, as on GitHub. */
const makeUnique = (id: string, taken: readonly Heading[]): string => {
  const before = taken.filter((heading) => heading.id.replace(/-\d+$/, '') === id || heading.id === id).length
  return before === 0 ? id : `${id}-${before}`
}

/** What a reader sees between two headings, for the search. */
const addWords = (headings: readonly Heading[], { text }: Html): readonly GuideSection[] => {
  const starts = headings.map(({ id }) => text.indexOf(` id="${id}">`))
  return headings.map((heading, at) => {
    const part = text.slice(starts[at], starts[at + 1]).replace(/^[^]*?<\/h\d>/, '')
    return { ...heading, words: toPlainText(part.replace(/<h\d$/, '')) }
  })
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

export const toPlainText = (markup: string): string =>
  markup
    .replaceAll(/<(figcaption|svg)\b[^]*?<\/\1>/g, ' ')
    .replaceAll(/<(?:span|b|i|code|strong|em|a|wbr)\b[^>]*>|<\/(?:span|b|i|code|strong|em|a)>/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name] ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim()
