// Whether a form was sent from another site. A browser says so itself; what is no browser (a mail program that
// unsubscribes by one click) says nothing, and holds the link all the same.
import type { IncomingHttpHeaders } from 'node:http'
import { parseUrl } from '@challenge-service/contract/plain'

// Scheme, host and port; a host can be no longer than DNS holds, and a long one is slow to read.
const ORIGIN_MAX = 300

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
