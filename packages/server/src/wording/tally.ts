// Entries of a tally: how they stand, and what follows from an answer to them.
import type { TallyStatus } from '@challenge-service/contract'

export const entryStatusWords: Readonly<Record<TallyStatus, string>> = {
  pending: 'not confirmed yet',
  confirmed: 'confirmed',
  disputed: 'doubted',
  withdrawn: 'taken back',
}

/** Said of an entry. `name`: of the other party. */
export const countsOnceConfirmedBy = (name: string): string => `counts once ${name} has confirmed it`

/** Said of an entry that is disputed. `name`: of the party whose it is. */
export const canChangeIt = (name: string): string => `${name} can change it or take it back`

/** To the person whom an assistant asks, before the entries themselves: `You confirm 3 entries of Ben:`. */
export const entriesLead = (does: 'confirm' | 'dispute', count: number, name: string): string =>
  `You ${does} ${count === 1 ? 'an entry' : `${count} entries`} of ${name}:`

/** To the same person, after them. */
export const confirmedThen = (
  { claimed, confirmed }: { readonly claimed: number; readonly confirmed: number },
  name: string,
): string =>
  `Then ${confirmed} of the ${claimed} that ${name} claims are confirmed, and nobody can take that back.`
