// The guides: documents of the repository that /docs serves as pages, beside the reference.
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
  { slug: 'tour', title: 'A tour of the site', file: 'docs/tour.md' },
  { slug: 'guide', title: 'First steps', file: 'docs/guide.md' },
  { slug: 'guide-groups', title: 'A company’s bot', file: 'docs/guide-groups.md' },
  { slug: 'groups', title: 'Groups on the site', file: 'docs/groups.md' },
  { slug: 'life-of-a-challenge', title: 'The life of a challenge', file: 'docs/life-of-a-challenge.md' },
  { slug: 'calendar', title: 'Your deadlines in a calendar', file: 'docs/calendar.md' },
  { slug: 'assistants', title: 'Assistants', file: 'docs/assistants.md' },
  { slug: 'webhooks', title: 'Webhooks', file: 'docs/webhooks.md' },
  { slug: 'client', title: 'The typed client', file: 'packages/client/README.md' },
  { slug: 'operating', title: 'Operating', file: 'docs/operating.md' },
  { slug: 'several-nodes', title: 'Several nodes', file: 'docs/several-nodes.md' },
  { slug: 'settings', title: 'Settings', file: 'docs/settings.md' },
  { slug: 'command-line', title: 'The command line', file: 'docs/command-line.md' },
  { slug: 'choices', title: 'Choices', file: 'docs/choices.md' },
]

// The same way up from src/ and from dist/.
const root = new URL('../../../../../', import.meta.url)

export const readGuide = ({ file }: Guide): string => readFileSync(new URL(file, root), 'utf8')
