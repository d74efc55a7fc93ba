// The profile and record of the acting person, each in one look-up whatever they have done.
import type { Plan } from '@challenge-service/contract'
import type { AccountId, ActorId, GroupId, MemberId } from '../../kernel/ids.ts'
import { sql } from '../../store/statements/statement.ts'
import type { Reader } from '../../store/store.ts'
import type { Actor } from '../access/actor.ts'

export interface ProfileRow {
  readonly id: ActorId
  readonly first_name: string
  readonly last_name: string | null
  readonly plan: Plan | null
  readonly created_at: number
  readonly won: number
  readonly lost: number
  readonly drawn: number
  readonly void: number
  readonly open: number
  readonly current_streak: number
  readonly best_streak: number
}

const record = `coalesce(r.won, 0) as won, coalesce(r.lost, 0) as lost, coalesce(r.drawn, 0) as drawn,
  coalesce(r.void, 0) as void, coalesce(r.open, 0) as open,
  coalesce(r.current_streak, 0) as current_streak, coalesce(r.best_streak, 0) as best_streak`

const ofAccount = sql<ProfileRow, [accountId: AccountId]>(
  'me.of_account',
  `select a.id, a.first_name, a.last_name, a.plan, a.created_at, ${record}
   from accounts a
   left join records r on r.person_id = a.person_id and r.scope = 'all'
   where a.id = $1`,
)

// A group knows of a person only what the membership says.
const ofMember = sql<ProfileRow, [groupId: GroupId, memberId: MemberId]>(
  'me.of_member',
  `select m.id, m.first_name, m.last_name, null as plan, m.joined_at as created_at, ${record}
   from memberships m
   left join records r on r.person_id = m.person_id and r.scope = m.group_id
   where m.group_id = $1 and m.id = $2`,
)

export const findProfile = (reader: Reader, { id, groupId }: Actor): Promise<ProfileRow | undefined> =>
  groupId === null ? reader.first(ofAccount, id) : reader.first(ofMember, groupId, id)
