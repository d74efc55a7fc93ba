// What a page of the site is: a path, what is shown there, and what its forms do. Every page is listed in pages.ts and
// mounted alike.
import type { Html } from '../../../kernel/html.ts'
import type { FieldProblem } from '../../../kernel/refusal.ts'
import type { LivePage } from '../live/live-page.ts'
import type { SiteOrigin } from '../../http/origin.ts'
import type { PageContext } from './page-context.ts'
import type { ScriptName } from '../../http/assets.ts'
import type { SignedInVisit, Visit } from './visit.ts'

/** The parts of the site that its navigation names. */
export type SitePlace = 'home' | 'challenges' | 'groups' | 'settings'

/** Someone asks for a page. */
export interface SiteRequest<V extends Visit = Visit> {
  readonly visit: V
  readonly origin: SiteOrigin
  /** What the browser calls itself. */
  readonly browserName: string
  /** Where they come from, as far as limits go. */
  readonly network: string
  readonly params: Readonly<Record<string, string>>
  readonly query: ReadonlyMap<string, string>
}

/** Someone sends a form. */
export interface SentForm<V extends Visit = Visit> extends SiteRequest<V> {
  /** Where it was sent. */
  readonly path: string
  readonly fields: URLSearchParams
  /** The same for the same form with the same words, however often it is sent. */
  readonly key: string
}

/** A form that was not taken: shown again with what was typed. */
export interface FailedForm {
  /** Where it was sent. */
  readonly path: string
  readonly typed: URLSearchParams
  /** What stands beside its fields. */
  readonly problems: readonly FieldProblem[]
  /** Why it was not taken, where that is no matter of a field. */
  readonly message: string | null
}

export interface ShownPage {
  readonly kind: 'shown'
  readonly status: number
  readonly title: string
  readonly main: Html
  readonly place: SitePlace | null
  /** Whoever was signed in is so no more. */
  readonly isForNobody: boolean
  /** Only what is mostly text is narrow. */
  readonly isNarrow: boolean
  readonly scripts: readonly ScriptName[]
  /** How it stays as it is on the server while it is looked at; live/live-page.ts says how. Null: it does not. */
  readonly live: LivePage | null
  /** It holds what must not be found later, by whoever uses this browser. */
  readonly isSecret: boolean
  readonly cookies: readonly string[]
  /** Seconds until it is worth trying again. */
  readonly retryAfter: number | null
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

export type SiteAnswer = ShownPage | Led | FileToKeep

export const show = (
  page: Pick<ShownPage, 'title' | 'main'> & Partial<Omit<ShownPage, 'kind'>>,
): ShownPage => ({
  kind: 'shown',
  status: 200,
  place: null,
  isForNobody: false,
  isNarrow: false,
  scripts: [],
  live: null,
  isSecret: false,
  cookies: [],
  retryAfter: null,
  ...page,
})

export const leadTo = (to: string, ...cookies: readonly string[]): Led => ({ kind: 'led', to, cookies })

type Show<V extends Visit> = (
  context: PageContext,
  asked: SiteRequest<V>,
  failed?: FailedForm,
) => Promise<SiteAnswer> | SiteAnswer

type Receive<V extends Visit> = (context: PageContext, sent: SentForm<V>) => Promise<SiteAnswer> | SiteAnswer

interface PageOf<V extends Visit> {
  readonly path: string
  readonly show: Show<V>
}

/** How often it may be asked for. */
interface Counted {
  /**
   * It counts against a window of this session alone, so that nobody who has another session of the account can keep
   * them from it: what ends sessions and tokens, and the pages on which that stands.
   */
  readonly hasOwnWindow?: boolean
}

type PathParams = Readonly<Record<string, string>>

export interface FormOf<V extends Visit> {
  /** Where it is sent. */
  readonly path: string
  readonly receive: Receive<V>
  /** The page that it stands on, which is shown again where it is not taken. */
  readonly on: Show<V>
  /** Where a browser is led that asks for `path` itself; home where nothing is said. */
  readonly back?: (params: PathParams) => string
  /** The list that is shown where the thing is not there any more; where nothing is said, it is not found. */
  readonly list?: (params: PathParams) => string
  /** What is said where more was sent than is read at all. */
  readonly tooLong?: string
}

export type SitePage =
  | ({ readonly kind: 'page'; readonly access: 'anyone' } & PageOf<Visit>)
  | ({ readonly kind: 'page'; readonly access: 'signed_in' } & PageOf<SignedInVisit> & Counted)
  | ({ readonly kind: 'form'; readonly access: 'anyone' } & FormOf<Visit>)
  | ({
      readonly kind: 'form'
      readonly access: 'signed_in'
    } & OwnForm)

/** A form for those who are signed in. */
interface OwnForm extends FormOf<SignedInVisit>, Counted {
  /**
   * It is taken only from someone who has proved who they are within the last quarter of an hour: always, or where that
   * is said of what was sent.
   */
  readonly needsProof: boolean | NeedsProof
  /** The answer to someone whose session this very form has ended before; undefined for anyone else. */
  readonly sentAgain?: (context: PageContext, sent: SentForm) => Promise<SiteAnswer | undefined>
}

export type NeedsProof = (context: PageContext, sent: SentForm<SignedInVisit>) => Promise<boolean>

export const openPage = (path: string, shows: Show<Visit>): SitePage => ({
  kind: 'page',
  access: 'anyone',
  path,
  show: shows,
})

export const openForm = (form: FormOf<Visit>): SitePage => ({ kind: 'form', access: 'anyone', ...form })

/** For those who are signed in; everyone else is led to sign in first. */
export const ownPage = (path: string, shows: Show<SignedInVisit>, counted: Counted = {}): SitePage => ({
  kind: 'page',
  access: 'signed_in',
  path,
  show: shows,
  ...counted,
})

export const ownForm = (
  form: Omit<OwnForm, 'needsProof'> & Partial<Pick<OwnForm, 'needsProof'>>,
): SitePage => ({
  kind: 'form',
  access: 'signed_in',
  needsProof: false,
  ...form,
})

/** The failed form of this path, if it is the one that failed. */
export const failedAt = (failed: FailedForm | undefined, path: string): FailedForm | undefined =>
  failed?.path === path ? failed : undefined
