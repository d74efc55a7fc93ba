// Whether someone opened a page, rather than a script of it or a browser that loads ahead.
import type { IncomingHttpHeaders } from 'node:http'

/** With it the script of a live page asks for the page anew, for browsers that do not say what a request is for. */
const RENEWS = 'x-renews'

export const isOpenedByHand = (headers: IncomingHttpHeaders): boolean => {
  if (headers['sec-purpose'] !== undefined || headers[RENEWS] !== undefined) return false
  const dest = headers['sec-fetch-dest']
  return dest === undefined || dest === 'document'
}
