// The browser that asks. One that has no cookie of ours yet is given one: by it a code works only where it was asked for.
import type { Browser } from '../../../features/operation.ts'
import { hashSecretValue, makeSecretValue } from '../../../kernel/secret-value.ts'
import type { SiteRequest } from './page.ts'
import { writeBrowserCookie } from './site-cookies.ts'

export const meetBrowser = ({
  visit,
  browserName,
  origin,
}: SiteRequest): { readonly browser: Browser; readonly cookies: readonly string[] } => {
  if (visit.browser !== null) return { browser: visit.browser, cookies: [] }
  const value = makeSecretValue()
  return {
    browser: { hash: hashSecretValue(value), name: browserName },
    cookies: [writeBrowserCookie(value, origin.isSecure)],
  }
}
