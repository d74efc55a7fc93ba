// Whether a form was sent by a page of the site itself. Where a browser says which site a request comes from, it must be
// this one; where it does not, it must name our origin. What says neither is no browser of someone who is signed in.
import type { IncomingHttpHeaders } from 'node:http'
import { parseUrl } from '@challenge-service/contract/plain'

export const isSameOriginForm = (
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
export const isSameOriginRequest = (
  headers: Pick<IncomingHttpHeaders, 'origin' | 'sec-fetch-site' | 'referer'>,
  ownOrigin: string,
): boolean =>
  isSameOriginForm(headers, ownOrigin) ||
  (headers['sec-fetch-site'] === undefined &&
    headers.origin === undefined &&
    headers.referer?.startsWith(`${ownOrigin}/`) === true)

// Scheme, host and port; a host can be no longer than DNS holds, and a long one is slow to read.
const ORIGIN_MAX = 300

/**
 * Whether a form behind a link was sent from another site. A browser says so itself; what is no browser (a mail program
 * that unsubscribes by one click) says nothing, and holds the link all the same.
 */
export const isFromElsewhere = (
  headers: Pick<IncomingHttpHeaders, 'origin' | 'host' | 'sec-fetch-site'>,
  baseUrl: string,
): boolean => {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  const { origin, host } = headers
  // Under `no-referrer` a browser names no origin, not even its own.
  if (origin === undefined || origin === 'null') return false
  if (origin.length > ORIGIN_MAX) return true
  const own = [new URL(baseUrl).host, host]
  const named = parseUrl(origin)
  return named === undefined || !own.includes(named.host)
}
