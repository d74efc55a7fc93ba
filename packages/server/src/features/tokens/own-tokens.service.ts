// What a person does with their own tokens on the site. Making one needs the Club plan; everything else never does.
import type { Scope } from '@challenge-service/contract'
import type { AccountId, PersonId, TokenId, UncheckedId } from '../../kernel/ids.ts'
import { DAY_MS } from '../../kernel/instants.ts'
import { notVisible, refuse } from '../../kernel/refusal.ts'
import { queueMail } from '../../mail/outbox/outbox.store.ts'
import type { TokenFacts, TokenNotice } from '../../mail/notice.rules.ts'
import type { Store, Tx } from '../../store/store.ts'
import { mintFor, type MintedToken } from '../access/access.service.ts'
import { lockAccount } from '../access/accounts.store.ts'
import { revokeToken, type TokenRow } from '../access/tokens.store.ts'
import { logSecurity } from '../security/security-log.store.ts'
import {
  countMadeTokens,
  countTokens,
  replaceToken,
  findOwnToken,
  lockExpiringTokens,
  noteTokenWarned,
  revokeOwnTokens,
  setTokenName,
} from './own-tokens.store.ts'

const TOKENS_AT_MOST = 50
/** Each token that is made costs its owner a mail; regenerated ones count too. */
const MADE_IN_A_DAY = 60
/** How long an old token goes on where it is to be replaced without a pause. */
const OVERLAP_MS = DAY_MS
const WARNED_BEFORE_MS = 7 * DAY_MS
const WARNED_AT_ONCE = 100

/** Whose tokens they are, and in which browser they act. */
export interface TokenMaker {
  readonly accountId: AccountId
  readonly personId: PersonId
  readonly browserName: string
}

export interface WantedToken {
  readonly name: string
  readonly scopes: readonly Scope[]
  readonly expiresAt: number | null
}

export const makeOwnToken = async (
  tx: Tx,
  maker: TokenMaker,
  wanted: WantedToken,
  now: number,
): Promise<MintedToken> => {
  await requireCapacity(tx, maker, now)
  return mint(tx, maker, wanted, 'token_made', now)
}

/** Each one made is mailed about, so what can be made in a day is bounded too. */
const requireCapacity = async (tx: Tx, { accountId }: TokenMaker, now: number): Promise<void> => {
  if (!(await lockAccount(tx, accountId))) throw notVisible()
  if ((await countTokens(tx, accountId, now)) >= TOKENS_AT_MOST) {
    throw refuse('conflict', 'limit_reached', `You have ${TOKENS_AT_MOST} tokens. Revoke one first.`)
  }
  if ((await countMadeTokens(tx, accountId, now - DAY_MS)) >= MADE_IN_A_DAY) {
    throw refuse(
      'conflict',
      'limit_reached',
      `You have made ${MADE_IN_A_DAY} tokens in a day. Make the next one tomorrow.`,
    )
  }
}

const mint = async (
  tx: Tx,
  maker: TokenMaker,
  { name, scopes, expiresAt }: WantedToken,
  kind: 'token_made' | 'token_renewed',
  now: number,
): Promise<MintedToken> => {
  const owner = { kind: 'account', id: maker.accountId } as const
  const minted = await mintFor(tx, { owner, name, scopes, expiresAt }, now)
  const facts = { name, start: minted.start, scopes, expiresAt, browser: maker.browserName }
  queueMail(tx, tokenNotice('token_made', maker.personId, facts), now)
  logSecurity(tx, maker.accountId, kind, { name, browser: maker.browserName }, now)
  return minted
}

const tokenNotice = (kind: TokenNotice['kind'], personId: PersonId, facts: TokenFacts): TokenNotice => ({
  kind,
  class: 'account',
  personId,
  ownerId: personId,
  causerId: personId,
  throughId: null,
  challengeId: null,
  deadline: null,
  facts,
})

const find = async (tx: Tx, { accountId }: TokenMaker, id: UncheckedId<'token'>): Promise<TokenRow> => {
  const token = await findOwnToken(tx, accountId, id)
  if (!token) throw notVisible()
  return token
}

export const renameOwnToken = async (
  tx: Tx,
  maker: TokenMaker,
  id: UncheckedId<'token'>,
  name: string,
): Promise<void> => {
  const token = await find(tx, maker, id)
  await setTokenName(tx, token.id, name)
}

/** The same name, scopes and span; the old one ends at once, or in a day. */
export const renewOwnToken = async (
  tx: Tx,
  maker: TokenMaker,
  id: UncheckedId<'token'>,
  keepsOld: boolean,
  now: number,
): Promise<MintedToken> => {
  const old = await find(tx, maker, id)
  if (old.replaced_at !== null) {
    throw refuse(
      'invalid_state',
      'already_requested',
      'It was made anew before, and ends by itself. Make the newer one anew instead, or a new token.',
    )
  }
  const expiresAt = old.expires_at === null ? null : now + (old.expires_at - old.created_at)
  const scopes = old.scopes.split(' ') as readonly Scope[]
  await endOld(tx, old, keepsOld, now)
  await requireCapacity(tx, maker, now)
  return mint(tx, maker, { name: nameOf(old), scopes, expiresAt }, 'token_renewed', now)
}

const endOld = async (tx: Tx, old: TokenRow, keepsOld: boolean, now: number): Promise<void> => {
  const endsAt = now + OVERLAP_MS
  const isOver = old.expires_at !== null && old.expires_at <= now
  if (!keepsOld || isOver) await revokeToken(tx, old.id, now)
  else await replaceToken(tx, old.id, Math.min(old.expires_at ?? endsAt, endsAt), now)
}

/** Tokens that the operator makes need no name. */
export const nameOf = ({
  name,
  start,
  id,
}: Pick<TokenRow, 'name' | 'start'> & { readonly id: TokenId }): string => name ?? start ?? id

export const revokeOwnToken = async (
  tx: Tx,
  maker: TokenMaker,
  id: UncheckedId<'token'>,
  now: number,
): Promise<void> => {
  const token = await find(tx, maker, id)
  await revokeToken(tx, token.id, now)
  logSecurity(tx, maker.accountId, 'token_revoked', { name: nameOf(token), browser: maker.browserName }, now)
}

export const revokeAllOwnTokens = async (tx: Tx, maker: TokenMaker, now: number): Promise<void> => {
  const count = await revokeOwnTokens(tx, maker.accountId, now)
  if (count === 0) return
  logSecurity(
    tx,
    maker.accountId,
    'tokens_revoked',
    { count: String(count), browser: maker.browserName },
    now,
  )
}

/** For the job: each owner is told once, a week before. */
export const warnOfExpiry = async (store: Store, now: number): Promise<void> => {
  let warned = WARNED_AT_ONCE
  while (warned === WARNED_AT_ONCE) {
    warned = await store.write(async (tx) => {
      const expiring = await lockExpiringTokens(tx, now + WARNED_BEFORE_MS, now, WARNED_AT_ONCE)
      for (const { person_id, expires_at, scopes, ...token } of expiring) {
        const facts = {
          name: nameOf(token),
          start: token.start,
          scopes: scopes.split(' '),
          expiresAt: expires_at,
          browser: null,
        }
        queueMail(tx, tokenNotice('token_expiring', person_id, facts), now)
        await noteTokenWarned(tx, token.id, now)
      }
      return expiring.length
    })
  }
}
