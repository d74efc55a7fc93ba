// Everything that is counted in windows or held in places: in this process alone, or with REDIS_URL in all of them
// together.
import type { Keyring } from '../kernel/keyring.ts'
import type { Clock } from '../kernel/clock.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../kernel/instants.ts'
import { widenNetwork } from '../kernel/networks.ts'
import type { Admission } from '../kernel/sliding-window.ts'
import type { Log } from '../log/log.ts'
import { LocalRateLimiter, type PerMinute, type RateLimiter } from './rate-limiter.ts'
import { RedisLink, type LinkTiming } from './redis-link.ts'
import { SharedNames } from './shared-names.ts'
import { SharedSlots } from './shared-slots.ts'
import { SharedRateLimiter } from './shared-rate-limiter.ts'
import { SharedWindows } from './shared-windows.ts'
import { Windows, type WindowRule } from './windows.ts'

/**
 * How often people of one network may ask for a mail, and one account may be entered by a passkey. A network address is
 * counted in memory or in Redis, and written down nowhere else.
 */
const ASKS = { limit: 30, spanMs: HOUR_MS }
/** A /48 has 65,536 networks: together they ask as often as ten. */
const WIDE_ASKS = { limit: 10 * ASKS.limit, spanMs: HOUR_MS }
/** How much of the mails that an address may get people of one network can use up. */
const SHARES = { hour: { limit: 3, spanMs: HOUR_MS }, day: { limit: 5, spanMs: DAY_MS } }
/** How often the pages of one session may begin to listen. */
const LISTENS = { limit: 60, spanMs: MINUTE_MS }
/** More networks than this at once are a flood. */
const NETWORKS_AT_MOST = 20_000

export interface NameLimit {
  /** `name`: of a network, a session, or of what else is counted alike. */
  admit(name: string): Admission | Promise<Admission>
}

export interface Limits {
  readonly limiter: RateLimiter
  readonly asks: NameLimit
  /** Of a network and an inbox together. */
  readonly shares: NameLimit
  readonly listens: NameLimit
  /** Undefined where each process holds its own. */
  readonly slots: SharedSlots | undefined
  /** What this process has counted by itself. */
  readonly own: LocalRateLimiter
  /** Undefined without Redis. */
  readonly link: RedisLink | undefined
}

export interface LimitParts {
  readonly redisUrl: string | undefined
  readonly perMinute: PerMinute
  readonly keys: Keyring
  readonly clock: Clock
  readonly log: Log
  readonly timing: LinkTiming
  /** How many processes count together. */
  readonly countNodes: () => number
}

export const makeLimits = (parts: LimitParts): Limits => {
  const { redisUrl, perMinute, keys, clock, log, timing, countNodes } = parts
  const own = new LocalRateLimiter(perMinute, clock.monotonic)
  const countAsks = (rule: WindowRule): Windows => new Windows(rule, clock.monotonic, NETWORKS_AT_MOST)
  const [asks, wideAsks] = [countAsks(ASKS), countAsks(WIDE_ASKS)]
  const [inHour, inDay] = [countAsks(SHARES.hour), countAsks(SHARES.day)]
  const listens = new Windows(LISTENS, clock.monotonic)
  if (redisUrl === undefined) {
    return {
      limiter: own,
      asks: inTurn(asks, wideAsks, widenNetwork),
      shares: inTurn(inHour, inDay),
      listens,
      slots: undefined,
      own,
      link: undefined,
    }
  }
  const names = new SharedNames(keys)
  const link = new RedisLink(redisUrl, { names, log, timing, countNodes })
  const share = (windows: Windows, kind: string): NameLimit => new SharedWindows(link, windows, names, kind)
  return {
    limiter: new SharedRateLimiter(link, own, names),
    asks: inTurn(share(asks, 'ask'), share(wideAsks, 'ask-wide'), widenNetwork),
    shares: inTurn(share(inHour, 'ask-hour'), share(inDay, 'ask-day')),
    listens: share(listens, 'listen'),
    slots: new SharedSlots(link, names),
    own,
    link,
  }
}

/** What the first refuses uses up nothing of the second. `nameIn` that: undefined where it counts nothing. */
const inTurn = (
  first: NameLimit,
  second: NameLimit,
  nameIn: (name: string) => string | undefined = (name) => name,
): NameLimit => ({
  admit: async (name) => {
    const admission = await first.admit(name)
    const next = nameIn(name)
    return admission.admitted && next !== undefined ? second.admit(next) : admission
  },
})
