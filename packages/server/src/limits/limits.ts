// Everything that is counted in windows or held in places: in this process alone, or with REDIS_URL in all of them
// together.
import type { Keyring } from '../kernel/keyring.ts'
import type { Clock } from '../kernel/clock.ts'
import { HOUR_MS } from '../kernel/instants.ts'
import type { Admission } from '../kernel/sliding-window.ts'
import type { Log } from '../log/log.ts'
import { LocalRateLimiter, type PerMinute, type RateLimiter } from './rate-limiter.ts'
import { RedisLink, type LinkTiming } from './redis-link.ts'
import { SharedNames } from './shared-names.ts'
import { SharedPlaces } from './shared-places.ts'
import { SharedRateLimiter } from './shared-rate-limiter.ts'
import { SharedWindows } from './shared-windows.ts'
import { Windows } from './windows.ts'

/**
 * How often people of one network may ask for a mail, and one account may be entered by a passkey. A network address is
 * counted in memory or in Redis, and written down nowhere else.
 */
const ASKS = { limit: 30, spanMs: HOUR_MS }
/** More networks than this at once are a flood. */
const NETWORKS_AT_MOST = 100_000

export interface AskLimit {
  /** `name`: of a network, or of what else is counted alike. */
  admit(name: string): Admission | Promise<Admission>
}

export interface Limits {
  readonly limiter: RateLimiter
  readonly asks: AskLimit
  /** Undefined where each process holds its own. */
  readonly places: SharedPlaces | undefined
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
}

export const makeLimits = ({ redisUrl, perMinute, keys, clock, log, timing }: LimitParts): Limits => {
  const own = new LocalRateLimiter(perMinute, clock.monotonic)
  const asks = new Windows(ASKS, clock.monotonic, NETWORKS_AT_MOST)
  if (redisUrl === undefined) return { limiter: own, asks, places: undefined, own, link: undefined }
  const link = new RedisLink(redisUrl, log, timing)
  const names = new SharedNames(keys)
  return {
    limiter: new SharedRateLimiter(link, own, names),
    asks: new SharedWindows(link, asks, names, 'ask'),
    places: new SharedPlaces(link, names),
    own,
    link,
  }
}
