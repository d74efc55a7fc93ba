// One canonical form for every e-mail address, so that one person is never two.

// The grammar of HTML's <input type=email>, with a dot required in the domain.
// The case of the local part is ignored by the pattern, not folded before it: some letters outside ASCII have
// a lower case inside it (the Kelvin sign becomes k).
const LOCAL = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+$/i
const DOMAIN = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/
// A host whose last label is a number is an IPv4 address to URL, never a domain.
const ENDS_IN_NUMBER = /\.(?:\d+|0x[0-9a-f]*)$/

export const ADDRESS_MAX = 254

/** The address trimmed, lower-cased, its domain in ASCII (IDNA) form; undefined if it is none. */
export const normalizeAddress = (text: string): string | undefined => {
  const trimmed = text.trim()
  const at = trimmed.lastIndexOf('@')
  if (at < 1) return undefined
  const local = trimmed.slice(0, at)
  const domain = toAsciiDomain(trimmed.slice(at + 1))
  if (domain === undefined || !LOCAL.test(local) || !DOMAIN.test(domain)) return undefined
  if (ENDS_IN_NUMBER.test(domain)) return undefined
  const address = `${local.toLowerCase()}@${domain}`
  return address.length <= ADDRESS_MAX ? address : undefined
}

const toAsciiDomain = (domain: string): string | undefined => {
  const lower = domain.toLowerCase()
  if (DOMAIN.test(lower)) return lower
  // URL would read these as the end of the host, or decode them into something else.
  if (/[\s/\\?#@:%[\]]/.test(domain)) return undefined
  return URL.canParse(`http://${domain}`) ? new URL(`http://${domain}`).hostname : undefined
}
