// When each token was last used, without a write on every call: noted in memory, written now and then.
import type { Store } from '../../store/store.ts'
import { touchTokens } from './tokens.store.ts'

const BATCH = 200

export class LastUsed {
  #seen = new Map<string, number>()

  note(tokenId: string, now: number): void {
    this.#seen.set(tokenId, now)
  }

  async flush(store: Store): Promise<void> {
    const seen = [...this.#seen].toSorted(([a], [b]) => (a < b ? -1 : 1))
    this.#seen = new Map()
    for (let at = 0; at < seen.length; at += BATCH) {
      const batch = seen.slice(at, at + BATCH)
      // In the order of their ids, so that two nodes never wait for each other in a circle.
      await store.write((tx) => touchTokens(tx, batch))
    }
  }
}
