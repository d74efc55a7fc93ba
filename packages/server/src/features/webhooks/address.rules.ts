// Which network addresses a delivery may go to: public unicast, and nothing else. What cannot be read is refused,
// so a form that nobody thought of is refused too. An address that carries another is judged by the one inside.

type Block = readonly [base: string, bits: number]

// The special-purpose registry of IPv4 (RFC 6890 and after it), with everything that is not global unicast.
const forbiddenV4: readonly Block[] = [
  ['0.0.0.0', 8], // this network
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // carrier NAT; Alibaba's metadata at 100.100.100.200
  ['127.0.0.0', 8], // loopback
  ['168.63.129.16', 32], // Azure's host agent: of public space, reached only from inside
  ['169.254.0.0', 16], // link-local; the metadata of most clouds
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // protocol assignments; Oracle's metadata at 192.0.0.192
  ['192.0.2.0', 24], // documentation
  ['192.88.99.0', 24], // 6to4 relays, retired
  ['192.168.0.0', 16], // private
  ['198.18.0.0', 15], // benchmarking
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, broadcast
]

// Within 2000::/3, outside of which nothing is global unicast.
const forbiddenV6: readonly Block[] = [
  ['2001::', 23], // protocol assignments: Teredo, ORCHID, benchmarking
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4
  ['3fff::', 20], // documentation
]

/** True if the address, as DNS or a parsed URL writes it (without brackets), is public. */
export const isPublicAddress = (text: string): boolean => {
  const v4 = readV4(text)
  if (v4 !== undefined) return isPublicV4(v4)
  const v6 = readV6(text)
  return v6 !== undefined && isPublicV6(v6)
}

const isPublicV4 = (address: number): boolean =>
  !v4Blocks.some(({ base, bits }) => address >>> (32 - bits) === base >>> (32 - bits))

const isPublicV6 = (address: bigint): boolean => {
  const carried = carriers.find(({ base, bits }) => within(address, base, bits))
  // IPv4-mapped, and NAT64, through which an IPv6-only host reaches every IPv4 receiver.
  if (carried !== undefined) return isPublicV4(Number(address & 0xffff_ffffn))
  if (address >> 125n !== 1n) return false
  // ISATAP carries an IPv4 address in any prefix; no receiver in earnest has one.
  if (((address >> 32n) & 0xfdff_ffffn) === 0x0000_5efen) return false
  return !v6Blocks.some(({ base, bits }) => within(address, base, bits))
}

const within = (address: bigint, base: bigint, bits: number): boolean =>
  address >> BigInt(128 - bits) === base >> BigInt(128 - bits)

/** Four decimal numbers; undefined for every other spelling, which URL never produces. */
const readV4 = (text: string): number | undefined => {
  const parts = text.split('.')
  if (parts.length !== 4 || !parts.every((part) => /^(0|[1-9][0-9]{0,2})$/.test(part))) return undefined
  const bytes = parts.map(Number)
  if (bytes.some((byte) => byte > 255)) return undefined
  return bytes.reduce((sum, byte) => sum * 256 + byte, 0)
}

/** Any spelling of RFC 4291, the last 32 bits in IPv4's form included; an address with a zone is none. */
const readV6 = (text: string): bigint | undefined => {
  const tail = /^(.*:)([0-9.]*\.[0-9.]*)$/.exec(text)
  if (tail !== null) {
    const v4 = readV4(tail[2] ?? '')
    if (v4 === undefined) return undefined
    return readV6(`${tail[1]}${(v4 >>> 16).toString(16)}:${(v4 & 0xffff).toString(16)}`)
  }
  const halves = text.split('::')
  if (halves.length > 2) return undefined
  const groups = halves.map((half) => (half === '' ? [] : half.split(':')))
  if (!groups.flat().every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return undefined
  const [head = [], rest = []] = groups
  const missing = 8 - head.length - rest.length
  if (halves.length === 2 ? missing < 1 : missing !== 0) return undefined
  return [...head, ...Array.from({ length: missing }, () => '0'), ...rest].reduce(
    (sum, group) => (sum << 16n) | BigInt(`0x${group}`),
    0n,
  )
}

const v4Blocks = forbiddenV4.map(([base, bits]) => ({ base: readV4(base) ?? 0, bits }))
const v6Blocks = forbiddenV6.map(([base, bits]) => ({ base: readV6(base) ?? 0n, bits }))
const carriers = (['::ffff:0:0', '64:ff9b::'] as const).map((base) => ({
  base: readV6(base) ?? 0n,
  bits: 96,
}))
