// Finds out whether the server's disk has room, as only a file that is new can: rows that are there have theirs already,
// and pages of a table are used again. A temporary table needs a few pages, is in no log of the server, and is gone at once.
import { once } from '../statements/statement.ts'
import type { Tx } from '../store.ts'
import type { StorageTrouble } from '../health/trouble.ts'

/** A write that found no room shows for so long that others will find none either. */
const FULL_MS = 5_000
/** While there is room, it is not asked for more often than this. */
const SPACE_MS = 300_000

const readRight = once<{ is_allowed: boolean }>(
  `select has_database_privilege(current_database(), 'TEMP') as is_allowed`,
)

const takeSpace = once<never>(
  `create temporary table room_check on commit drop
   as select n, md5(n::text) as filler from generate_series(1, 2000) as n`,
)

export class SpaceCheck {
  #lastFull: { readonly trouble: StorageTrouble; readonly at: number } | undefined
  #seenAt = Number.NEGATIVE_INFINITY

  noteFull(trouble: StorageTrouble): void {
    this.#lastFull = { trouble, at: performance.now() }
  }

  /** Why there is none, where a write has just found that out. */
  get lastTrouble(): StorageTrouble | undefined {
    return this.#lastFull && performance.now() - this.#lastFull.at < FULL_MS
      ? this.#lastFull.trouble
      : undefined
  }

  get isDue(): boolean {
    return this.#lastFull !== undefined || performance.now() - this.#seenAt >= SPACE_MS
  }

  /** A role without the right to make temporary tables finds out nothing. */
  async take(tx: Tx): Promise<void> {
    const right = await tx.first(readRight)
    if (right?.is_allowed) await tx.run(takeSpace)
  }

  noteSpace(): void {
    this.#lastFull = undefined
    this.#seenAt = performance.now()
  }
}
