// Groups and members as their members see them: of another person the first name of the membership, no more.
import type { Group, Member } from '@challenge-service/contract'
import { toRfc3339 } from '../../kernel/instants.ts'
import type { Membership } from '../access/groups.store.ts'
import type { EventMember } from '../events/append.ts'
import type { GroupRow } from './groups.store.ts'

export const viewGroup = ({ id, name, role, member_count, created_at }: GroupRow): Group => ({
  id,
  name,
  role,
  member_count,
  created_at: toRfc3339(created_at),
})

type ShownMember = Omit<Membership, 'person_id' | 'group_id'>

export const viewMember = ({ id, first_name, role, joined_at }: ShownMember, isMe: boolean): Member => ({
  id,
  first_name,
  role,
  joined_at: toRfc3339(joined_at),
  is_me: isMe,
})

export const viewFeedMember = ({ id, group_id, first_name, role, joined_at }: Membership): EventMember => ({
  id,
  group_id,
  first_name,
  role,
  joined_at: toRfc3339(joined_at),
})
