// The HTTP client of deliveries: signed bytes out, an outcome back. Redirects are not followed, cookies not kept,
// proxies of the environment not asked, and no connection is made to an address that is not public unless the
// operator allows it.
import { systemClock, type Clock } from '../../kernel/clock.ts'
import type { Attempt, AttemptEnd, AttemptResult } from './attempt.ts'
import { createConnect } from './connect.ts'
import { HttpAttempt } from './http-attempt.ts'
import { ConnectionPool } from './pool.ts'
import { resolveByDns, resolveBySystem, type Resolve } from './resolve.ts'
import { parseTarget, type Target } from './target.ts'

export interface ClientSettings {
  /** The whole of an attempt: name, connection, handshake, head and body of the response. */
  readonly timeoutMs: number
  readonly allowPrivate: boolean
  /** How many attempts an origin may have under way. One beyond them waits for its turn, in the order of `send`. */
  readonly limit: (origin: string) => number
}

/** What a client finds around it; tests bring their own. */
export interface ClientSurroundings {
  readonly clock?: Clock
  readonly resolve?: Resolve
  readonly ca?: string
}

export interface HttpClient {
  parseTarget(url: string): Target
  /** Calls `end` once. What is sent within that call can use the connection at once. */
  send(attempt: Attempt, end: AttemptEnd): void
  /** Ends every attempt that waits for its turn and is not wanted any more. */
  dropUnwanted(): void
  /** Waits for what is under way (at most the timeout), then closes every connection. */
  close(): Promise<void>
}

export const createHttpClient = (
  settings: ClientSettings,
  surroundings: ClientSurroundings = {},
): HttpClient => {
  const { timeoutMs, allowPrivate, limit } = settings
  const { clock = systemClock, ca } = surroundings
  const { resolve = allowPrivate ? resolveBySystem : resolveByDns() } = surroundings
  const pool = new ConnectionPool(createConnect({ allowPrivate, resolve, ca }), limit)
  let running = 0
  let whenQuiet: (() => void) | undefined

  return {
    parseTarget: (url) => parseTarget(url, allowPrivate),
    send: (attempt, end) => {
      const { origin, refusal } = attempt.target
      if (refusal !== null) {
        const refused = refuse(refusal)
        // Later, so that of many in a row none is refused within another.
        queueMicrotask(() => end(refused))
        return
      }
      running += 1
      const finish: AttemptEnd = (result) => {
        running -= 1
        end(result)
        if (running === 0) whenQuiet?.()
      }
      pool.request(origin, new HttpAttempt(attempt, { pool, clock, timeoutMs }, finish))
    },
    dropUnwanted: () => pool.dropUnwanted(),
    close: async () => {
      if (running > 0) await new Promise<void>((quiet) => (whenQuiet = quiet))
      await pool.close()
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
