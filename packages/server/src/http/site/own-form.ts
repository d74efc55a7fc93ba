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
