// The windows of the per-minute limits, kept from a clean stop to the next start.
import { declareInSizes, runInChunks } from '../../store/statements/chunks.ts'
import { insertRows } from '../../store/statements/changes.ts'
import { rateWindows } from '../../store/schema/limits.ts'
import { sql } from '../../store/statements/statement.ts'
import type { Tx } from '../../store/store.ts'

export interface WindowRow {
  readonly token_id: string
  readonly rate_class: string
  readonly saved_at: number
  /** How old each call was then. */
  readonly ages: Uint8Array
}

// Two nodes that stop in the same millisecond leave one window of a token that called both: each limits by itself.
const insert = declareInSizes(
  insertRows(
    rateWindows,
    'limits.insert_rate_windows',
    ['saved_at', 'token_id', 'rate_class', 'ages'],
    'on conflict do nothing',
  ),
)

export const insertWindows = async (tx: Tx, windows: readonly WindowRow[]): Promise<void> => {
  await runInChunks(tx, insert, windows)
}

const take = sql<WindowRow, []>(
  'limits.take_rate_windows',
  'delete from rate_windows returning saved_at, token_id, rate_class, ages',
)

/** All that were kept, by any node; the node that takes them counts them. */
export const takeWindows = (tx: Tx): Promise<readonly WindowRow[]> => tx.all(take)

const prune = sql<never, [before: number, limit: number]>(
  'limits.prune_rate_windows',
  `delete from rate_windows where (saved_at, token_id, rate_class) in (
     select saved_at, token_id, rate_class from rate_windows where saved_at < $1 order by saved_at limit $2)`,
)

const KEPT_MS = 60_000

/** Removes at most so many that nobody took in time: of a node that did not come back. */
export const pruneWindows = (tx: Tx, now: number, limit: number): Promise<number> =>
  tx.run(prune, now - KEPT_MS, limit)
