// The tokens that a person makes for themselves.
import type { AccountId, PersonId, TokenId, UncheckedId } from '../../kernel/ids.ts'
import { change } from '../../store/statements/changes.ts'
import { forUpdate, skipLocked } from '../../store/dialect.ts'
import { tokens } from '../../store/schema/people.ts'
import { sql } from '../../store/statements/statement.ts'
import type { Tx } from '../../store/store.ts'
import { tokenColumns, type TokenRow } from '../access/tokens.store.ts'

const count = sql<{ readonly count: number }, [accountId: AccountId, now: number]>(
  'tokens.count_own',
  `select count(*) as count from tokens
   where account_id = $1 and revoked_at is null and (expires_at is null or expires_at > $2)`,
)

/** How many are good now. */
export const countTokens = async (tx: Tx, accountId: AccountId, now: number): Promise<number> =>
  (await tx.first(count, accountId, now))?.count ?? 0

const countMade = sql<{ readonly count: number }, [accountId: AccountId, since: number]>(
  'tokens.count_made',
  'select count(*) as count from tokens where account_id = $1 and created_at > $2',
)

/** How many were made since then, whatever became of them. */
export const countMadeTokens = async (tx: Tx, accountId: AccountId, since: number): Promise<number> =>
  (await tx.first(countMade, accountId, since))?.count ?? 0

const find = sql<TokenRow, [accountId: AccountId, id: UncheckedId<'token'>]>(
  'tokens.find_own',
  `select ${tokenColumns} from tokens where account_id = $1 and id = $2 and revoked_at is null ${forUpdate}`,
)

export const findOwnToken = (
  tx: Tx,
  accountId: AccountId,
  id: UncheckedId<'token'>,
): Promise<TokenRow | undefined> => tx.first(find, accountId, id)

const rename = change(tokens, 'tokens.rename', 'update tokens set name = $name where id = $id')

export const setTokenName = async (tx: Tx, id: TokenId, name: string): Promise<void> => {
  await tx.run(rename, { id, name })
}

const replace = change(
  tokens,
  'tokens.replace',
  'update tokens set expires_at = $expires_at, replaced_at = $now, warned_at = $now where id = $id',
)

/** It ends then, since another was made in its place; nobody need be told of that again. */
export const replaceToken = async (tx: Tx, id: TokenId, endsAt: number, now: number): Promise<void> => {
  await tx.run(replace, { id, expires_at: endsAt, now })
}

const revokeAll = change(
  tokens,
  'tokens.revoke_own',
  'update tokens set revoked_at = $revoked_at where account_id = $account_id and revoked_at is null',
)

/** Tells how many there were. */
export const revokeOwnTokens = (tx: Tx, accountId: AccountId, now: number): Promise<number> =>
  tx.run(revokeAll, { account_id: accountId, revoked_at: now })

export interface ExpiringToken {
  readonly id: TokenId
  readonly name: string | null
  readonly scopes: string
  readonly start: string | null
  readonly expires_at: number
  readonly person_id: PersonId
}

const lockExpiring = sql<ExpiringToken, [before: number, now: number, limit: number]>(
  'tokens.lock_expiring',
  `select t.id, t.name, t.scopes, t.start, t.expires_at, a.person_id from tokens t
   join accounts a on a.id = t.account_id
   where t.account_id is not null and t.expires_at is not null and t.revoked_at is null and t.warned_at is null
     and t.expires_at <= $1 and t.expires_at > $2
   order by t.expires_at limit $3 ${skipLocked}`,
)

export const lockExpiringTokens = (
  tx: Tx,
  before: number,
  now: number,
  limit: number,
): Promise<readonly ExpiringToken[]> => tx.all(lockExpiring, before, now, limit)

const noteWarned = change(
  tokens,
  'tokens.note_warned',
  'update tokens set warned_at = $warned_at where id = $id',
)

export const noteTokenWarned = async (tx: Tx, id: TokenId, now: number): Promise<void> => {
  await tx.run(noteWarned, { id, warned_at: now })
}
