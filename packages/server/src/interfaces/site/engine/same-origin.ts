// Whether a form was sent by a page of the site itself. Where a browser says which site a request comes from, it must be
// this one; where it does not, it must name our origin. What says neither is no browser of someone who is signed in.
import type { IncomingHttpHeaders } from 'node:http'

export const isOwnForm = (
  headers: Pick<IncomingHttpHeaders, 'origin' | 'sec-fetch-site'>,
  ownOrigin: string,
): boolean => {
  const site = headers['sec-fetch-site']
  return site === undefined ? headers.origin === ownOrigin : site === 'same-origin'
}

/**
 * The same of a request that changes nothing, with which a browser names no origin: one that does not say which site it
 * comes from must come from a page of ours. Pages of the site say so to the site alone.
 */
export const isOwnRequest = (
  headers: Pick<IncomingHttpHeaders, 'origin' | 'sec-fetch-site' | 'referer'>,
  ownOrigin: string,
): boolean =>
  isOwnForm(headers, ownOrigin) ||
  (headers['sec-fetch-site'] === undefined &&
    headers.origin === undefined &&
    headers.referer?.startsWith(`${ownOrigin}/`) === true)
