// Tokens: found by the hash of their text, on every call, with all that a call needs to know of them.
import { isScope, type Plan, type Scope } from '@challenge-service/contract/plain'
import type { AccountId, GroupId, PersonId, TokenId, UncheckedId } from '../../kernel/ids.ts'
import { declareInSizes, runInChunks } from '../../store/statements/chunks.ts'
import { changeByRows, changeReturning, insertInto } from '../../store/statements/changes.ts'
import { tokens } from '../../store/schema/people.ts'
import { inPieces, sql } from '../../store/statements/statement.ts'
import { columnsOf, type RowIn } from '../../store/statements/table.ts'
import type { Reader, Tx } from '../../store/store.ts'
import type { TokenCaller } from './actor.ts'

interface CallerRow {
  readonly id: TokenId
  readonly name: string | null
  readonly scopes: string
  readonly expires_at: number | null
  readonly revoked_at: number | null
  readonly account_id: AccountId | null
  readonly person_id: PersonId | null
  readonly first_name: string | null
  readonly email: string | null
  readonly plan: Plan | null
  readonly had_club: number | null
  readonly group_id: GroupId | null
  readonly group_name: string | null
  readonly quota: number | null
  readonly used: number | null
}

const findByHash = sql<CallerRow, [hash: string, month: string]>(
  'access.find_token_by_hash',
  `select t.id, t.name, t.scopes, t.expires_at, t.revoked_at, t.account_id, t.group_id,
          a.person_id, a.first_name, p.email, a.plan, a.had_club, g.name as group_name, coalesce(a.quota, g.quota) as quota,
          (select q.used from quota_usage q
           where q.owner_id = coalesce(t.account_id, t.group_id) and q.month = $2) as used
   from tokens t
   left join accounts a on a.id = t.account_id
   left join people p on p.id = a.person_id
   left join groups g on g.id = t.group_id
   where t.hash = $1`,
)

export interface FoundToken {
  readonly caller: TokenCaller
  readonly revokedAt: number | null
}

export const findToken = async (
  reader: Reader,
  hash: string,
  month: string,
): Promise<FoundToken | undefined> => {
  const row = await reader.first(findByHash, hash, month)
  if (!row) return undefined
  const account =
    row.account_id && row.person_id && row.first_name && row.email && row.plan
      ? {
          id: row.account_id,
          personId: row.person_id,
          firstName: row.first_name,
          email: row.email,
          plan: row.plan,
          hadClub: row.had_club === 1,
        }
      : null
  const group = row.group_id && row.group_name ? { id: row.group_id, name: row.group_name } : null
  const ownerId = account?.id ?? group?.id
  // An account whose address is gone has no tokens left that could act for it.
  if (!ownerId) return undefined
  return {
    revokedAt: row.revoked_at,
    caller: {
      credentialId: row.id,
      tokenName: row.name,
      // Every token was made by hand: there are no connected apps.
      client: null,
      kind: account ? 'account' : 'group',
      scopes: readScopes(row.scopes),
      expiresAt: row.expires_at,
      ownerId,
      account,
      group,
      ownQuota: row.quota,
      quotaUsed: row.used ?? 0,
    },
  }
}

// As many as there are sets of scopes that someone chose.
const knownScopes = new Map<string, readonly Scope[]>()

const readScopes = (text: string): readonly Scope[] => {
  let scopes = knownScopes.get(text)
  if (!scopes) {
    scopes = text.split(' ').filter(isScope)
    knownScopes.set(text, scopes)
  }
  return scopes
}

export interface NewToken {
  readonly id: TokenId
  readonly hash: string
  /** How it begins. */
  readonly start: string
  readonly owner: TokenOwner
  readonly name: string | null
  readonly scopes: readonly string[]
  readonly createdAt: number
  readonly expiresAt: number | null
}

export type TokenOwner =
  { readonly kind: 'account'; readonly id: AccountId } | { readonly kind: 'group'; readonly id: GroupId }

const insert = insertInto(tokens, 'access.insert_token', [
  'id',
  'hash',
  'account_id',
  'group_id',
  'name',
  'scopes',
  'created_at',
  'expires_at',
  'start',
])

export const insertToken = async (tx: Tx, token: NewToken): Promise<void> => {
  const { id, hash, start, owner, name, scopes, createdAt, expiresAt } = token
  await tx.run(insert, {
    id,
    hash,
    account_id: owner.kind === 'account' ? owner.id : null,
    group_id: owner.kind === 'group' ? owner.id : null,
    name,
    scopes: scopes.join(' '),
    created_at: createdAt,
    expires_at: expiresAt,
    start,
  })
}

const shown = [
  'id',
  'name',
  'scopes',
  'created_at',
  'expires_at',
  'revoked_at',
  'last_used_at',
  'start',
  'replaced_at',
] as const

export type TokenRow = Pick<RowIn<typeof tokens>, (typeof shown)[number]>

export const tokenColumns = shown.join(', ')

const listOfAccount = sql<TokenRow, [accountId: AccountId]>(
  'access.list_tokens_of_account',
  `select ${tokenColumns} from tokens where account_id = $1 order by id`,
)

const listOfGroup = sql<TokenRow, [groupId: GroupId]>(
  'access.list_tokens_of_group',
  `select ${tokenColumns} from tokens where group_id = $1 order by id`,
)

export const listTokens = (reader: Reader, owner: TokenOwner): Promise<readonly TokenRow[]> =>
  owner.kind === 'account'
    ? reader.all(inPieces(listOfAccount), owner.id)
    : reader.all(inPieces(listOfGroup), owner.id)

const revoke = changeReturning(
  tokens,
  'access.revoke_token',
  'update tokens set revoked_at = coalesce(revoked_at, $revoked_at) where id = $id',
  shown,
)

/** Revoking twice keeps the first instant; undefined where there is no such token. */
export const revokeToken = (tx: Tx, id: UncheckedId<'token'>, now: number): Promise<TokenRow | undefined> =>
  tx.first(revoke, { id, revoked_at: now })

const touch = declareInSizes(
  changeByRows(
    tokens,
    'access.touch_tokens',
    columnsOf(tokens, 'id', 'last_used_at'),
    `with seen ({columns}) as (values {rows})
     update tokens set last_used_at = s.last_used_at from seen s
     where tokens.id = s.id and (tokens.last_used_at is null or tokens.last_used_at < s.last_used_at)`,
  ),
)

/** When each was used last; one that was used later since then stays as it is. */
export const touchTokens = async (
  tx: Tx,
  seen: readonly (readonly [id: TokenId, usedAt: number])[],
): Promise<void> => {
  await runInChunks(
    tx,
    touch,
    seen.map(([id, last_used_at]) => ({ id, last_used_at })),
  )
}

const removeRevoked = sql<never, [before: number, limit: number]>(
  'access.remove_revoked_tokens',
  `delete from tokens where id in (
     select id from tokens where revoked_at < $1 order by revoked_at limit $2)`,
)

const removeExpired = sql<never, [before: number, limit: number]>(
  'access.remove_expired_tokens',
  `delete from tokens where id in (
     select id from tokens where expires_at < $1 order by expires_at limit $2)`,
)

/** Removes at most so many that were revoked before then. An unknown token is refused in the same words. */
export const removeRevokedTokens = (tx: Tx, before: number, limit: number): Promise<number> =>
  tx.run(removeRevoked, before, limit)

export const removeExpiredTokens = (tx: Tx, before: number, limit: number): Promise<number> =>
  tx.run(removeExpired, before, limit)
