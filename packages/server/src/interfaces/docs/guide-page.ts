// A guide as a page of /docs.
import { html, type Part } from '../../kernel/html.ts'
import { renderFrame } from './frame.ts'
import { readGuide, type Guide } from './guides.ts'
import { renderGuide, type GuideSection } from './markdown.ts'

export const renderGuidePage = (guide: Guide, siteName: string): string => {
  const { body, sections } = renderGuide(guide, readGuide(guide))
  return renderFrame({
    siteName,
    title: guide.title,
    slug: guide.slug,
    contents: outline(sections),
    main: html`<article class="guide">${body}</article>`,
  })
}

const outline = (sections: readonly GuideSection[]): Part => {
  const shown = sections.filter(({ depth }) => depth === 2)
  return (
    shown.length > 0 &&
    html`<div class="part">
      <h2>On this page</h2>
      <ul>
        ${shown.map(({ id, text }) => html`<li><a href="#${id}">${text}</a></li>`)}
      </ul>
    </div>`
  )
}
