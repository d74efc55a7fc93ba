// What is answered to someone who asks for a page or sends a form: a page, the way to another one, or a file.
import type { ScriptName } from '../../http/assets.ts'
import type { Html, Part } from '../../../kernel/html.ts'
import type { LivePage } from '../live/live-page.ts'

/** The parts of the site that its navigation names. */
export type SiteSection = 'home' | 'challenges' | 'groups' | 'settings'

export interface ShownPage {
  readonly kind: 'shown'
  readonly status: number
  readonly title: string
  readonly main: Html
  readonly section: SiteSection | null
  /** It ends the session: the frame shows nobody signed in. */
  readonly isForNobody: boolean
  /** Only what is mostly text is narrow. */
  readonly isNarrow: boolean
  readonly scripts: readonly ScriptName[]
  /** How it stays as it is on the server while it is looked at; live/live-page.ts says how. Null: it does not. */
  readonly live: LivePage | null
  /** The next user of this browser must not find it. */
  readonly isSecret: boolean
  readonly cookies: readonly string[]
  /** Seconds until it is worth trying again. */
  readonly retryAfter: number | null
  /** Of a page behind a link: what stands below it. */
  readonly foot: Part
}

export interface Led {
  readonly kind: 'led'
  readonly to: string
  readonly cookies: readonly string[]
}

export interface FileToKeep {
  readonly kind: 'file'
  readonly name: string
  readonly type: string
  readonly body: AsyncIterable<string> | string
}

export type SiteResponse = ShownPage | Led | FileToKeep

export const show = (
  page: Pick<ShownPage, 'title' | 'main'> & Partial<Omit<ShownPage, 'kind'>>,
): ShownPage => ({
  kind: 'shown',
  status: 200,
  section: null,
  isForNobody: false,
  isNarrow: false,
  scripts: [],
  live: null,
  isSecret: false,
  cookies: [],
  retryAfter: null,
  foot: null,
  ...page,
})

export const leadTo = (to: string, ...cookies: readonly string[]): Led => ({ kind: 'led', to, cookies })
