// Where an attempt goes: the URL of a subscription, parsed and checked. Both depend on its text alone, so it is done
// once for a subscription. The addresses that its host name leads to are checked at each connection.
import { parseUrl } from '@challenge-service/contract/plain'
import { readTarget } from '../../features/webhooks/target.rules.ts'

export interface Target {
  /** Scheme, host and port. */
  readonly origin: string
  readonly path: string
  /** Why nothing may be sent there; null where it may. */
  readonly refusal: string | null
}

export const parseTarget = (text: string, allowPrivate: boolean): Target => {
  const { url, refusal } = readTarget(text, allowPrivate)
  if (url === undefined) {
    return { origin: parseUrl(text)?.origin ?? text, path: '/', refusal }
  }
  return { origin: url.origin, path: `${url.pathname}${url.search}`, refusal: null }
}
