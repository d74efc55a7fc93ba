// The life of a tally entry, enumerated: every status × move × person against a grid written by hand; and the
// running count against one made from nothing.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tallyStatuses, type Party } from '@challenge-service/contract'
import { asId } from '../../../../../test/support/ids.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Count } from '../challenges/rules/life.rules.ts'
import { moveEntry, recount, type Entry, type EntryMove } from './tally.rules.ts'

const NOW = Date.parse('2026-11-15T12:00:00.000Z')

const entryIn = (status: Entry['status'], by: Party = 'creator'): Entry => ({
  id: asId('tallyEntry', 'tly_0'),
  by,
  amount: 3,
  note: 'laps',
  status,
  dispute: status === 'disputed' ? { reason: 'really?', openedAt: NOW - 1 } : null,
  createdAt: NOW - 2,
  settledAt: status === 'confirmed' || status === 'withdrawn' ? NOW - 1 : null,
  amendments: 0,
})

const moves = {
  review: { kind: 'review' },
  dispute: { kind: 'dispute', reason: 'it rained' },
  withdraw: { kind: 'withdraw' },
  amend: { kind: 'amend', amount: -7 },
  accept: { kind: 'accept' },
} satisfies Record<EntryMove['kind'], EntryMove>

// The status after, or why not. S: nobody may in this status (invalid_state); P: not this person (forbidden).
const grid = `
                 pending   confirmed disputed  withdrawn
review   author  P         S         S         S
review   other   confirmed S         S         S
dispute  author  P         S         S         S
dispute  other   disputed  S         S         S
withdraw author  withdrawn S         withdrawn S
withdraw other   P         S         P         S
amend    author  S         S         pending   S
amend    other   S         S         P         S
accept   author  S         S         P         S
accept   other   S         S         confirmed S
`

const refusals: Readonly<Record<string, string>> = {
  S: 'invalid_state/entry_not_pending',
  P: 'forbidden/not_for_you',
}

const [head = [], ...rows] = grid
  .trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/))
const cells = rows.flatMap(([move = '', person = '', ...row]) =>
  row.map((cell, index) => ({ move, person, status: head[index] ?? '', expected: refusals[cell] ?? cell })),
)

const outcomeOf = (entry: Entry, move: EntryMove, who: Party): string => {
  try {
    return moveEntry(entry, move, who, NOW).status
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return `${error.code}/${error.reason}`
  }
}

describe('the grid of entries', () => {
  it('covers every move by both in every status', () => {
    expect(head).toEqual(tallyStatuses)
    expect(cells).toHaveLength(Object.keys(moves).length * 2 * tallyStatuses.length)
  })

  it.each(cells)('$status: $move by the $person gives $expected', ({ move, person, status, expected }) => {
    for (const author of ['creator', 'opponent'] as const) {
      const other = author === 'creator' ? 'opponent' : 'creator'
      const who = person === 'author' ? author : other
      const entry = entryIn(status as Entry['status'], author)
      expect(outcomeOf(entry, moves[move as keyof typeof moves], who)).toBe(expected)
    }
  })
})

describe('an entry', () => {
  const pending = entryIn('pending')
  const disputed = entryIn('disputed')

  it('is settled when it is confirmed or withdrawn, and changes in nothing else', () => {
    expect(moveEntry(pending, moves.review, 'opponent', NOW)).toEqual({
      ...pending,
      status: 'confirmed',
      settledAt: NOW,
    })
    expect(moveEntry(pending, moves.withdraw, 'creator', NOW)).toEqual({
      ...pending,
      status: 'withdrawn',
      settledAt: NOW,
    })
    expect(moveEntry(disputed, moves.accept, 'opponent', NOW)).toEqual({
      ...disputed,
      status: 'confirmed',
      settledAt: NOW,
    })
  })

  it('holds why it is disputed', () => {
    expect(moveEntry(pending, moves.dispute, 'opponent', NOW)).toEqual({
      ...pending,
      status: 'disputed',
      dispute: { reason: 'it rained', openedAt: NOW },
    })
  })

  it('once amended is as if it had been recorded so, but for how often it was', () => {
    expect(moveEntry(disputed, moves.amend, 'creator', NOW)).toEqual({
      ...disputed,
      status: 'pending',
      amount: -7,
      dispute: null,
      amendments: 1,
    })
  })

  it('is amended at most 10 times, and is withdrawn or accepted all the same', () => {
    const tenth = moveEntry({ ...disputed, amendments: 9 }, moves.amend, 'creator', NOW)
    expect(tenth.amendments).toBe(10)
    const again = moveEntry(tenth, moves.dispute, 'opponent', NOW)
    expect(outcomeOf(again, moves.amend, 'creator')).toBe('conflict/limit_reached')
    expect(outcomeOf(again, moves.amend, 'opponent')).toBe('forbidden/not_for_you')
    expect(outcomeOf(again, moves.withdraw, 'creator')).toBe('withdrawn')
    expect(outcomeOf(again, moves.accept, 'opponent')).toBe('confirmed')
  })
})

describe('the running count', () => {
  const none: Count = { entries: 0, pending: 0, disputed: 0, claimed: 0, confirmed: 0 }

  /** From nothing, as one would count by hand. */
  const countOf = (entries: readonly Entry[]): Count => {
    const sum = (chosen: readonly Entry[]) => chosen.reduce((all, { amount }) => all + amount, 0)
    return {
      entries: entries.length,
      pending: entries.filter(({ status }) => status === 'pending').length,
      disputed: entries.filter(({ status }) => status === 'disputed').length,
      claimed: sum(entries.filter(({ status }) => status !== 'withdrawn')),
      confirmed: sum(entries.filter(({ status }) => status === 'confirmed')),
    }
  }

  const amount = fc.integer({ min: -1_000_000, max: 1_000_000 }).filter((n) => n !== 0)
  const change = fc.record({
    /** Beyond the last entry there is a new one. */
    entry: fc.nat({ max: 8 }),
    amount,
    who: fc.constantFrom<Party>('creator', 'opponent'),
    kind: fc.constantFrom(...(Object.keys(moves) as EntryMove['kind'][])),
  })

  it('equals one made from nothing, after every change', () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 60 }), (changes) => {
        const entries: Entry[] = []
        let count = none
        for (const { entry: place, amount: size, who, kind } of changes) {
          const before = entries[place]
          const move: EntryMove = kind === 'amend' ? { kind, amount: size } : moves[kind]
          if (before && outcomeOf(before, move, who).includes('/')) continue
          const after = before
            ? moveEntry(before, move, who, NOW)
            : { ...entryIn('pending'), id: asId('tallyEntry', `tly_${entries.length}`), amount: size }
          entries[before ? place : entries.length] = after
          count = recount(count, before, after)
          expect(count).toEqual(countOf(entries))
        }
      }),
    )
  })
})
