// A challenge in which two people go to and fro for longer than chance makes them: an entry amended, and positions
// changed in a dispute, by calls and on pages, until neither is possible any more.
import type { Command } from './commands.ts'
import { choices } from './pages.ts'

const TIMES = 12

const amending: readonly Command[] = [
  { do: 'accept', by: 1, on: 0 },
  { do: 'tally', by: 0, on: 0, amount: 1 },
  ...Array.from({ length: TIMES }, (_, n): readonly Command[] => [
    { do: 'tally_dispute', by: 1, on: 0, entry: 0, reason: 'no' },
    { do: 'tally_amend', by: 0, on: 0, entry: 0, amount: n + 2 },
  ]).flat(),
  { do: 'tally_accept', by: 1, on: 0, entry: 0 },
]

const draw = { do: 'resolve', on: 0, outcome: 'draw' } as const
const drawOnPage = {
  do: 'page',
  on: 0,
  way: 'link',
  isOffered: false,
  pick: choices.indexOf('draw'),
} as const

/** Each to and fro alone, since both at a draw would be the end of it; then from the page of a mail. */
const disputing: readonly Command[] = [
  { do: 'resolve', by: 0, on: 0, outcome: 'creator_won' },
  { do: 'dispute', by: 1, on: 0, reason: 'no' },
  ...Array.from({ length: TIMES }, (_, n): Command => ({
    ...draw,
    by: 0,
    outcome: n % 2 === 0 ? 'draw' : 'creator_won',
  })),
  { ...drawOnPage, by: 0 },
  ...Array.from({ length: TIMES }, (_, n): Command => ({
    ...draw,
    by: 1,
    outcome: n % 2 === 0 ? 'opponent_won' : 'draw',
  })),
  { ...drawOnPage, by: 1 },
  { ...draw, by: 1 },
  { ...drawOnPage, by: 0 },
]

export const toAndFro: readonly Command[] = [...amending, ...disputing]
