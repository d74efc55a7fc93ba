// IP addresses and networks, as an operator lists them.
import { BlockList, isIP } from 'node:net'

export interface Networks {
  has(address: string): boolean
}

/** Undefined where one of them is none. */
export const readNetworks = (texts: readonly string[]): Networks | undefined => {
  const known = new BlockList()
  if (texts.length === 0 || !texts.every((text) => addNetwork(known, text))) return undefined
  return { has: (address) => hasAddress(known, address) }
}

const addNetwork = (known: BlockList, text: string): boolean => {
  const [address = '', prefix, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  const family = version === 4 ? 'ipv4' : 'ipv6'
  if (prefix === undefined) {
    known.addAddress(address, family)
    return true
  }
  if (!/^\d{1,3}$/.test(prefix) || Number(prefix) > (version === 4 ? 32 : 128)) return false
  known.addSubnet(address, Number(prefix), family)
  return true
}

const hasAddress = (known: BlockList, address: string): boolean => {
  const version = isIP(address)
  return version !== 0 && known.check(address, version === 4 ? 'ipv4' : 'ipv6')
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Whether a name or an address can only mean this very machine. */
export const isLoopback = (hostname: string): boolean => {
  const bare = hostname.replace(/^\[|\]$/g, '')
  return isIP(bare) === 0 ? bare === 'localhost' || bare.endsWith('.localhost') : hasAddress(loopback, bare)
}

/** As an IPv4 address where it is one in the dress of IPv6, which a socket that hears both gives it. */
const undress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '')

const FORWARDED_MAX = 1_000

/**
 * Where a request came from. Each proxy adds the address that it saw on the right; so the rightmost that is no proxy of
 * ours is the client. Whatever stands left of it was written by the client.
 */
export const findClientAddress = (
  remoteAddress: string,
  forwarded: string | undefined,
  trusted: Networks | undefined,
): string => {
  const remote = undress(remoteAddress)
  if (!trusted?.has(remote) || forwarded === undefined || forwarded.length > FORWARDED_MAX) return remote
  const client = forwarded
    .split(',')
    .map((hop) => undress(withoutPort(hop.trim())))
    .findLast((hop) => !trusted.has(hop))
  return client !== undefined && isIP(client) !== 0 ? client : remote
}

/** Some proxies write the port behind the address. */
const withoutPort = (hop: string): string =>
  /^\[(.*)\](?::\d+)?$/.exec(hop)?.[1] ?? /^([\d.]+):\d+$/.exec(hop)?.[1] ?? hop

/** What counts as one network: an IPv4 address, or the first 64 bits of an IPv6 address. */
export const nameNetwork = (address: string): string => {
  if (isIP(address) !== 6) return address
  const [head = '', tail] = address.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - before.length - after.length }, () => '0')
  const groups = [...before, ...zeros, ...after].slice(0, 4)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}

/** The first 48 bits, which one customer of a provider may have whole; undefined for what is no IPv6 network. */
export const widenNetwork = (network: string): string | undefined => {
  const [, wide] = /^([\da-f]+:[\da-f]+:[\da-f]+):[\da-f]+::\/64$/.exec(network) ?? []
  return wide && `${wide}::/48`
}
