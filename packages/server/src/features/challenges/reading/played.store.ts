// Whom someone has played with of late: those of their newest challenges that were accepted and have ended. Found along
// the index of their listing, a bounded part of it, so that it costs the same with ten challenges and with many.
import { parties } from '@challenge-service/contract/plain'
import type { ChallengeId, GroupId, PersonId, UncheckedId } from '../../../kernel/ids.ts'
import { sql } from '../../../store/statements/statement.ts'
import type { Reader } from '../../../store/store.ts'
import type { Viewer } from '../../access/actor.ts'
import { closedStatuses } from '../rules/life.rules.ts'
import { getListing } from './listing.store.ts'

/** Of each role and status. */
const LOOKED_AT = 30
const NAMED_AT_MOST = 20

interface PlayedRow {
  readonly id: ChallengeId
  readonly other_id: PersonId
  readonly first_name: string | null
  readonly reference: string | null
  readonly claim: string
  readonly group_id: GroupId | null
  readonly group_name: string | null
  readonly is_member: number
}

/** Someone to play with again, as the challenge shows them. */
export interface Played {
  /** The challenge that can be played again. */
  readonly id: ChallengeId
  /** Their first name, or what the one who asks calls them; null where neither is known. */
  readonly name: string | null
  readonly claim: string
  /** Where it was played; null where it was private. */
  readonly groupName: string | null
  /** They are a member of that group now. */
  readonly isMember: boolean
}

const scans = parties
  .flatMap((role) => closedStatuses.map((status) => [role, status] as const))
  .map(
    ([role, status], index) => `select challenge_id from (
      select challenge_id from challenge_listings where listing = $1 and role = '${role}' and status = '${status}'
      order by challenge_id desc limit ${LOOKED_AT}) as scan_${index}`,
  )

const listClosed = sql<PlayedRow, [listing: string, personId: PersonId, first: string]>(
  'challenges.list_played_with',
  `select c.id, p.id as other_id, case when c.creator_id = $2 then c.opponent_name else c.creator_name end as first_name,
     case when c.creator_id = $2 then c.reference end as reference, c.claim, c.group_id, g.name as group_name,
     case when m.id is null then 0 else 1 end as is_member
   from (${scans.join(' union all ')} union all
     select challenge_id from challenge_listings where listing = $1 and challenge_id = $3) as page
   join challenges c on c.id = page.challenge_id
   join people p on p.id = case when c.creator_id = $2 then c.opponent_id else c.creator_id end
   left join groups g on g.id = c.group_id
   left join memberships m on m.group_id = c.group_id and m.person_id = p.id and m.left_at is null
   where c.accepted_at is not null and c.closed_at is not null and p.email is not null
   order by case when c.id = $3 then 0 else 1 end, c.id desc limit ${2 * closedStatuses.length * LOOKED_AT + 1}`,
)

/**
 * Each once, the latest first; before all others the person that `first` was played with. A person played with in a
 * group and outside of it is listed twice, so that nobody learns which address a member has.
 */
export const listPlayed = async (
  reader: Reader,
  viewer: Pick<Viewer, 'personId' | 'groupId'>,
  first: UncheckedId<'challenge'> | null,
): Promise<readonly Played[]> => {
  const rows = await reader.all(listClosed, getListing(viewer).id, viewer.personId, first ?? '')
  const found = new Map<string, Played>()
  for (const { id, other_id, first_name, reference, claim, group_id, group_name, is_member } of rows) {
    const who = `${other_id} ${group_id ?? ''}`
    const name = first_name ?? reference
    if (!found.has(who)) found.set(who, { id, name, claim, groupName: group_name, isMember: is_member === 1 })
  }
  return [...found.values()].slice(0, NAMED_AT_MOST)
}
