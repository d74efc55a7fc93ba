// challenge-service token …
import type { Command } from 'commander'
import { createToken, endToken, getAccount, getGroup } from '../features/access/access.service.ts'
import { listTokens, type TokenOwner, type TokenRow } from '../features/access/tokens.store.ts'
import { toRfc3339, toRfc3339OrNull } from '../kernel/instants.ts'
import type { Reader } from '../store/store.ts'
import { UsageError, parseWholeNumber } from './arguments.ts'
import { common, example, say, withStore, type CommonOptions } from './context.ts'

interface OwnerOptions extends CommonOptions {
  readonly account?: string
  readonly group?: string
}

interface CreateTokenOptions extends OwnerOptions {
  readonly scopes: string
  readonly name?: string
  readonly expiresInDays?: number
}

export const addTokenCommands = (program: Command): void => {
  const token = program.command('token').description('make, list and revoke tokens')

  owned(token.command('create'))
    .description('make a token and print it, this once')
    .option('--scopes <scopes>', 'scopes separated by commas, or all', 'all')
    .option('--name <name>', 'to tell it from others')
    .option('--expires-in-days <days>', 'after which it is refused', parseWholeNumber(1, 3_650))
    .addHelpText(
      'after',
      example('token create --account ana@example.com --scopes challenges:read,challenges:write'),
    )
    .action(async (options: CreateTokenOptions) => {
      const made = await withStore(options, (store, now) =>
        store.write(async (tx) =>
          createToken(tx, { ...options, owner: await describeOwner(tx, options) }, now),
        ),
      )
      say(options, made, [made.token, `(${made.id}; this is the only time it is shown)`])
    })

  owned(token.command('list'))
    .description('list the tokens of an account or a group; their texts are not kept')
    .addHelpText('after', example('token list --account ana@example.com'))
    .action(async (options: OwnerOptions) => {
      const tokens = await withStore(options, async (store) =>
        listTokens(store, await describeOwner(store, options)),
      )
      say(options, { tokens: tokens.map(view) }, tokens.length === 0 ? ['no tokens'] : tokens.map(describe))
    })

  common(token.command('revoke'))
    .description('revoke a token: it is refused from the next call on')
    .argument('<id>', 'the id of the token, tok_…')
    .addHelpText('after', example('token revoke tok_…'))
    .action(async (id: string, options: CommonOptions) => {
      const revoked = await withStore(options, (store, now) => store.write((tx) => endToken(tx, id, now)))
      say(options, view(revoked), [`revoked ${revoked.id}`])
    })
}

const owned = (command: Command): Command =>
  common(command)
    .option('--account <address>', 'of the account with this e-mail address')
    .option('--group <id>', 'of this group')

const describeOwner = async (reader: Reader, { account, group }: OwnerOptions): Promise<TokenOwner> => {
  if (account !== undefined && group === undefined)
    return { kind: 'account', id: (await getAccount(reader, account)).id }
  if (group !== undefined && account === undefined)
    return { kind: 'group', id: (await getGroup(reader, group)).id }
  throw new UsageError('name either --account or --group')
}

const view = (token: TokenRow) => ({
  id: token.id,
  name: token.name,
  scopes: token.scopes.split(' '),
  created_at: toRfc3339(token.created_at),
  expires_at: toRfc3339OrNull(token.expires_at),
  revoked_at: toRfc3339OrNull(token.revoked_at),
  last_used_at: toRfc3339OrNull(token.last_used_at),
})

const describe = (token: TokenRow): string => {
  const { id, name, scopes, expires_at, revoked_at, last_used_at } = view(token)
  const state = revoked_at ? `revoked ${revoked_at}` : expires_at ? `expires ${expires_at}` : 'no expiry'
  return [id, name ?? '(no name)', state, `last used ${last_used_at ?? 'never'}`, scopes.join(',')].join('  ')
}
