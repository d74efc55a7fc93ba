// The two frames of pages: that of the site, and that of the pages behind links, which work without a session, without
// scripts, and also where there is no site.
import { renderLinkPage } from './link-frame.ts'
import * as ofLinks from './link-plain-pages.ts'
import { renderSitePage } from './frame.ts'
import { markForms } from './form-token.ts'
import type { ShownPage } from './response.ts'
import type { PageContext } from './page-context.ts'
import {
  busyPage,
  brokenPage,
  notFoundPage,
  oddAddressPage,
  tooLongPage,
  unreadablePage,
} from './plain-pages.ts'
import { nobody, type Visit } from './visit.ts'

export interface PageFrame {
  readonly headers: Readonly<Record<string, string>>
  readonly render: (context: Pick<PageContext, 'site' | 'keys'>, visit: Visit, page: ShownPage) => string
  /** Whether a browser may keep it; undefined where nothing is said. */
  readonly cacheControl: (visit: Visit, page: ShownPage) => string | undefined
  /** Of a page on which a form is shown again, since it was not taken. */
  readonly failedTitle: (title: string) => string
  /** What is shown in place of a page. */
  readonly plain: {
    readonly unreadable: () => ShownPage
    readonly oddAddress: () => ShownPage
    readonly notFound: () => ShownPage
    readonly tooLong: (words?: string) => ShownPage
    readonly busy: (seconds: number) => ShownPage
    readonly broken: (requestId: string) => ShownPage
  }
}

export const siteFrame: PageFrame = {
  headers: {
    'content-security-policy': [
      "default-src 'none'",
      "style-src 'self'",
      "script-src 'self'",
      "connect-src 'self'",
      "img-src 'self' data:",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    // A form tells its own site where it comes from, and no other.
    'referrer-policy': 'same-origin',
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  },
  render: ({ site, keys }, visit, page) => {
    const seenBy = page.isForNobody ? nobody(0) : visit
    return markForms(keys, seenBy, renderSitePage(site, seenBy, page).text)
  },
  // A browser asks for it each time. What is someone's own it does not keep: going back after signing out shows nothing.
  cacheControl: ({ signedIn }, { isSecret }) =>
    isSecret || signedIn !== null ? 'no-store' : 'private, no-cache',
  failedTitle: (title) => `Error: ${title}`,
  plain: {
    unreadable: unreadablePage,
    oddAddress: oddAddressPage,
    notFound: notFoundPage,
    tooLong: tooLongPage,
    busy: busyPage,
    broken: brokenPage,
  },
}

export const linkFrame: PageFrame = {
  headers: {
    'content-security-policy':
      "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
  },
  render: ({ site }, _, page) => renderLinkPage(site, page).text,
  cacheControl: () => undefined,
  failedTitle: (title) => title,
  plain: {
    unreadable: ofLinks.foreignFormPage,
    oddAddress: ofLinks.foreignFormPage,
    notFound: () => ({ ...ofLinks.foreignFormPage(), status: 404 }),
    tooLong: ofLinks.tooLongPage,
    busy: busyPage,
    broken: ofLinks.brokenPage,
  },
}
