// Whether a form was sent from another site. A browser says so itself; what is no browser (a mail program that
// unsubscribes by one click) says nothing, and holds the link all the same.
import type { IncomingHttpHeaders } from 'node:http'

export const isFromElsewhere = (
  headers: Pick<IncomingHttpHeaders, 'origin' | 'host' | 'sec-fetch-site'>,
  baseUrl: string,
): boolean => {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  const { origin, host } = headers
  // Under `no-referrer` a browser names no origin, not even its own.
  if (origin === undefined || origin === 'null') return false
  const own = [new URL(baseUrl).host, host]
  return !URL.canParse(origin) || !own.includes(new URL(origin).host)
}
