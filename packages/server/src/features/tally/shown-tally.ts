// The tally on the page of a challenge: how it stands, how it came to stand so, and what waits for someone's word.
import type { Party, TallyEntry } from '@challenge-service/contract'
import type { Reader } from '../../store/store.ts'
import type { SeenByPerson } from '../challenges/play/shown.service.ts'
import { listEntries, listOpenEntries, sumEntriesByTime, type SummedEntries } from './tally.store.ts'
import { viewEntry } from './tally.view.ts'

export interface ShownTally {
  readonly sums: Readonly<Record<Party, { readonly claimed: number; readonly confirmed: number }>>
  /** Both counts over time, in steps of equal length. */
  readonly race: Race
  /** What is pending or disputed, the oldest first. */
  readonly open: readonly TallyEntry[]
  /** There are more of these than are shown. */
  readonly hasMoreOpen: boolean
  /** The newest first. */
  readonly entries: readonly TallyEntry[]
  /** Where the older ones begin; null where there are none. */
  readonly older: string | null
}

export interface Race {
  readonly from: number
  readonly to: number
  readonly steps: number
  readonly sums: readonly SummedEntries[]
}

const ENTRIES = 20
const OPEN = 50
const STEPS = 80

/** Null where nobody has recorded anything. `before`: the entry that the older ones come before. */
export const showTally = async (
  reader: Reader,
  { shown: { role }, challenge: { id, life } }: SeenByPerson,
  now: number,
  before: string | undefined,
): Promise<ShownTally | null> => {
  const { tally, acceptedAt, closedAt } = life
  const { creator, opponent } = tally
  if (creator.entries + opponent.entries === 0) return null
  const from = acceptedAt ?? now
  const to = Math.max(from + STEPS, closedAt ?? now)
  const stepMs = Math.ceil((to - from + 1) / STEPS)
  const isOpen = creator.pending + creator.disputed + opponent.pending + opponent.disputed > 0
  const page = { order: 'desc', limit: ENTRIES, after: before === undefined ? undefined : [before] } as const
  const [entries, open, sums] = await Promise.all([
    listEntries(reader, id, page),
    isOpen && role !== 'observer' ? listOpenEntries(reader, id, OPEN + 1) : [],
    sumEntriesByTime(reader, id, from, stepMs),
  ])
  const shown = entries.slice(0, ENTRIES)
  return {
    sums: {
      creator: { claimed: creator.claimed, confirmed: creator.confirmed },
      opponent: { claimed: opponent.claimed, confirmed: opponent.confirmed },
    },
    race: { from, to, steps: STEPS, sums },
    open: open.slice(0, OPEN).map(viewEntry),
    hasMoreOpen: open.length > OPEN,
    entries: shown.map(viewEntry),
    older: entries.length > ENTRIES ? (shown.at(-1)?.id ?? null) : null,
  }
}
