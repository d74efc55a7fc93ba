// Sends deliveries: signed bytes out, an outcome back. Redirects are not followed, cookies not kept, proxies of the
// environment not asked, and no connection is made to an address that is not public unless the operator allows it.
import { systemClock, type Clock } from '../kernel/clock.ts'
import type { Attempt, AttemptResult, Permit, Sender } from './attempt.ts'
import { createConnect } from './connect.ts'
import { Exchange } from './exchange.ts'
import { Lines } from './lines.ts'
import { Targets } from './targets.ts'
import { resolveByDns, resolveBySystem, type Resolve } from './resolve.ts'

export interface SenderSettings {
  /** The whole of an attempt: name, connection, handshake, head and body of the answer. */
  readonly timeoutMs: number
  readonly allowPrivate: boolean
  /** An attempt beyond these waits for one of them, within its time. */
  readonly connectionsPerHost: number
}

/** What a sender finds around it; tests bring their own. */
export interface Surroundings {
  readonly clock?: Clock
  readonly resolve?: Resolve
  readonly ca?: string
}

export const createSender = (settings: SenderSettings, surroundings: Surroundings = {}): Sender => {
  const { timeoutMs, allowPrivate, connectionsPerHost } = settings
  const { clock = systemClock, ca } = surroundings
  const { resolve = allowPrivate ? resolveBySystem : resolveByDns() } = surroundings
  const targets = new Targets(allowPrivate)
  const lines = new Lines(createConnect({ allowPrivate, resolve, ca }), connectionsPerHost)
  let running = 0
  let whenQuiet: (() => void) | undefined

  return {
    send: (attempt: Attempt, done: (result: AttemptResult) => void, permit?: Permit) => {
      const target = targets.of(attempt.url)
      if (target.refusal !== undefined) {
        const refused = refuse(target.refusal)
        // Later, so that of many in a row none is refused within another.
        queueMicrotask(() => done(refused))
        return
      }
      running += 1
      const ended = (tell: () => void): void => {
        running -= 1
        tell()
        if (running === 0) whenQuiet?.()
      }
      const exchange = new Exchange(
        attempt,
        target,
        { lines, clock, timeoutMs },
        (result) => ended(() => done(result)),
        permit && { isGiven: () => permit.isGiven(), onWithheld: () => ended(() => permit.onWithheld()) },
      )
      exchange.start()
    },
    close: async () => {
      if (running > 0) await new Promise<void>((quiet) => (whenQuiet = quiet))
      await lines.close()
    },
  }
}

const refuse = (refusal: string): AttemptResult => ({
  outcome: 'target_forbidden',
  status: null,
  retryAfterMs: null,
  ms: 0,
  excerpt: null,
  error: `The URL ${refusal}.`,
})
