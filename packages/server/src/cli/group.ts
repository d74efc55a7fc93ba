// challenge-service group …
import type { Command } from 'commander'
import { addMember, changeGroupQuota, createGroup } from '../features/access/access.service.ts'
import type { Role } from '../features/access/actor.ts'
import { roleOf, wholeNumberOf } from './arguments.ts'
import { common, example, say, withStore, type CommonOptions } from './context.ts'

interface CreateOptions extends CommonOptions {
  readonly name: string
  readonly admin: string
  readonly firstName: string
  readonly lastName?: string
}

interface AddOptions extends CommonOptions {
  readonly email: string
  readonly firstName: string
  readonly lastName?: string
  readonly role: Role
}

export const addGroupCommands = (program: Command): void => {
  const group = program.command('group').description('make groups, add members, change their quota')

  common(group.command('create'))
    .description('make a group with its first admin')
    .requiredOption('--name <name>', 'what its members and their opponents will read')
    .requiredOption('--admin <address>', 'the e-mail address of its first admin')
    .option('--first-name <name>', "the admin's first name in this group", 'Admin')
    .option('--last-name <name>', "the admin's last name in this group")
    .addHelpText('after', example('group create --name "Blue Team" --admin ana@example.com --first-name Ana'))
    .action(async (options: CreateOptions) => {
      const { name, admin: email, firstName, lastName } = options
      const made = await withStore(options, (store, now) =>
        store.write((tx) => createGroup(tx, { name, admin: { email, firstName, lastName } }, now)),
      )
      say(options, { id: made.id, name: made.name, admin_member_id: made.adminMemberId }, [
        `made group ${made.id} (${made.name})`,
      ])
    })

  common(group.command('add'))
    .description('add a member, also one who had left')
    .argument('<group>', 'the id of the group')
    .requiredOption('--email <address>', 'their e-mail address')
    .requiredOption('--first-name <name>', 'their first name in this group')
    .option('--last-name <name>', 'their last name in this group')
    .option('--role <role>', 'admin or member', roleOf, 'member')
    .addHelpText('after', example('group add grp_… --email ben@example.com --first-name Ben'))
    .action(async (groupId: string, options: AddOptions) => {
      const id = await withStore(options, (store, now) =>
        store.write((tx) => addMember(tx, groupId, options, now)),
      )
      say(options, { id, group_id: groupId, role: options.role }, [`added member ${id}`])
    })

  common(group.command('quota'))
    .description('set how many things a group may create in a month, from the next call on')
    .argument('<group>', 'the id of the group')
    .argument('<number>', 'creations in a calendar month (UTC)', wholeNumberOf(0, 1_000_000_000))
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
