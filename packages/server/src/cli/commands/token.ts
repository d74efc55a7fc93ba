// challenge-service token …
import type { Command } from 'commander'
import { parseWholeNumber } from './arguments.ts'
import { common, example } from './common.ts'
import type { CommonOptions, CreateTokenOptions, OwnerOptions } from '../options.ts'

const load = () => import('../actions/token.ts')

export const addTokenCommands = (program: Command): void => {
  const token = program.command('token').description('make, list and revoke tokens')

  owned(token.command('create'))
    .description('make a token and print it, this once')
    .option('--scopes <scopes>', 'scopes separated by commas, or all', 'all')
    .option('--name <name>', 'a name to tell it from others')
    .option(
      '--expires-in-days <days>',
      'how many days it is good for (without it, for ever)',
      parseWholeNumber(1, 3_650),
    )
    .addHelpText(
      'after',
      example('token create --account ana@example.com --scopes challenges:read,challenges:write'),
    )
    .action(async (options: CreateTokenOptions) => (await load()).createOne(options))

  owned(token.command('list'))
    .description('list the tokens of an account or a group; their texts are not kept')
    .addHelpText('after', example('token list --account ana@example.com'))
    .action(async (options: OwnerOptions) => (await load()).list(options))

  common(token.command('revoke'))
    .description('revoke a token: it is refused from the next call on')
    .argument('<id>', 'the id of the token, tok_…')
    .addHelpText('after', example('token revoke tok_…'))
    .action(async (id: string, options: CommonOptions) => (await load()).revoke(id, options))
}

const owned = (command: Command): Command =>
  common(command)
    .option('--account <address>', 'the account that it is for, by its e-mail address')
    .option('--group <id>', 'the group that it is for, by its id, grp_…')
