// One canonical form for every e-mail address, so that one person is never two.
import { parseUrl } from './parse-url.ts'
import { hasAtMost } from './size.ts'
import { trimmed } from './trimmed.ts'

// The grammar of HTML's <input type=email>, with a dot required in the domain.
// The case of the local part is ignored by the pattern, not folded before it: some letters outside ASCII have
// a lower case inside it (the Kelvin sign becomes k).
const LOCAL = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+$/i
const DOMAIN = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/
// A host whose last label is a number is an IPv4 address to URL, never a domain.
const ENDS_IN_NUMBER = /\.(?:\d+|0x[0-9a-f]*)$/

export const ADDRESS_MAX = 254

/**
 * The address trimmed, lower-cased, its domain in ASCII (IDNA) form; undefined if it is none. Neither what is written
 * nor its canonical form may be too long.
 */
export const normalizeAddress = (text: string): string | undefined => {
  const written = trimmed(text)
  // Before all else: the ASCII form of a domain costs the square of its letters.
  if (!hasAtMost(written, ADDRESS_MAX)) return undefined
  const at = written.lastIndexOf('@')
  if (at < 1) return undefined
  const local = written.slice(0, at)
  if (!LOCAL.test(local)) return undefined
  const domain = toAsciiDomain(written.slice(at + 1))
  if (domain === undefined || !DOMAIN.test(domain)) return undefined
  if (ENDS_IN_NUMBER.test(domain)) return undefined
  const address = `${local.toLowerCase()}@${domain}`
  return address.length <= ADDRESS_MAX ? address : undefined
}

const toAsciiDomain = (domain: string): string | undefined => {
  const lower = domain.toLowerCase()
  if (DOMAIN.test(lower)) return lower
  // URL would read these as the end of the host, decode them into something else, or leave them off.
  if (/[\p{Cc}\p{Cs}\s/\\?#@:%[\]]/u.test(domain)) return undefined
  return parseUrl(`http://${domain}`)?.hostname
}
