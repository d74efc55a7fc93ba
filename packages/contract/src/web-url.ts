// What counts as a URL that a person may hand us: absolute, http or https, nothing hidden before the host.
import { parseUrl } from './parse-url.ts'
import { hasAtMost } from './size.ts'

export const WEB_URL_MAX = 2048

// A name of 253 characters, the dot after it, and a port.
const AUTHORITY_MAX = 260

export const isWebUrl = (text: string): boolean => {
  // Lengths first: the ASCII form of a host costs the square of its letters.
  if (!hasAtMost(text, WEB_URL_MAX)) return false
  // URL leaves tabs and line ends off, wherever they stand: what it then reads is not what its author sees.
  if (/[\p{Cc}\p{Cs}\s]/u.test(text)) return false
  // URL also reads `http:host` and `http:\\host`; a person who writes that means something else.
  const authority = /^https?:\/\/([^/?#\\]+)/i.exec(text)?.[1]
  if (authority === undefined || !hasAtMost(authority, AUTHORITY_MAX)) return false
  return !authority.includes('@') && parseUrl(text) !== undefined
}
