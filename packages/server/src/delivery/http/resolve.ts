// Turns a host name into addresses.
import { Resolver, lookup } from 'node:dns/promises'

/** All addresses of a name; rejects if there is none, or once `signal` is aborted. */
export type Resolve = (hostname: string, signal: AbortSignal) => Promise<readonly string[]>

const QUERY_MS = 2_000
const QUERY_TRIES = 2

/**
 * Asks DNS and nothing else: neither the hosts file nor a search domain gives names of the inside. The queries
 * run on the event loop; the system's look-up runs on a few threads that two dead name servers can fill.
 */
export const resolveByDns =
  (servers?: readonly string[]): Resolve =>
  async (hostname, signal) => {
    // One for each name, so that it reads the system's current settings and can be cancelled alone.
    const resolver = new Resolver({ timeout: QUERY_MS, tries: QUERY_TRIES })
    if (servers !== undefined) resolver.setServers(servers)
    const cancel = (): void => resolver.cancel()
    signal.addEventListener('abort', cancel)
    try {
      const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
      const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
      if (found.length === 0) throw new Error('no address', { cause: answers })
      return found
    } finally {
      signal.removeEventListener('abort', cancel)
    }
  }

/** As the system does it, with its hosts file: `localhost` and the names of a local network are found. */
export const resolveBySystem: Resolve = async (hostname) => {
  const found = await lookup(hostname, { all: true })
  return found.map(({ address }) => address)
}
