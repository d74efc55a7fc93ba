// How many processes serve this database. It is known without asking, and from the moment on when another starts.
import type { Clock } from '../../kernel/clock.ts'
import { MINUTE_MS } from '../../kernel/instants.ts'
import type { Log } from '../../log/log.ts'
import type { Store } from '../../store/store.ts'
import { BEAT_MS, listServingNodes, NODES_TOPIC } from './nodes.store.ts'

export class SeenNodes {
  readonly #store: Store
  readonly #clock: Clock
  readonly #log: Log
  readonly #stopping = new AbortController()
  // One that has left still counts for a minute, as do the calls that it admitted.
  readonly #seenAt = new Map<string, number>()
  #watching: Promise<void> = Promise.resolve()

  constructor(store: Store, clock: Clock, log: Log) {
    this.#store = store
    this.#clock = clock
    this.#log = log
  }

  /** Those of the last minute before it was last looked; this one at least. */
  get count(): number {
    return Math.max(1, this.#seenAt.size)
  }

  async start(): Promise<void> {
    const { signal } = this.#stopping
    const changed = this.#store.waitFor(NODES_TOPIC, BEAT_MS, signal)
    await this.#look()
    this.#watching = this.#watch(changed)
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#watching
  }

  /** A look for each signal: one that comes during a look is followed by another. */
  async #watch(first: Promise<void>): Promise<void> {
    const { signal } = this.#stopping
    let changed = first
    for (;;) {
      await changed
      if (signal.aborted) return
      changed = this.#store.waitFor(NODES_TOPIC, BEAT_MS, signal)
      await this.#look()
    }
  }

  async #look(): Promise<void> {
    try {
      const ids = await listServingNodes(this.#store, this.#clock.now())
      const now = this.#clock.monotonic()
      for (const id of ids) this.#seenAt.set(id, now)
      for (const [id, seenAt] of this.#seenAt) if (now - seenAt >= MINUTE_MS) this.#seenAt.delete(id)
    } catch (error) {
      this.#log.warn({ err: error }, 'the nodes that serve could not be counted; trying again')
    }
  }
}
