// What a node admits of a window while it cannot ask Redis: its share of what was left when Redis last spoke of it. All
// nodes together then admit at most the limit and one call for each of them in any span, and at most that much more than
// what Redis admitted before.
import type { Admission, SlidingWindow } from '../kernel/sliding-window.ts'
import type { WindowRule } from './windows.ts'

/** What Redis said of a window last. */
export interface Said {
  at: number
  /** How many calls of other nodes it had counted. */
  others: number
  /** How many this node has admitted since, by itself. */
  since: number
}

/** `window`: what this node admitted, then and since. */
export const admitShare = (
  window: SlidingWindow,
  { limit, spanMs }: WindowRule,
  said: Said | undefined,
  nodes: number,
  { now, mark }: { readonly now: number; readonly mark: number },
): Admission => {
  const wholeShare = Math.ceil(limit / nodes)
  // Nothing that Redis spoke of counts any more.
  if (said === undefined || now - said.at >= spanMs) return window.admit(now, mark, wholeShare)
  // When the calls of others were is not known: they count until the last of them can no longer.
  const before = window.sizeAt(now) - said.since
  const share = Math.max(0, Math.ceil((limit - said.others - before) / nodes))
  const admitted = said.since < share
  if (admitted) {
    window.count(now, mark)
    said.since += 1
  }
  const remaining = Math.max(0, share - said.since)
  if (remaining > 0) return { admitted, limit: share, remaining, waitMs: 0 }
  // The share grows by one when so few of its earlier calls still count.
  const fewEnough = limit - said.others - nodes * said.since - 1
  if (fewEnough >= 0)
    return { admitted, limit: share, remaining, waitMs: window.leftMs(now, before - fewEnough - 1) }
  const tooMany = before + said.since - wholeShare
  const waitMs = Math.max(said.at + spanMs - now, tooMany < 0 ? 0 : window.leftMs(now, tooMany))
  return { admitted, limit: share, remaining, waitMs }
}
