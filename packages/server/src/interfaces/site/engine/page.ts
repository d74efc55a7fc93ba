// What a page of the site is: a path, what is shown there, and what its forms do. Every page is listed in pages.ts and
// mounted alike.
import type { Endpoint } from '@challenge-service/contract'
import type { AnyOperation } from '../../../features/operation.ts'
import type { FieldProblem } from '../../../kernel/refusal.ts'
import type { SiteOrigin } from '../../http/origin.ts'
import type { SiteResponse } from './response.ts'
import type { AnyLink, LinkAccess } from './link-access.ts'
import type { PageContext } from './page-context.ts'
import type { SignedInVisit, Visit } from './visit.ts'

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

/** Someone asks for a page by the link of a mail. */
export interface LinkRequest<Opened> {
  /** What the link leads to. */
  readonly opened: Opened
  /** The page of the link, where its forms are sent. */
  readonly linkPath: string
  readonly params: Readonly<Record<string, string>>
  readonly query: ReadonlyMap<string, string>
  readonly now: number
}

/** What was sent with a form. */
export interface SentFields {
  /** Where it was sent. */
  readonly path: string
  readonly fields: URLSearchParams
  /** The same for the same form with the same words, however often it is sent; undefined where it has no id. */
  readonly key: string | undefined
}

/** Someone sends a form. */
export type SentForm<V extends Visit = Visit> = SiteRequest<V> & SentFields
export type SentLinkForm<Opened> = LinkRequest<Opened> & SentFields

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

type Show<Request> = (
  context: PageContext,
  request: Request,
  failed?: FailedForm,
) => Promise<SiteResponse> | SiteResponse

interface PageOf<Request> {
  readonly path: string
  readonly show: Show<Request>
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

/** What a form does. form-work.ts makes it of an operation or an endpoint. */
export interface FormWork<Sent> {
  /** All that it can lead to. */
  readonly does: readonly (AnyOperation | Endpoint)[]
  readonly receive: (context: PageContext, sent: Sent) => Promise<SiteResponse> | SiteResponse
  /** It is taken only from someone who has proved within the last quarter of an hour who they are: always, or where that is said. */
  readonly needsProof: boolean | ((context: PageContext, sent: Sent) => Promise<boolean>)
}

export interface FormOf<Request> {
  /** Where it is sent. */
  readonly path: string
  readonly work: FormWork<Request & SentFields>
  /** The page that it stands on, which is shown again where it is not taken. */
  readonly on: Show<Request>
  /** Where a browser is led that asks for `path` itself; home where nothing is said. */
  readonly back?: (params: PathParams) => string
  /** The list that is shown where the thing is not there any more; where nothing is said, it is not found. */
  readonly list?: (params: PathParams) => string
  /** What is said where more was sent than is read at all. */
  readonly tooLong?: string
}

/** A form for those who are signed in. */
interface SignedInForm extends FormOf<SiteRequest<SignedInVisit>>, Counted {
  /** The answer to someone whose session this very form has ended before; undefined for anyone else. */
  readonly sentAgain?: (context: PageContext, sent: SentForm) => Promise<SiteResponse | undefined>
}

/** A form behind a link of a mail. */
interface LinkFormOf<Opened> extends FormOf<LinkRequest<Opened>> {
  /** A mail program may send it by itself, in whatever shape (RFC 8058). */
  readonly takesAnything?: boolean
}

/** Who may: anyone, someone who is signed in, or someone with a link from a mail. */
export type SitePage =
  | ({ readonly kind: 'page'; readonly access: 'anyone' } & PageOf<SiteRequest>)
  | ({ readonly kind: 'page'; readonly access: 'signed_in' } & PageOf<SiteRequest<SignedInVisit>> & Counted)
  | ({ readonly kind: 'page'; readonly access: 'link'; readonly link: AnyLink } & PageOf<LinkRequest<never>>)
  | ({ readonly kind: 'form'; readonly access: 'anyone' } & FormOf<SiteRequest>)
  | ({ readonly kind: 'form'; readonly access: 'signed_in' } & SignedInForm)
  | ({ readonly kind: 'form'; readonly access: 'link'; readonly link: AnyLink } & LinkFormOf<never>)

export const openPage = (path: string, shows: Show<SiteRequest>): SitePage => ({
  kind: 'page',
  access: 'anyone',
  path,
  show: shows,
})

export const openForm = (form: FormOf<SiteRequest>): SitePage => ({ kind: 'form', access: 'anyone', ...form })

/** For those who are signed in; everyone else is led to sign in first. */
export const signedInPage = (
  path: string,
  shows: Show<SiteRequest<SignedInVisit>>,
  counted: Counted = {},
): SitePage => ({
  kind: 'page',
  access: 'signed_in',
  path,
  show: shows,
  ...counted,
})

export const signedInForm = (form: SignedInForm): SitePage => ({ kind: 'form', access: 'signed_in', ...form })

/** For someone with a link of this kind. `below`: the end of its path, after the link itself. */
export const linkPage = <Link, Opened>(
  link: LinkAccess<Link, Opened>,
  shows: Show<LinkRequest<Opened>>,
  below = '',
): SitePage => ({ kind: 'page', access: 'link', link, path: `${link.path}/:signed${below}`, show: shows })

export const linkForm = <Link, Opened>(
  link: LinkAccess<Link, Opened>,
  form: Omit<LinkFormOf<Opened>, 'path'>,
): SitePage => ({ kind: 'form', access: 'link', link, path: `${link.path}/:signed`, ...form })

/** The failed form of this path, if it is the one that failed. */
export const failedAt = (failed: FailedForm | undefined, path: string): FailedForm | undefined =>
  failed?.path === path ? failed : undefined
