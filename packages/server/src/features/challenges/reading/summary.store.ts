// Challenges at a glance: as much of a row as a reader is shown. Found, like everything, through the person who
// asks.
import type { Party } from '@challenge-service/contract'
import { sql } from '../../../store/statement.ts'
import type { Reader } from '../../../store/store.ts'
import type { Viewer } from '../../access/actor.ts'
import { mayBeSeen, standingJoins } from '../storage/challenge.store.ts'

export interface GlanceRow {
  readonly id: string
  readonly creator_id: string
  readonly opponent_id: string
  readonly reference: string | null
  readonly accepted_at: number | null
  readonly next_move_at: number | null
  readonly evidence: number
  readonly is_hidden: number
  readonly face: string | null
  readonly allowed: number | null
  readonly joined_at: number | null
  readonly mine: Party | null
  readonly support_changes: number | null
}

const columns = `c.id, c.creator_id, c.opponent_id, c.reference, c.accepted_at, c.next_move_at,
  c.creator_evidence + c.opponent_evidence as evidence, c.is_hidden, c.face, c.allowed`

/** A party supports nobody, so of their own challenges there is no more to know. */
export const partyGlance = {
  columns: `${columns}, null as joined_at, null as mine, null as support_changes`,
  joins: () => '',
}

export const anyGlance = {
  columns: `${columns}, m.joined_at, s.side as mine, s.changes as support_changes`,
  joins: standingJoins,
}

const one = (where: string): string =>
  `select ${anyGlance.columns} from challenges c ${anyGlance.joins('$2')} where c.id = $1 and ${where}`

const findByPerson = sql<GlanceRow, [id: string, personId: string]>(
  'challenges.glance_by_person',
  one(mayBeSeen.byPerson),
)
const findByGroup = sql<GlanceRow, [id: string, personId: string, groupId: string]>(
  'challenges.glance_by_group',
  one(mayBeSeen.byGroup),
)

/** Whose eyes it is seen with. */
export type Eyes = Pick<Viewer, 'personId' | 'groupId'>

export const findGlance = (reader: Reader, eyes: Eyes, id: string): Promise<GlanceRow | undefined> =>
  eyes.groupId === null
    ? reader.first(findByPerson, id, eyes.personId)
    : reader.first(findByGroup, id, eyes.personId, eyes.groupId)
