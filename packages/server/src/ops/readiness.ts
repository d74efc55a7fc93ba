// Whether this process can serve, found out by doing: reading what a start needs, and writing a row. One look at a
// time, kept for a moment, and given up after a while: frequent probes cost nothing, nor do probes while storage hangs.
import { holdsEveryKey } from '../features/encryption-keys/serving.service.ts'
import { isMigrated } from '../store/migrations/migrate.ts'
import { StorageTrouble, type TroubleKind } from '../store/health/trouble.ts'
import type { ServiceContext } from '../operations/context.ts'

const KEPT_MS = 2_000
const PATIENCE_MS = 5_000

type Trouble = 'storage unreachable' | 'storage full' | 'storage read-only' | 'storage damaged'
export type ReadinessStatus = 'ready' | 'not migrated' | 'key missing' | 'clock not measured' | Trouble

const troubles: Readonly<Record<TroubleKind, Trouble>> = {
  away: 'storage unreachable',
  busy: 'storage unreachable',
  full: 'storage full',
  'read-only': 'storage read-only',
  damaged: 'storage damaged',
}

type Parts = Pick<ServiceContext, 'store' | 'keys' | 'clock' | 'outage'>

export class Readiness {
  readonly #parts: Parts
  #known: { readonly status: ReadinessStatus; readonly at: number } | undefined
  #looking:
    { readonly status: Promise<ReadinessStatus>; readonly overdue: Promise<ReadinessStatus> } | undefined

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async status(): Promise<ReadinessStatus> {
    const known = this.#known
    if (known && this.#parts.clock.monotonic() - known.at < KEPT_MS) return known.status
    this.#looking ??= this.#begin()
    return Promise.race([this.#looking.status, this.#looking.overdue])
  }

  #begin() {
    let timer: NodeJS.Timeout | undefined
    const overdue = new Promise<ReadinessStatus>((resolve) => {
      timer = setTimeout(() => resolve('storage unreachable'), PATIENCE_MS)
    })
    const status = this.#look().then((found) => {
      clearTimeout(timer)
      this.#known = { status: found, at: this.#parts.clock.monotonic() }
      this.#looking = undefined
      return found
    })
    return { status, overdue }
  }

  async #look(): Promise<ReadinessStatus> {
    const { store, keys, clock, outage } = this.#parts
    try {
      if (!(await isMigrated(store))) return 'not migrated'
      if (!(await holdsEveryKey(store, keys))) return 'key missing'
      await store.probe(clock.now())
      return clock.isMeasured() ? 'ready' : 'clock not measured'
    } catch (error) {
      outage.tell(error, {}, 'readiness could not be looked at')
      return error instanceof StorageTrouble ? troubles[error.kind] : 'storage unreachable'
    }
  }
}
