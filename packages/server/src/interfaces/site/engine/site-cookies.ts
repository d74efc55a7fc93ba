// The cookies of the site: that of the session, that of the browser, by which a code works only where it was asked for,
// that of the address for which a mail was asked, and that of an address which was proved and has no account yet. On https
// their names make the browser keep them to this very host; on http at home they cannot be Secure.
import { parse, serialize } from 'cookie'
import { isSecretValue } from '../../../kernel/secret-value.ts'
import { DAY_MS, MINUTE_MS } from '../../../kernel/instants.ts'

const COOKIE_HEADER_MAX = 8 * 1024
const SESSION_MS = 180 * DAY_MS
const BROWSER_MS = 400 * DAY_MS
const PROOF_MS = 15 * MINUTE_MS

export interface SiteCookies {
  readonly session: string | undefined
  readonly browser: string | undefined
  readonly pendingSignIn: string | undefined
  readonly proof: string | undefined
}

const noCookies: SiteCookies = {
  session: undefined,
  browser: undefined,
  pendingSignIn: undefined,
  proof: undefined,
}
/** A sealed address. */
const SEALED_SHAPE = /^[\w-]{1,2000}$/

const nameCookie = (name: string, isSecure: boolean): string => (isSecure ? `__Host-${name}` : name)

/** Values that cannot be ours are as good as none. */
export const readSiteCookies = (header: string | undefined, isSecure: boolean): SiteCookies => {
  if (header === undefined || header.length > COOKIE_HEADER_MAX) {
    return noCookies
  }
  const cookies = parse(header)
  const read = (name: string, isOurs: (value: string) => boolean): string | undefined => {
    const value = cookies[nameCookie(name, isSecure)]
    return value !== undefined && isOurs(value) ? value : undefined
  }
  return {
    session: read('session', isSecretValue),
    browser: read('browser', isSecretValue),
    pendingSignIn: read('asked', (value) => SEALED_SHAPE.test(value)),
    proof: read('proof', (value) => SEALED_SHAPE.test(value)),
  }
}

const writeCookie = (name: string, value: string, isSecure: boolean, maxAgeMs: number): string =>
  serialize(nameCookie(name, isSecure), value, {
    path: '/',
    httpOnly: true,
    secure: isSecure,
    sameSite: 'lax',
    maxAge: maxAgeMs / 1000,
  })

export const writeSessionCookie = (value: string, isSecure: boolean): string =>
  writeCookie('session', value, isSecure, SESSION_MS)

export const writeBrowserCookie = (value: string, isSecure: boolean): string =>
  writeCookie('browser', value, isSecure, BROWSER_MS)

export const endSessionCookie = (isSecure: boolean): string => writeCookie('session', '', isSecure, 0)

export const writeProofCookie = (value: string, isSecure: boolean): string =>
  writeCookie('proof', value, isSecure, PROOF_MS)

export const writePendingSignInCookie = (value: string, isSecure: boolean): string =>
  writeCookie('asked', value, isSecure, PROOF_MS)

export const endProofCookie = (isSecure: boolean): string => writeCookie('proof', '', isSecure, 0)

export const endPendingSignInCookie = (isSecure: boolean): string => writeCookie('asked', '', isSecure, 0)

/** Whoever uses this browser next does not find by them who signed in. */
export const endSignInCookies = (isSecure: boolean): readonly string[] => [
  endProofCookie(isSecure),
  endPendingSignInCookie(isSecure),
]
