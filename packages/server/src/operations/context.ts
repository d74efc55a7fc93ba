// What every endpoint stands on.
import type { Config } from '../config/config.ts'
import type { LastUsed } from '../features/access/last-used.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Keyring } from '../kernel/keyring.ts'
import type { NameLimit } from '../limits/limits.ts'
import type { RateLimiter } from '../limits/rate-limiter.ts'
import type { Log } from '../log/log.ts'
import type { Outage } from '../store/health/outage.ts'
import type { ServiceClock } from '../store/clock/service-clock.ts'
import type { Store } from '../store/store.ts'
import type { LiveCalls } from './live.ts'

export interface ServiceContext {
  readonly config: Config
  readonly keys: Keyring
  readonly store: Store
  readonly clock: ServiceClock
  readonly log: Log
  readonly outage: Outage
  readonly limiter: RateLimiter
  readonly asks: NameLimit
  readonly shares: NameLimit
  readonly listens: NameLimit
  readonly lastUsed: LastUsed
  readonly live: LiveCalls
}

/** As much of it as a call needs that was admitted already. */
export type OperationContext = Pick<ServiceContext, 'config' | 'keys' | 'store'> & { readonly clock: Clock }
