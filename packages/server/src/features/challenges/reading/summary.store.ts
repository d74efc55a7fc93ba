// Challenges in short: as much of a row as it takes to show one by its snapshot. Found, like everything, through the
// person who asks.
import type { Party, Role } from '@challenge-service/contract'
import type { ChallengeId, GroupId, PersonId, UncheckedId } from '../../../kernel/ids.ts'
import { sql } from '../../../store/statements/statement.ts'
import type { Reader } from '../../../store/store.ts'
import type { Viewer } from '../../access/actor.ts'
import { isVisible, accessJoins } from '../storage/challenge.store.ts'

export interface SummaryRow {
  readonly id: ChallengeId
  readonly role: Role
  readonly reference: string | null
  readonly group_id: GroupId | null
  readonly next_move_at: number | null
  readonly is_hidden: number
  readonly snapshot: string | null
  readonly snapshot_version: number | null
  /** Asked for where the reader may be no party: a party supports nobody. */
  readonly accepted_at?: number | null
  readonly joined_at?: number | null
  readonly mine?: Party | null
  readonly support_changes?: number | null
}

/** Of one that is read alone. */
export interface SingleRow extends SummaryRow {
  readonly evidence: number
}

/** `person`: the place of the parameter that names the reader. */
interface Summary {
  readonly columns: (person: string) => string
  readonly joins: (person: string) => string
}

// The role is what `findRole` of the rules says, told by the database: the ids of both parties need not be sent for it.
const columns = (person: string): string =>
  `c.id, c.reference, c.group_id, c.next_move_at, c.is_hidden, c.snapshot, c.snapshot_version,
   case ${person} when c.creator_id then 'creator' when c.opponent_id then 'opponent' else 'observer' end as role`

/** For someone who is a party of all of them. A page may have a hundred rows, so it asks for no more than it needs. */
export const partySummary: Summary = { columns, joins: () => '' }

export const viewerSummary: Summary = {
  columns: (person) =>
    `${columns(person)}, c.accepted_at, m.joined_at, s.side as mine, s.changes as support_changes`,
  joins: accessJoins,
}

const one = (where: string): string =>
  `select ${viewerSummary.columns('$2')}, c.evidence_creator + c.evidence_opponent as evidence
   from challenges c ${viewerSummary.joins('$2')} where c.id = $1 and ${where}`

const findByPerson = sql<SingleRow, [id: UncheckedId<'challenge'>, personId: PersonId]>(
  'challenges.summary_by_person',
  one(isVisible.toPerson),
)
const findByGroup = sql<SingleRow, [id: UncheckedId<'challenge'>, personId: PersonId, groupId: GroupId]>(
  'challenges.summary_by_group',
  one(isVisible.toGroup),
)

export const findSummary = (
  reader: Reader,
  viewer: Pick<Viewer, 'personId' | 'groupId'>,
  id: UncheckedId<'challenge'>,
): Promise<SingleRow | undefined> =>
  viewer.groupId === null
    ? reader.first(findByPerson, id, viewer.personId)
    : reader.first(findByGroup, id, viewer.personId, viewer.groupId)
