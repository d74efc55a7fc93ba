// What `group add`, `group role` and `group remove` do.
import type { MemberRole } from '@challenge-service/contract'
import { assignRole, dismissMember, enrolMember } from '../../features/groups/operator.service.ts'
import { say, withStore } from '../context.ts'
import type { AddMemberOptions, CommonOptions, RoleOptions } from '../options.ts'

export const add = async (groupId: string, options: AddMemberOptions): Promise<void> => {
  const id = await withStore(options, (store, now) =>
    store.write((tx) => enrolMember(tx, groupId, options, now)),
  )
  say(options, { id, group_id: groupId, role: options.role }, [`added member ${id}`])
}

export const setRole = async (groupId: string, role: MemberRole, options: RoleOptions): Promise<void> => {
  const { id, groupName, isChanged } = await withStore(options, (store, now) =>
    store.write((tx) => assignRole(tx, groupId, options.email, role, now)),
  )
  say(options, { id, group_id: groupId, role }, [
    `${options.email} is ${isChanged ? 'now' : 'already'} ${role === 'admin' ? 'an admin' : 'a member'} of ${groupName}`,
  ])
}

export const remove = async (groupId: string, member: string, options: CommonOptions): Promise<void> => {
  const { id, groupName } = await withStore(options, (store, now) =>
    store.write((tx) => dismissMember(tx, groupId, member, now)),
  )
  say(options, { id, group_id: groupId, removed: true }, [`removed ${id} from ${groupName}`])
}
