// challenge-service group …
import type { MemberRole } from '@challenge-service/contract'
import type { Command } from 'commander'
import { changeGroupQuota, createGroup, getGroup } from '../features/access/access.service.ts'
import {
  listAllGroups,
  listAllMembers,
  type ListedGroup,
  type ListedMember,
} from '../features/groups/operator.store.ts'
import { dismissMember, enrolMember } from '../features/groups/operator.service.ts'
import { toRfc3339, toRfc3339OrNull } from '../kernel/instants.ts'
import { parseRole, parseWholeNumber } from './arguments.ts'
import { common, example, say, withStore, type CommonOptions } from './context.ts'

interface CreateGroupOptions extends CommonOptions {
  readonly name: string
  readonly admin: string
  readonly firstName: string
  readonly lastName?: string
}

interface AddMemberOptions extends CommonOptions {
  readonly email: string
  readonly firstName: string
  readonly lastName?: string
  readonly role: MemberRole
}

export const addGroupCommands = (program: Command): void => {
  const group = program
    .command('group')
    .description('make groups, look after their members, change their quota')

  common(group.command('create'))
    .description('make a group with its first admin')
    .requiredOption('--name <name>', 'what its members and their opponents will read')
    .requiredOption('--admin <address>', 'the e-mail address of its first admin')
    .option('--first-name <name>', "the admin's first name in this group", 'Admin')
    .option('--last-name <name>', "the admin's last name in this group")
    .addHelpText('after', example('group create --name "Blue Team" --admin ana@example.com --first-name Ana'))
    .action(async (options: CreateGroupOptions) => {
      const { name, admin: email, firstName, lastName } = options
      const made = await withStore(options, (store, now) =>
        store.write((tx) => createGroup(tx, { name, admin: { email, firstName, lastName } }, now)),
      )
      say(options, { id: made.id, name: made.name, admin_member_id: made.adminMemberId }, [
        `made group ${made.id} (${made.name})`,
      ])
    })

  common(group.command('list'))
    .description('list all groups, newest first')
    .addHelpText('after', example('group list'))
    .action(async (options: CommonOptions) => {
      const groups = await withStore(options, (store) => listAllGroups(store))
      say(
        options,
        { groups: groups.map(viewGroup) },
        groups.length === 0 ? ['no groups'] : groups.map(describeGroup),
      )
    })

  common(group.command('members'))
    .description('list the members of a group, and who has left it')
    .argument('<group>', 'the id of the group')
    .addHelpText('after', example('group members grp_…'))
    .action(async (groupId: string, options: CommonOptions) => {
      const members = await withStore(options, async (store) =>
        listAllMembers(store, (await getGroup(store, groupId)).id),
      )
      say(options, { group_id: groupId, members: members.map(viewMember) }, members.map(describeMember))
    })

  common(group.command('remove'))
    .description('remove a member: refused from the next call on')
    .argument('<group>', 'the id of the group')
    .argument('<member>', 'the id of the membership, mem_…, or their e-mail address')
    .addHelpText('after', example('group remove grp_… ben@example.com'))
    .action(async (groupId: string, member: string, options: CommonOptions) => {
      const { id, groupName } = await withStore(options, (store, now) =>
        store.write((tx) => dismissMember(tx, groupId, member, now)),
      )
      say(options, { id, group_id: groupId, removed: true }, [`removed ${id} from ${groupName}`])
    })

  common(group.command('add'))
    .description('add a member, also one who had left; they are told by mail')
    .argument('<group>', 'the id of the group')
    .requiredOption('--email <address>', 'their e-mail address')
    .requiredOption('--first-name <name>', 'their first name in this group')
    .option('--last-name <name>', 'their last name in this group')
    .option('--role <role>', 'admin or member', parseRole, 'member')
    .addHelpText('after', example('group add grp_… --email ben@example.com --first-name Ben'))
    .action(async (groupId: string, options: AddMemberOptions) => {
      const id = await withStore(options, (store, now) =>
        store.write((tx) => enrolMember(tx, groupId, options, now)),
      )
      say(options, { id, group_id: groupId, role: options.role }, [`added member ${id}`])
    })

  common(group.command('quota'))
    .description('set how many things a group may create in a month, from the next call on')
    .argument('<group>', 'the id of the group')
    .argument('<number>', 'creations in a calendar month (UTC)', parseWholeNumber(0, 1_000_000_000))
    .addHelpText('after', example('group quota grp_… 50000'))
    .action(async (groupId: string, quota: number, options: CommonOptions) => {
      const changed = await withStore(options, (store) =>
        store.write((tx) => changeGroupQuota(tx, groupId, quota)),
      )
      say(options, { id: changed.id, name: changed.name, quota }, [
        `${changed.name} may create ${quota} things a month`,
      ])
    })
}

const viewGroup = (group: ListedGroup) => ({
  id: group.id,
  name: group.name,
  members: group.member_count,
  admins: group.admin_count,
  quota: group.quota,
  created_at: toRfc3339(group.created_at),
})

const describeGroup = ({ id, name, member_count, admin_count }: ListedGroup): string =>
  [id, name, `${member_count} members`, `${admin_count} admins`].join('  ')

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
