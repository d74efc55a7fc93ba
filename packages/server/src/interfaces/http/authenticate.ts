// From the Authorization header to the caller. Nothing is cached: a revocation holds from the next call on.
import { monthOf } from '../../kernel/instants.ts'
import { refuse, type Refusal } from '../../kernel/refusal.ts'
import { hashToken, isWellFormedToken } from '../../kernel/token.ts'
import type { TokenCaller } from '../../features/access/actor.ts'
import { findToken } from '../../features/access/access.queries.ts'
import type { Reader } from '../../store/store.ts'

const BEARER = /^bearer +(\S+)$/i

/** The hash of the token that was sent, whether or not anyone knows it. */
export const readTokenHash = (header: string | undefined): string => {
  if (header === undefined) throw missing()
  const token = bearerIn(header)
  if (token === undefined || !isWellFormedToken(token)) throw malformed()
  return hashToken(token)
}

export const authenticate = async (reader: Reader, tokenHash: string, now: number): Promise<TokenCaller> => {
  const found = await findToken(reader, tokenHash, monthOf(now))
  if (!found) throw refuse('invalid_token', 'token_unknown', 'This token is not known.')
  const { caller, revokedAt } = found
  if (revokedAt !== null) throw refuse('invalid_token', 'token_revoked', 'This token was revoked.')
  if (caller.expiresAt !== null && now >= caller.expiresAt) {
    throw refuse('invalid_token', 'token_expired', 'This token has expired.')
  }
  return caller
}

/** Nearly everyone writes it one way, which needs no pattern: what follows is looked at closely anyway. */
const bearerIn = (header: string): string | undefined =>
  header.startsWith('Bearer cs_') ? header.slice(7) : BEARER.exec(header.trim())?.[1]

const missing = (): Refusal =>
  refuse('invalid_token', 'token_missing', 'Send a token: Authorization: Bearer <ACCESS_TOKEN>.')

const malformed = (): Refusal =>
  refuse(
    'invalid_token',
    'token_malformed',
    'The Authorization header must be "Bearer" and a token that starts with cs_acc_ or cs_grp_, copied whole.',
  )
