// Under which origin the site is used: that of PUBLIC_URL, or the one that the request names itself. Signing in needs a
// cookie that is only sent encrypted, or a browser on this very machine.
import type { IncomingHttpHeaders } from 'node:http'
import { parseUrl } from '@challenge-service/contract/plain'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../../config/config.ts'
import { findClientAddress, isLoopback } from '../../kernel/networks.ts'

// A host can be no longer than DNS holds.
const HOST_MAX = 300

export interface SiteOrigin {
  /** Scheme, host and port, without a slash at the end. */
  readonly url: string
  readonly hostname: string
  /** Cookies are sent over https alone. */
  readonly isSecure: boolean
  /** False where a cookie would be lost, or read by others. */
  readonly canSignIn: boolean
  /** What of the request differs from PUBLIC_URL; null where nothing does. Of both, the host. */
  readonly elsewhere: 'host' | 'scheme' | null
}

/** `forwardedProto`: what a proxy that is trusted says of the scheme. Undefined for a host that is none. */
const findOrigin = (
  publicUrl: string | undefined,
  { host }: Pick<IncomingHttpHeaders, 'host'>,
  forwardedProto: 'http' | 'https' | undefined,
): SiteOrigin | undefined => {
  const scheme = forwardedProto ?? 'http'
  const own = publicUrl === undefined ? readOrigin(`${scheme}://${host}`) : new URL(publicUrl)
  if (!own) return undefined
  const isOtherHost = readOrigin(`${own.protocol}//${host}`)?.host !== own.host
  const isOtherScheme = forwardedProto !== undefined && `${forwardedProto}:` !== own.protocol
  return {
    url: own.origin,
    hostname: own.hostname,
    isSecure: own.protocol === 'https:',
    canSignIn: own.protocol === 'https:' || isLoopback(own.hostname),
    elsewhere: publicUrl === undefined ? null : isOtherHost ? 'host' : isOtherScheme ? 'scheme' : null,
  }
}

/** Undefined for a request that names no host. */
export const findRequestOrigin = (
  { publicUrl, site }: Pick<Config, 'publicUrl' | 'site'>,
  { headers, socket }: Pick<FastifyRequest, 'headers' | 'socket'>,
): SiteOrigin | undefined => {
  const sender = findClientAddress(socket.remoteAddress ?? '', undefined, undefined)
  const proto = headers['x-forwarded-proto']
  const isWord = site.trustProxy?.has(sender) === true && (proto === 'http' || proto === 'https')
  return findOrigin(publicUrl, headers, isWord ? proto : undefined)
}

const readOrigin = (text: string): URL | undefined => {
  const url = text.length > HOST_MAX ? undefined : parseUrl(text)
  return url?.pathname === '/' && url.username === '' && url.search === '' && url.hash === ''
    ? url
    : undefined
}
