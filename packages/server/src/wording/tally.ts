// Entries of a tally: how they stand, and what follows from an answer to them.
import type { TallyStatus } from '@challenge-service/contract'
import { words } from './words.ts'

export const entryStatus = (status: TallyStatus): string => words.tally.status[status]

/** To the person whom an assistant asks, before the entries themselves: `You confirm 3 entries of Ben:`. */
export const entriesLead = (does: 'confirm' | 'dispute', count: number, name: string): string =>
  words.assistant.entries[does]({ count, name })

/** To the same person, after them. */
export const confirmedThen = (
  { claimed, confirmed }: { readonly claimed: number; readonly confirmed: number },
  name: string,
): string => words.assistant.confirmedThen({ claimed, confirmed, name })
