// What the commands of tokens do.
import {
  createToken,
  endToken,
  getAccount,
  getGroup,
  getLockedGroup,
} from '../../features/access/access.service.ts'
import { findPlan } from '../../features/access/accounts.store.ts'
import type { Group } from '../../features/access/groups.store.ts'
import { listTokens, type TokenOwner, type TokenRow } from '../../features/access/tokens.store.ts'
import { toRfc3339, toRfc3339OrNull } from '../../kernel/instants.ts'
import type { Reader } from '../../store/store.ts'
import { say, withStore } from '../context.ts'
import { UsageError } from '../usage-error.ts'
import type { CommonOptions, CreateTokenOptions, OwnerOptions } from '../options.ts'

export const createOne = async (options: CreateTokenOptions): Promise<void> => {
  checkOwner(options)
  const { made, isUseless } = await withStore(options, (store, now) =>
    store.write(async (tx) => {
      const owner = await describeOwner(tx, options, (id) => getLockedGroup(tx, id))
      return {
        made: await createToken(tx, { ...options, owner }, now),
        isUseless: owner.kind === 'account' && (await findPlan(tx, owner.id)) === 'free',
      }
    }),
  )
  if (isUseless) {
    process.stderr.write(
      `warning: the account is on the free plan, where a token answers plan_required; to change that: account plan ${options.account ?? ''} club\n`,
    )
  }
  say(options, made, [made.token, `(${made.id}; this is the only time it is shown)`])
}

export const list = async (options: OwnerOptions): Promise<void> => {
  checkOwner(options)
  const tokens = await withStore(options, async (store) =>
    listTokens(store, await describeOwner(store, options, (id) => getGroup(store, id))),
  )
  say(options, { tokens: tokens.map(view) }, tokens.length === 0 ? ['no tokens'] : tokens.map(describe))
}

export const revoke = async (id: string, options: CommonOptions): Promise<void> => {
  const revoked = await withStore(options, (store, now) => store.write((tx) => endToken(tx, id, now)))
  say(options, view(revoked), [`revoked ${revoked.id}`])
}

const checkOwner = ({ account, group }: OwnerOptions): void => {
  if ((account === undefined) === (group === undefined))
    throw new UsageError('name either --account or --group')
}

const describeOwner = async (
  reader: Reader,
  { account, group }: OwnerOptions,
  getOne: (groupId: string) => Promise<Group>,
): Promise<TokenOwner> =>
  account === undefined
    ? { kind: 'group', id: (await getOne(group ?? '')).id }
    : { kind: 'account', id: (await getAccount(reader, account)).id }

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
