// Where a link of a guide leads on the pages of /docs. In the repository it names a file, and a heading as GitHub
// names it.
import { posix } from 'node:path'
import { describeTable, guide as referenceGuide, namedObjects, resources } from '@challenge-service/contract'
import { guides, type Guide } from './guides.ts'

const REFERENCE = 'docs/api.md'

/** The name by which a heading is linked to, as GitHub makes it. */
export const makeAnchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
    .replaceAll(' ', '-')

/** From a heading of docs/api.md to the id of the same part on the reference page. */
const referenceIds: ReadonlyMap<string, string> = new Map([
  ...namedObjects.map(({ name }): [string, string] => [makeAnchor(name), `object-${name}`]),
  ...describeTable().map(({ title, name }): [string, string] => [makeAnchor(title), name]),
  ...resources.map(({ name, slug }): [string, string] => [makeAnchor(name), slug]),
  ...referenceGuide.map(({ title, slug }): [string, string] => [makeAnchor(title), slug]),
])

export interface GuideLink {
  /** As seen from the page of a guide. */
  readonly url: string
  /** What the page is called there. */
  readonly title: string | undefined
}

/** Undefined for a file that has no page. */
export const resolveLink = (from: Guide, href: string): GuideLink | undefined => {
  if (/^[a-z]+:/.test(href) || href.startsWith('#')) return { url: href, title: undefined }
  const [path = '', anchor] = href.split('#')
  const file = posix.join(posix.dirname(from.file), path)
  if (file === REFERENCE) {
    const hash = anchor === undefined ? '' : `#${referenceIds.get(anchor) ?? anchor}`
    return { url: `../docs${hash}`, title: 'the API reference' }
  }
  const guide = guides.find((known) => known.file === file)
  return guide && { url: `${guide.slug}${anchor === undefined ? '' : `#${anchor}`}`, title: guide.title }
}
