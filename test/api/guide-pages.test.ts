// The guides as pages of /docs: all of them, without anything from elsewhere, with links that lead to something, and
// found by the search to the last section.
import { describe, expect, it } from 'vitest'
import { renderGuidePage } from '../../packages/server/src/interfaces/docs/guide-page.ts'
import { guides, readGuide } from '../../packages/server/src/interfaces/docs/guides.ts'
import { renderGuide } from '../../packages/server/src/interfaces/docs/markdown.ts'
import { renderPage } from '../../packages/server/src/interfaces/docs/page.ts'
import type { SearchEntry } from '../../packages/server/src/interfaces/docs/search-index.ts'
import { visit } from '../support/mails.ts'
import { useService } from '../support/service.ts'

const pages = new Map([
  // Home, where the brand leads.
  ['', ''],
  ['docs', renderPage()],
  ...guides.map((guide): [string, string] => [`docs/${guide.slug}`, renderGuidePage(guide, 'Bets & Co')]),
])

const listIds = (page = ''): readonly (string | undefined)[] =>
  [...page.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id)

/** Whether there is a page, and on it the place, that an address from the root names. */
const isThere = (address: string): boolean => {
  const [path = '', hash] = address.replace(/^\//, '').split('#')
  const page = pages.get(path)
  return page !== undefined && (hash === undefined || listIds(page).includes(hash))
}

describe.each(guides)('the page of $file', (guide) => {
  const page = renderGuidePage(guide, 'Bets & Co')

  it('has no inline script or style, shows no HTML of the document, and has each id once', () => {
    expect(page).not.toMatch(
      /<script(?![^>]*\ssrc="script\.js")|<style|\sstyle=|\son\w+=|<img(?! src="pictures\/[\w-]+\.png" alt="\w)/,
    )
    expect(new Set(listIds(page)).size).toBe(listIds(page).length)
  })

  it('leads to pages and places that are there', () => {
    const links = [...page.matchAll(/<a[^>]*\shref="([^"]+)"/g)].map(([, to = '']) => to)
    const own = links
      .filter((to) => !/^https?:/.test(to))
      .map((to) => new URL(to, `http://x/docs/${guide.slug}`))
    expect(own.map(({ pathname, hash }) => pathname + hash).filter((to) => !isThere(to))).toEqual([])
  })

  it('has every heading and every block of code of its document', () => {
    const source = readGuide(guide)
    const fences = source.match(/^ *```\w*$/gm) ?? []
    expect(page.match(/<figure class="(sample|diagram)">/g)?.length ?? 0).toBe(fences.length / 2)
  })
})

it('a guide takes nothing in it for HTML, and names no file where it can name a page', () => {
  const [guide] = guides
  if (!guide) throw new Error('there are no guides')
  const source =
    '# A <img src=x>\n\n<script>x</script>\n\n[guide.md](guide.md#a) [x](../SECURITY.md) `<q>` [<b>](#a"b)\n\n## Same\n\n## Same'
  const { body, sections } = renderGuide(guide, source)
  expect(body.text).not.toMatch(/<(script|img|q|b)\b/)
  expect(body.text).toContain('<a href="guide#a">API guide</a> x ')
  expect(sections.map(({ id }) => id)).toEqual(['a-img-srcx', 'same', 'same-1'])
})

it('a guide shows pictures that are there, with their size, and words in the place of others', () => {
  const [guide] = guides
  if (!guide) throw new Error('there are no guides')
  const show = (href: string): string => renderGuide(guide, `![Home "<now>"](${href})`).body.text.trim()
  expect(show('pictures/home.png')).toMatch(
    /^<p><img src="pictures\/home\.png" alt="Home &quot;&lt;now&gt;&quot;" width="390" height="\d+" loading="lazy" \/><\/p>$/,
  )
  for (const href of [
    'pictures/none.png',
    '../LICENSE',
    'https://x.example/home.png',
    'pictures/../tour.md',
  ]) {
    expect(show(href)).toBe('<p>Home &quot;&lt;now&gt;&quot;</p>')
  }
})

describe('over HTTP', () => {
  const service = useService('sqlite')

  it.each(guides)('/docs/$slug is served under the policy of /docs', async ({ slug }) => {
    const { status, headers } = await visit(service, `/docs/${slug}`)
    expect(status).toBe(200)
    expect(headers['content-security-policy']).toBe(
      (await visit(service, '/docs')).headers['content-security-policy'],
    )
  })

  it('has no pages for operators', async () => {
    for (const slug of ['operating', 'settings', 'commands', 'command-line', 'choices']) {
      expect([slug, (await visit(service, `/docs/${slug}`)).status]).toEqual([slug, 404])
    }
  })

  it('/docs/pictures has those of the guides, and sends none again to a browser that has it', async () => {
    const path = '/docs/pictures/home.png'
    const { status, headers } = await visit(service, path)
    expect([status, headers['content-type']]).toEqual([200, 'image/png'])
    const again = await service.call('GET', path, { headers: { 'if-none-match': String(headers['etag']) } })
    expect(again.status).toBe(304)
    for (const other of ['/docs/pictures/', '/docs/pictures/none.png', '/docs/pictures/..%2Ftour.md']) {
      expect([other, (await visit(service, other)).status]).toEqual([other, 404])
    }
  })

  it('the search knows every section of every page, and leads to it', async () => {
    const entries = JSON.parse((await visit(service, '/docs/search.json')).text) as readonly SearchEntry[]
    expect(entries.filter(({ url }) => !isThere(url))).toEqual([])
    const known = new Set(entries.map(({ url }) => url))
    for (const guide of guides) {
      for (const { id } of renderGuide(guide, readGuide(guide)).sections) {
        expect(known).toContain(`docs/${guide.slug}#${id}`)
      }
    }
    const told = entries.map(({ words }) => words).join(' ')
    // A word of each kind: of a guide, of a block of code, of a field, of a reason.
    const words = [
      'an imported copy never updates',
      'WEBHOOK_ALLOW_PRIVATE',
      'opponent_member_id',
      'contradicts_proposal',
    ]
    expect(words.filter((word) => !told.includes(word))).toEqual([])
    expect(/<\/?(?:a|code|p|td|span)\b/.exec(told)).toBeNull()
  })

  it('/docs/ leads to /docs', async () => {
    const { status, headers } = await visit(service, '/docs/')
    expect([status, headers['location']]).toEqual([301, '../docs'])
  })
})
