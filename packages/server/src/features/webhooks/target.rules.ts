// Which URLs may be subscribed, as far as the URL itself tells: the form, the scheme, the host. A name is judged
// again by its addresses, each time a connection is made. What is judged is always the parsed host, in which
// `0x7f.1`, `2130706433` and `①②⑦.⓪.⓪.①` are 127.0.0.1 already.
import { hasAtMost, isWebUrl, WEB_URL_MAX } from '@challenge-service/contract'
import { isPublicAddress } from './address.rules.ts'

export type CheckedUrl =
  { readonly url: URL; readonly refusal?: undefined } | { readonly url?: undefined; readonly refusal: string }

/** Names that no public DNS answers for: of this machine, of this network, of a cloud's inside. */
const insideSuffixes = [
  'arpa',
  'corp',
  'home',
  'internal',
  'intranet',
  'lan',
  'local',
  'localdomain',
  'localhost',
  'onion',
  'private',
] as const

/** The sentence why deliveries may not go to `url`; undefined if they may. */
export const checkTarget = (url: string, allowPrivate: boolean): string | undefined =>
  readTarget(url, allowPrivate).refusal

/** `allowPrivate` lets `http` and every host pass; the form of the URL is asked for all the same. */
export const readTarget = (text: string, allowPrivate: boolean): CheckedUrl => {
  if (!hasAtMost(text, WEB_URL_MAX)) return refuse(`must have at most ${WEB_URL_MAX} characters`)
  if (!isWebUrl(text)) {
    return refuse('must be an absolute https URL without a user name or password')
  }
  if (text.includes('#')) return refuse('must have no fragment: it would never be sent')
  const url = new URL(text)
  if (url.port === '0') return refuse('must have a port that can be connected to')
  if (allowPrivate) return { url }
  if (url.protocol !== 'https:') return refuse('must begin with https://')
  const fault = checkHost(url.hostname)
  return fault === undefined ? { url } : refuse(fault)
}

const checkHost = (hostname: string): string | undefined => {
  const literal = readLiteral(hostname)
  if (literal !== undefined) {
    return isPublicAddress(literal) ? undefined : 'must lead to a public address'
  }
  const labels = hostname.replace(/\.$/, '').split('.')
  if (labels.some((label) => label === '' || label.length > 63) || hostname.length > 253) {
    return 'must have a host name that DNS can hold'
  }
  const last = labels.at(-1)
  if (labels.length === 1 || insideSuffixes.some((suffix) => suffix === last)) {
    return 'must have a host name that is known in public'
  }
  return undefined
}

/** The address that a parsed host is; undefined for a name. A host whose last label is a number is an address. */
const readLiteral = (hostname: string): string | undefined => {
  if (hostname.startsWith('[')) return hostname.slice(1, -1)
  return /^[0-9]+(\.[0-9]+){3}$/.test(hostname) ? hostname : undefined
}

const refuse = (sentence: string): CheckedUrl => ({ refusal: sentence })
