// The page that someone wanted before they were asked to sign in. Only a path of this very site is ever followed.
// Nor to a page that signs in or out: someone else may have named it.
const PATH = /^\/(?![/\\]|sign-|v1\b)[\w\-.~/?=&%]*$/
// A link to the form of a new challenge carries its terms.
const PATH_MAX = 2_000

/** Null for what is no path of ours. */
export const readLeadsTo = (text: string | null | undefined): string | null =>
  text !== null && text !== undefined && text.length <= PATH_MAX && PATH.test(text) ? text : null

/** With it in the address of a page that leads there in the end. */
export const carryOn = (path: string, leadsTo: string | null): string =>
  leadsTo === null ? path : `${path}${path.includes('?') ? '&' : '?'}next=${encodeURIComponent(leadsTo)}`

/** With it among the fields of a form. */
export const nextField = (leadsTo: string | null): Readonly<Record<string, string>> =>
  leadsTo === null ? {} : { next: leadsTo }
