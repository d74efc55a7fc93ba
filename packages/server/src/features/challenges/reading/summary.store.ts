// Challenges in short: as much of a row as it takes to show one by its snapshot. Found, like everything, through the
// person who asks.
import type { Party } from '@challenge-service/contract'
import type { ChallengeId, GroupId, PersonId, UncheckedId } from '../../../kernel/ids.ts'
import { sql } from '../../../store/statement.ts'
import type { Reader } from '../../../store/store.ts'
import type { Viewer } from '../../access/actor.ts'
import { isVisible, accessJoins } from '../storage/challenge.store.ts'

export interface SummaryRow {
  readonly id: ChallengeId
  readonly creator_id: PersonId
  readonly opponent_id: PersonId
  readonly reference: string | null
  readonly group_id: GroupId | null
  readonly accepted_at: number | null
  readonly next_move_at: number | null
  readonly evidence: number
  readonly is_hidden: number
  readonly snapshot: string | null
  readonly snapshot_version: number | null
  readonly joined_at: number | null
  readonly mine: Party | null
  readonly support_changes: number | null
}

const columns = `c.id, c.creator_id, c.opponent_id, c.reference, c.group_id, c.accepted_at, c.next_move_at,
  c.evidence_creator + c.evidence_opponent as evidence, c.is_hidden, c.snapshot, c.snapshot_version`

/** A party supports nobody, so of their own challenges there is no more to know. */
export const partySummary = {
  columns: `${columns}, null as joined_at, null as mine, null as support_changes`,
  joins: () => '',
}

export const viewerSummary = {
  columns: `${columns}, m.joined_at, s.side as mine, s.changes as support_changes`,
  joins: accessJoins,
}

const one = (where: string): string =>
  `select ${viewerSummary.columns} from challenges c ${viewerSummary.joins('$2')} where c.id = $1 and ${where}`

const findByPerson = sql<SummaryRow, [id: UncheckedId<'challenge'>, personId: PersonId]>(
  'challenges.summary_by_person',
  one(isVisible.toPerson),
)
const findByGroup = sql<SummaryRow, [id: UncheckedId<'challenge'>, personId: PersonId, groupId: GroupId]>(
  'challenges.summary_by_group',
  one(isVisible.toGroup),
)

export const findSummary = (
  reader: Reader,
  viewer: Pick<Viewer, 'personId' | 'groupId'>,
  id: UncheckedId<'challenge'>,
): Promise<SummaryRow | undefined> =>
  viewer.groupId === null
    ? reader.first(findByPerson, id, viewer.personId)
    : reader.first(findByGroup, id, viewer.personId, viewer.groupId)
