// What the engine of webhooks is made of.
import type { Clock } from '../kernel/clock.ts'
import type { Keyring } from '../kernel/keyring.ts'
import type { Tracer } from '../kernel/tracing.ts'
import type { Log } from '../log/log.ts'
import type { Outage } from '../store/health/outage.ts'
import type { Store } from '../store/store.ts'
import type { AttemptResult } from './http/attempt.ts'
import type { HttpClient } from './http/client.ts'
import type { Capacity } from './queue/capacity.ts'
import type { ClaimedDelivery } from './queue/claimed-delivery.ts'

/** Hears of every attempt; the metrics count them. */
export interface DeliveryWatch {
  attempted(delivery: ClaimedDelivery, result: AttemptResult, at: number): void
}

export interface EngineParts {
  readonly store: Store
  readonly client: HttpClient
  readonly capacity: Capacity
  readonly keys: Keyring
  readonly clock: Clock
  readonly log: Log
  readonly outage: Outage
  readonly settings: { readonly retrySeconds: readonly number[]; readonly timeoutMs: number }
  readonly watch?: DeliveryWatch | undefined
  readonly tracer?: Tracer | undefined
  readonly random?: () => number
}
