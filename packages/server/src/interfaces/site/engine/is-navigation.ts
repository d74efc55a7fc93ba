// Whether someone is at the browser: they opened a page or sent a form, rather than a script of a page that stands open or
// a browser that loads ahead.
import type { FastifyRequest } from 'fastify'

/** With it the script of a live page asks, for browsers that do not say what a request is for. */
const RENEWS = 'x-renews'

export const isUsedByHand = ({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): boolean => {
  if (method === 'POST') return true
  if (method !== 'GET' || headers['sec-purpose'] !== undefined || headers[RENEWS] !== undefined) return false
  const dest = headers['sec-fetch-dest']
  return dest === undefined || dest === 'document'
}
