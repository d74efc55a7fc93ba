// The guides: documents of the repository that /docs serves as pages, beside the reference. Only those for people who use
// the service: operators read theirs in the repository.
import { readFileSync } from 'node:fs'

export interface Guide {
  /** Its page is /docs/{slug}. */
  readonly slug: string
  readonly title: string
  /** From the root of the repository. */
  readonly file: string
}

/** In the order in which one reads them. */
export const guides: readonly Guide[] = [
  { slug: 'tour', title: 'Tour of the site', file: 'docs/tour.md' },
  { slug: 'groups', title: 'Groups', file: 'docs/groups.md' },
  { slug: 'guide', title: 'API guide', file: 'docs/guide.md' },
  { slug: 'guide-groups', title: 'Bot for a group', file: 'docs/guide-groups.md' },
  { slug: 'life-of-a-challenge', title: 'Life of a challenge', file: 'docs/life-of-a-challenge.md' },
  { slug: 'assistants', title: 'Assistants', file: 'docs/assistants.md' },
  { slug: 'webhooks', title: 'Webhooks', file: 'docs/webhooks.md' },
  { slug: 'client', title: 'TypeScript client', file: 'packages/client/README.md' },
]

// The same way up from src/ and from dist/.
const root = new URL('../../../../../', import.meta.url)

export const readGuide = ({ file }: Guide): string => readFileSync(new URL(file, root), 'utf8')
