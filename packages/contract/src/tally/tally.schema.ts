// The running score of a challenge, and the entries that it is made of.
import type { Static } from 'typebox'
import { parties } from '../challenges/challenge-words.ts'
import { namedObject, object } from '../object.ts'
import { count, id, instant, list, nullable, oneOf, string, whole } from '../schema.ts'

export const tallyStatuses = ['pending', 'confirmed', 'disputed', 'withdrawn'] as const
export type TallyStatus = (typeof tallyStatuses)[number]

export const tallyResolutions = ['withdraw', 'amend', 'accept'] as const

export const TallyEntry = namedObject('TallyEntry', 'One entry of a count.', {
  id: id('tallyEntry', 'The entry.'),
  by: oneOf(parties, 'The party whose count it is.'),
  amount: whole('How much; negative if something was taken back.'),
  note: nullable(string(), 'What for.'),
  status: oneOf(tallyStatuses, 'Whether the other party has confirmed it or objects.'),
  dispute: nullable(
    object('The objection, if there is or was one.', {
      reason: string('What is wrong with it.'),
      opened_at: instant('When the other party objected.'),
    }),
  ),
  created_at: instant('When it was recorded.'),
  settled_at: nullable(instant(), 'When it was confirmed or withdrawn.'),
})
export type TallyEntry = Static<typeof TallyEntry>

// Amounts may be negative, and so may their sums.
const sums = {
  claimed: whole('The sum of all entries but withdrawn ones.'),
  confirmed: whole('The sum of those that the other party has confirmed.'),
}

const totals = {
  creator: object('How the creator stands.', sums),
  opponent: object('How the opponent stands.', sums),
  pending: count('How many entries wait for an answer, of both parties.'),
  disputed: count('How many entries are disputed, of both parties.'),
}

export const Tally = namedObject('Tally', 'How the tally stands.', {
  challenge_id: id('challenge', 'The challenge.'),
  ...totals,
  entries: list(TallyEntry, 'A page of the entries.'),
})
export type Tally = Static<typeof Tally>

export const TallyChange = namedObject(
  'TallyChange',
  'What a write touched, and how the tally stands after it.',
  { entries: list(TallyEntry, 'The entries that the call touched.'), ...totals },
)
export type TallyChange = Static<typeof TallyChange>
