// The profile as its owner sees it: their own surname and address, nobody else's.
import type { Profile, Token } from '@challenge-service/contract'
import { startOfNextMonth, toRfc3339, toRfc3339OrNull } from '../../kernel/instants.ts'
import type { Actor, Caller } from '../access/actor.ts'
import { quotaRemaining } from '../access/quota.rules.ts'
import type { ProfileRow } from './profile.store.ts'

export const viewProfile = (row: ProfileRow, actor: Actor, quotaLimit: number, now: number): Profile => {
  const { caller } = actor
  return {
    id: row.id,
    first_name: row.first_name,
    last_name: row.last_name,
    email: actor.email,
    plan: row.plan,
    created_at: toRfc3339(row.created_at),
    record: {
      won: row.won,
      lost: row.lost,
      drawn: row.drawn,
      void: row.void,
      open: row.open,
      current_streak: row.current_streak,
      best_streak: row.best_streak,
    },
    token: {
      kind: caller.kind,
      name: caller.tokenName,
      scopes: [...caller.scopes],
      group_id: actor.groupId,
      expires_at: toRfc3339OrNull(caller.expiresAt),
    },
    quota: viewQuota(caller, quotaLimit, now),
  }
}

/** What the owner has left of the month. */
export const viewQuota = (
  { quotaUsed }: Pick<Caller, 'quotaUsed'>,
  limit: number,
  now: number,
): Profile['quota'] => ({
  limit,
  remaining: quotaRemaining(limit, quotaUsed),
  resets_at: toRfc3339(startOfNextMonth(now)),
})

/** Nothing of a person: not even whose account it is. */
export const viewToken = ({ kind, tokenName, scopes, group, account, expiresAt, client }: Caller): Token => ({
  kind,
  name: tokenName,
  scopes: [...scopes],
  group: group && { id: group.id, name: group.name },
  account: account && { plan: account.plan },
  expires_at: toRfc3339OrNull(expiresAt),
  client,
})
