// The page that someone wanted before they were asked to sign in. Only a path of this very site is ever followed, judged as
// a browser will read it: `//evil`, `/\evil` and `/..//evil` are no paths of ours.
import { parseUrl } from '@challenge-service/contract/plain'

// A link to the form of a new challenge carries its terms.
const PATH_MAX = 2_000
/**
 * Not another host; no percent sign, which no path of ours has and a proxy may read as something else; no page that signs
 * in or out, since someone else may have named it; and no call.
 */
const PATH = /^\/(?!\/|sign-|v1\b)[^%]*$/

/** As a browser will ask for it; null for what is no page of `origin`. */
export const readLeadsTo = (text: string | null | undefined, origin: string): string | null => {
  if (text === null || text === undefined || text.length > PATH_MAX) return null
  const url = parseUrl(text, origin)
  // The origin alone would let in a `blob:`, and a name before the host.
  if (!url?.href.startsWith(`${origin}/`) || !PATH.test(url.pathname)) return null
  const path = url.pathname + url.search
  return path.length <= PATH_MAX ? path : null
}

/** With it in the address of a page that leads there in the end. */
export const carryOn = (path: string, leadsTo: string | null): string =>
  leadsTo === null ? path : `${path}${path.includes('?') ? '&' : '?'}next=${encodeURIComponent(leadsTo)}`

/** With it among the fields of a form. */
export const nextField = (leadsTo: string | null): Readonly<Record<string, string>> =>
  leadsTo === null ? {} : { next: leadsTo }
