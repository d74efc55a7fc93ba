// What the commands of groups do, but for those that write events (group-members.ts, group-delete.ts).
import {
  changeGroupQuota,
  createGroup,
  getGroup,
  renameGroup,
  requireKept,
} from '../../features/access/access.service.ts'
import {
  listAllGroups,
  listAllMembers,
  type ListedGroup,
  type ListedMember,
} from '../../features/groups/operator.store.ts'
import { getGroupOverview } from '../../features/privacy/overview.service.ts'
import { toRfc3339, toRfc3339OrNull } from '../../kernel/instants.ts'
import { say, withNewStore, withStore } from '../context.ts'
import { showCount } from '../count.ts'
import type { CommonOptions, CreateGroupOptions } from '../options.ts'

export const createOne = async (options: CreateGroupOptions): Promise<void> => {
  const { name, admin: email, firstName, lastName } = options
  const made = await withNewStore(options, (store, now) =>
    store.write((tx) => createGroup(tx, { name, admin: { email, firstName, lastName } }, now)),
  )
  say(options, { id: made.id, name: made.name, admin_member_id: made.adminMemberId }, [
    `made group ${made.id} (${made.name})`,
  ])
}

export const list = async (options: CommonOptions): Promise<void> => {
  const groups = await withStore(options, (store) => listAllGroups(store))
  say(
    options,
    {
      groups: groups.map((group) => ({
        ...viewGroup(group),
        deleting_at: toRfc3339OrNull(group.deleting_at),
      })),
    },
    groups.length === 0 ? ['no groups'] : groups.map(describeGroup),
  )
}

export const show = async (groupId: string, options: CommonOptions): Promise<void> => {
  const group = await withStore(options, async (store, now) =>
    requireKept(await getGroupOverview(store, groupId, now), groupId),
  )
  const { tokens, webhooks, open, closed } = group
  say(options, { ...viewGroup(group), tokens, webhooks, challenges: { open, closed } }, [
    `${group.id}  ${group.name}`,
    `members     ${group.member_count}, of them ${showCount(group.admin_count, 'admin')}${group.admin_count === 0 ? ': NO ADMIN' : ''}`,
    `quota       ${group.quota ?? 'the usual one (GROUP_QUOTA)'}`,
    `made        ${toRfc3339(group.created_at)}`,
    `tokens      ${tokens}`,
    `webhooks    ${webhooks}`,
    `challenges  ${open} open, ${closed} closed`,
  ])
}

export const rename = async (groupId: string, newName: string, options: CommonOptions): Promise<void> => {
  const { id, name } = await withStore(options, (store) =>
    store.write((tx) => renameGroup(tx, groupId, newName)),
  )
  say(options, { id, name }, [`${id} is called ${name}`])
}

export const listMembers = async (groupId: string, options: CommonOptions): Promise<void> => {
  const members = await withStore(options, async (store) =>
    listAllMembers(store, (await getGroup(store, groupId)).id),
  )
  say(
    options,
    { group_id: groupId, members: members.map(viewMember) },
    members.length === 0 ? ['no members'] : members.map(describeMember),
  )
}

export const setQuota = async (groupId: string, quota: number, options: CommonOptions): Promise<void> => {
  const changed = await withStore(options, (store) =>
    store.write((tx) => changeGroupQuota(tx, groupId, quota)),
  )
  say(options, { id: changed.id, name: changed.name, quota }, [
    `${changed.name} may create ${showCount(quota, 'thing')} a month`,
  ])
}

const viewGroup = (group: ListedGroup) => ({
  id: group.id,
  name: group.name,
  members: group.member_count,
  admins: group.admin_count,
  quota: group.quota,
  created_at: toRfc3339(group.created_at),
})

const describeGroup = ({ id, name, member_count, admin_count, deleting_at }: ListedGroup): string => {
  if (deleting_at !== null) return `${id}  ${name}  being deleted since ${toRfc3339(deleting_at)}`
  return [
    id,
    name,
    showCount(member_count, 'member'),
    showCount(admin_count, 'admin'),
    ...(admin_count === 0 ? ['NO ADMIN: name one with group add or group role'] : []),
  ].join('  ')
}

const viewMember = (member: ListedMember) => ({
  id: member.id,
  email: member.email,
  first_name: member.first_name,
  last_name: member.last_name,
  role: member.role,
  joined_at: toRfc3339(member.joined_at),
  left_at: toRfc3339OrNull(member.left_at),
})

const describeMember = (member: ListedMember): string => {
  const { id, email, first_name, role, left_at } = viewMember(member)
  return [id, email ?? '(erased)', first_name, role, left_at === null ? 'present' : `left ${left_at}`].join(
    '  ',
  )
}
