// The tally of a challenge in words.
import type { Party, Tally, TallyChange, TallyEntry } from '@challenge-service/contract'
import { theirWords } from './quote.ts'
import { lines, timeFor, type Addressee } from './addressee.ts'

type Sums = Pick<Tally, 'creator' | 'opponent' | 'pending' | 'disputed'>

const sumOf = (party: Party, { claimed, confirmed }: Tally[Party]): string =>
  `The ${party} claims ${claimed}, of which ${confirmed} is confirmed.`

const sums = ({ creator, opponent, pending, disputed }: Sums): string =>
  [
    sumOf('creator', creator),
    sumOf('opponent', opponent),
    `Entries that wait for an answer: ${pending}; disputed: ${disputed}.`,
  ].join(' ')

/** Which party acts is not known here, so all words are marked. */
const entry = (one: TallyEntry, to: Addressee): string =>
  lines(
    `${one.id}: ${one.amount} by the ${one.by}, ${one.status}, ${timeFor(to, one.created_at)}.`,
    one.note === null ? null : `  Note: ${theirWords(`the ${one.by}`, one.note)}`,
    one.dispute === null ? null : `  Objection: ${theirWords('the other party', one.dispute.reason)}`,
  )

export const writeTally = (tally: Tally, to: Addressee): string =>
  lines(
    `The tally of ${tally.challenge_id}. ${sums(tally)}`,
    tally.entries.map((one) => entry(one, to)),
  )

export const writeTallyChange = (change: TallyChange, to: Addressee): string =>
  lines(
    'Done.',
    change.entries.map((one) => entry(one, to)),
    sums(change),
  )
