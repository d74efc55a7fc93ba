// Links of mails as a way in: what a signed link leads to, whose it is, and how often it may be used.
import type { PersonId } from '../../../kernel/ids.ts'
import type { ShownPage } from './response.ts'
import type { PageContext } from './page-context.ts'

/** Whose link it is, and whether they want links to act for them alone, once they are signed in. */
export interface LinkPerson {
  readonly personId: PersonId
  readonly signsIn: boolean
}

/** A kind of link. A page in place of something is the one that says why there is nothing. */
export interface LinkAccess<Link, Opened> {
  /** What stands before the signed text. */
  readonly path: string
  /** Undefined for what is no link of ours. */
  readonly read: (context: PageContext, signed: string, now: number) => Link | ShownPage | undefined
  /**
   * Its own window: someone who was handed one link cannot keep its owner from answering by another. Those that were mailed
   * after earlier ones were ended have another.
   */
  readonly windowOf: (link: Link) => string
  /** Undefined where there is nothing behind it. */
  readonly open: (context: PageContext, link: Link, now: number) => Promise<Opened | ShownPage | undefined>
  /** Null where it never leads to signing in. */
  readonly personOf: (opened: Opened) => LinkPerson | null
}

/** One of them, whatever it opens. */
export interface AnyLink {
  readonly path: string
  readonly read: (context: PageContext, signed: string, now: number) => unknown
  readonly windowOf: (link: never) => string
  readonly open: (context: PageContext, link: never, now: number) => Promise<unknown>
  readonly personOf: (opened: never) => LinkPerson | null
}
