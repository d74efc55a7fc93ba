// Whether storage is away. It is logged when storage goes, and once more when it is back, with how long that took; what
// fails by it meanwhile, calls and jobs alike, is not logged one by one. While storage works this asks nothing.
import type { Clock } from '../../kernel/clock.ts'
import type { Store } from '../store.ts'
import { StorageTrouble } from './trouble.ts'

const LOOKED_EVERY_MS = 1_000

interface OutageLog {
  error(what: object, words: string): void
  warn(what: object, words: string): void
}

interface OutageParts {
  readonly store: Pick<Store, 'probe'>
  readonly clock: Clock
  readonly log: OutageLog
}

export class Outage {
  readonly #parts: OutageParts
  #beganAt: number | undefined
  #timer: NodeJS.Timeout | undefined
  #isStopped = false

  constructor(parts: OutageParts) {
    this.#parts = parts
  }

  /** Logs what failed, and why; for trouble of the storage, only where it begins. */
  tell(error: unknown, what: Readonly<Record<string, unknown>>, words: string): void {
    const { log, clock } = this.#parts
    if (!(error instanceof StorageTrouble)) {
      log.error({ ...what, err: error }, words)
      return
    }
    if (this.#beganAt !== undefined || this.#isStopped) return
    this.#beganAt = clock.monotonic()
    log.error({ err: error }, 'storage cannot be used: calls and jobs fail until it can')
    this.#lookLater(this.#beganAt)
  }

  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
  }

  #lookLater(beganAt: number): void {
    if (this.#isStopped) return
    this.#timer = setTimeout(() => void this.#look(beganAt), LOOKED_EVERY_MS)
    this.#timer.unref()
  }

  async #look(beganAt: number): Promise<void> {
    const { store, clock, log } = this.#parts
    try {
      await store.probe(clock.now())
    } catch {
      this.#lookLater(beganAt)
      return
    }
    this.#beganAt = undefined
    log.warn({ away_ms: Math.round(clock.monotonic() - beganAt) }, 'storage can be used again')
  }
}
