// What two people and the clock can do, at random: mostly what leads somewhere, now and then what does not.
import fc from 'fast-check'
import { choices, pageWays, type PageCommand } from './pages.ts'
import { DAY_MS, HOUR_MS, type Position, type Who } from './world.ts'

interface By {
  readonly by: Who
  /** Counted back from the newest challenge. */
  readonly on: number
}

export type Command =
  | PageCommand
  | { readonly do: 'advance'; readonly ms: number }
  /** To the next deadline of the newest challenge, or a millisecond beside it. */
  | { readonly do: 'advance_to_deadline'; readonly offset: -1 | 0 | 1 }
  | { readonly do: 'run_due' }
  | { readonly do: 'create'; readonly by: Who; readonly dueDays: number }
  /** `of`: counted back from the newest challenge. */
  | { readonly do: 'rematch'; readonly by: Who; readonly of: number; readonly dueDays: number }
  | (By & { readonly do: 'accept' | 'evidence' | 'support' })
  | (By & { readonly do: 'cancel'; readonly reason: string | null })
  | (By & { readonly do: 'resolve'; readonly outcome: Position })
  | (By & { readonly do: 'dispute'; readonly reason: string })
  | (By & { readonly do: 'tally'; readonly amount: number })
  | (By & { readonly do: 'tally_review'; readonly entries: readonly number[] })
  | (By & { readonly do: 'tally_dispute'; readonly entry: number; readonly reason: string })
  | (By & { readonly do: 'tally_withdraw' | 'tally_accept'; readonly entry: number })
  | (By & { readonly do: 'tally_amend'; readonly entry: number; readonly amount: number })

export type Move = Exclude<
  Command,
  { do: 'advance' | 'advance_to_deadline' | 'run_due' | 'create' | 'rematch' | 'page' }
>

export const moves = [
  'accept',
  'cancel',
  'resolve',
  'dispute',
  'evidence',
  'support',
  'tally',
  'tally_review',
  'tally_dispute',
  'tally_withdraw',
  'tally_amend',
  'tally_accept',
  'page',
] as const satisfies readonly Command['do'][]

const who = fc.constantFrom<Who>(0, 1)
const by = { by: who, on: fc.constantFrom(0, 0, 0, 0, 1, 2) }
const amount = fc
  .oneof(fc.integer({ min: -5, max: 5 }), fc.constantFrom(-1_000_000, 1_000_000))
  .map((n) => n || 1)
// Numbers of entries; one that is beyond the last names an entry that nobody recorded.
const entry = fc.nat({ max: 7 })
const reason = fc.constantFrom('no', 'it rained')
const entries = fc.uniqueArray(entry, { minLength: 1, maxLength: 3 })

const one = <T extends object>(name: Command['do'], shape: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.record({ do: fc.constant(name), ...shape }) as unknown as fc.Arbitrary<Command>

const command = fc.oneof(
  { weight: 4, arbitrary: one('create', { by: who, dueDays: fc.constantFrom(1, 2, 5) }) },
  {
    weight: 4,
    arbitrary: one('rematch', {
      by: who,
      of: fc.constantFrom(0, 0, 1, 2),
      dueDays: fc.constantFrom(1, 2, 5),
    }),
  },
  { weight: 14, arbitrary: one('accept', by) },
  { weight: 5, arbitrary: one('cancel', { ...by, reason: fc.option(reason) }) },
  {
    weight: 10,
    arbitrary: one('resolve', {
      ...by,
      outcome: fc.constantFrom<Position>('creator_won', 'opponent_won', 'draw'),
    }),
  },
  { weight: 10, arbitrary: one('dispute', { ...by, reason }) },
  { weight: 6, arbitrary: one('evidence', by) },
  { weight: 6, arbitrary: one('support', by) },
  { weight: 14, arbitrary: one('tally', { ...by, amount }) },
  { weight: 8, arbitrary: one('tally_review', { ...by, entries }) },
  { weight: 9, arbitrary: one('tally_dispute', { ...by, entry, reason }) },
  { weight: 6, arbitrary: one('tally_withdraw', { ...by, entry }) },
  { weight: 6, arbitrary: one('tally_accept', { ...by, entry }) },
  { weight: 6, arbitrary: one('tally_amend', { ...by, entry, amount }) },
  {
    weight: 20,
    arbitrary: one('page', {
      ...by,
      way: fc.constantFrom(...pageWays),
      isOffered: fc.boolean(),
      pick: fc.nat({ max: choices.length - 1 }),
    }),
  },
  {
    weight: 3,
    arbitrary: one('advance', { ms: fc.constantFrom(1, HOUR_MS, DAY_MS, 72 * HOUR_MS, 8 * DAY_MS) }),
  },
  { weight: 8, arbitrary: one('advance_to_deadline', { offset: fc.constantFrom(-1, 0, 1) }) },
  { weight: 4, arbitrary: one('run_due', {}) },
)

/** At most thirty; the first challenge is there already. */
export const commands = fc.array(command, { minLength: 1, maxLength: 30, size: 'max' })

const open: Command = { do: 'create', by: 0, dueDays: 2 }
// Long enough for every deadline that can still stand, so that nothing is left for the next sequence.
const end: readonly Command[] = [{ do: 'advance', ms: 45 * DAY_MS }, { do: 'run_due' }]

/** With what comes before and after every sequence. */
export const wholeOf = (told: readonly Command[]): readonly Command[] => [open, ...told, ...end]
