// challenge-service group …
import type { MemberRole } from '@challenge-service/contract'
import type { Command } from 'commander'
import { parseWholeNumber } from './arguments.ts'
import { choiceArgument, choiceOption, common, confirmed, example } from './common.ts'
import type {
  AddMemberOptions,
  CommonOptions,
  ConfirmOptions,
  CreateGroupOptions,
  RoleOptions,
} from '../options.ts'

const roles: readonly MemberRole[] = ['admin', 'member']

const load = () => import('../actions/group.ts')
const loadMembers = () => import('../actions/group-members.ts')

export const addGroupCommands = (program: Command): void => {
  const group = program
    .command('group')
    .description('make groups, look after them and their members, delete them')

  common(group.command('create'))
    .description('make a group with its first admin')
    .requiredOption('--name <name>', 'what its members and their opponents will read')
    .requiredOption('--admin <address>', 'the e-mail address of its first admin')
    .option('--first-name <name>', "the admin's first name in this group", 'Admin')
    .option('--last-name <name>', "the admin's last name in this group")
    .addHelpText('after', example('group create --name "Blue Team" --admin ana@example.com --first-name Ana'))
    .action(async (options: CreateGroupOptions) => (await load()).createOne(options))

  common(group.command('list'))
    .description('list all groups, newest first; those without an admin are named as such')
    .addHelpText('after', example('group list'))
    .action(async (options: CommonOptions) => (await load()).list(options))

  common(group.command('show'))
    .description('show a group: its members, tokens, webhooks and challenges in numbers')
    .argument('<group>', 'the id of the group, grp_…')
    .addHelpText('after', example('group show grp_…'))
    .action(async (groupId: string, options: CommonOptions) => (await load()).show(groupId, options))

  common(group.command('rename'))
    .description('give a group another name; mails that were sent keep the old one')
    .argument('<group>', 'the id of the group, grp_…')
    .argument('<name>', 'what its members and their opponents will read')
    .addHelpText('after', example('group rename grp_… "Red Team"'))
    .action(async (groupId: string, name: string, options: CommonOptions) =>
      (await load()).rename(groupId, name, options),
    )

  common(group.command('members'))
    .description('list the members of a group, and who has left it')
    .argument('<group>', 'the id of the group, grp_…')
    .addHelpText('after', example('group members grp_…'))
    .action(async (groupId: string, options: CommonOptions) => (await load()).listMembers(groupId, options))

  common(group.command('add'))
    .description('add a member, also one who had left; they are told by mail')
    .argument('<group>', 'the id of the group, grp_…')
    .requiredOption('--email <address>', 'their e-mail address')
    .requiredOption('--first-name <name>', 'their first name in this group')
    .option('--last-name <name>', 'their last name in this group')
    .addOption(choiceOption('--role <role>', 'what they may do in the group', roles).default('member'))
    .addHelpText('after', example('group add grp_… --email ben@example.com --first-name Ben'))
    .action(async (groupId: string, options: AddMemberOptions) => (await loadMembers()).add(groupId, options))

  common(group.command('role'))
    .description('make a member an admin, or an admin a member')
    .argument('<group>', 'the id of the group, grp_…')
    .addArgument(choiceArgument('<role>', 'what they may do in the group', roles))
    .requiredOption('--email <address>', 'the e-mail address that the group knows them by')
    .addHelpText('after', example('group role grp_… --email ben@example.com admin'))
    .action(async (groupId: string, role: MemberRole, options: RoleOptions) =>
      (await loadMembers()).setRole(groupId, role, options),
    )

  common(group.command('remove'))
    .description('remove a member, who is refused from the next call on')
    .argument('<group>', 'the id of the group, grp_…')
    .argument('<member>', 'the id of the membership, mem_…, or their e-mail address')
    .addHelpText('after', example('group remove grp_… ben@example.com'))
    .action(async (groupId: string, member: string, options: CommonOptions) =>
      (await loadMembers()).remove(groupId, member, options),
    )

  common(group.command('quota'))
    .description('set how many things a group may create in a month, from the next call on')
    .argument('<group>', 'the id of the group, grp_…')
    .argument('<number>', 'creations in a calendar month (UTC)', parseWholeNumber(0, 1_000_000_000))
    .addHelpText('after', example('group quota grp_… 50000'))
    .action(async (groupId: string, quota: number, options: CommonOptions) =>
      (await load()).setQuota(groupId, quota, options),
    )

  confirmed(group.command('delete'))
    .description('delete a group; run it again to go on where it was stopped')
    .argument('<group>', 'the id of the group, grp_…')
    .addHelpText(
      'after',
      `
Its tokens, webhooks, feed, memberships and statistics end. Open challenges are cancelled. All
challenges stay with their parties, as private ones.
${example('group delete grp_…')}`,
    )
    .action(async (groupId: string, options: ConfirmOptions) =>
      (await import('../actions/group-delete.ts')).deleteOne(groupId, options),
    )
}
