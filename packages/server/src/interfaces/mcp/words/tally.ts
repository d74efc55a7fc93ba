// The tally of a challenge in words.
import type { Party, Role, Tally, TallyChange, TallyEntry } from '@challenge-service/contract'
import { capital, otherOf, partyFor, roleFor } from '../../../wording/names.ts'
import { writeChanged, writePage } from './page.ts'
import { saidBy } from './said-by.ts'
import { settleEntry } from './tally-page.ts'
import { lines, timeFor, type Addressee } from './addressee.ts'

type Sums = Pick<Tally, 'creator' | 'opponent' | 'pending' | 'disputed'>

const sumOf = (party: Party, { claimed, confirmed }: Tally[Party], role: Role): string =>
  `${capital(partyFor({ role }, party))} ${role === party ? 'claim' : 'claims'} ${claimed}, of which ${confirmed} is confirmed.`

const sums = ({ creator, opponent, pending, disputed }: Sums, role: Role): string =>
  [
    roleFor({ role }),
    sumOf('creator', creator, role),
    sumOf('opponent', opponent, role),
    `Entries that wait for an answer: ${pending}; disputed: ${disputed}.`,
  ].join(' ')

const entry = (one: TallyEntry, role: Role, to: Addressee): string =>
  lines(
    `${one.id}: ${one.amount} by ${partyFor({ role }, one.by)}, ${one.status}, ${timeFor(to, one.created_at)}.`,
    one.note === null ? null : `  Note: ${saidBy({ role }, one.by, one.note)}`,
    one.dispute === null ? null : `  Objection: ${saidBy({ role }, otherOf(one.by), one.dispute.reason)}`,
  )

export const writeTally = (tally: Tally, to: Addressee, nextCursor: string | null): string => {
  const role = to.role ?? 'observer'
  return lines(
    `The tally of ${tally.challenge_id}. ${sums(tally, role)}`,
    writePage(tally.entries, nextCursor, (one) =>
      lines(
        entry(one, role, to),
        one.status === 'disputed' ? settled(settleEntry(one.by, tally.challenge_id, to)) : null,
      ),
    ) || null,
  )
}

const settled = (line: string | null): string | null => line && `  ${line}`

const writeChange = (change: TallyChange, role: Role, to: Addressee): string =>
  lines(
    'Done.',
    writeChanged(change.entries, (one) => entry(one, role, to)),
    sums(change, role),
  )

/** Whoever counts is the one who acts. */
export const writeRecorded = (change: TallyChange, to: Addressee): string =>
  writeChange(change, change.entries[0]?.by ?? 'observer', to)

/** Whoever answers is the other party. */
export const writeReviewed = (change: TallyChange, to: Addressee): string => {
  const [first] = change.entries
  return writeChange(change, first ? otherOf(first.by) : 'observer', to)
}
