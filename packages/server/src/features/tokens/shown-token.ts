// Whether a token that is about to be shown still works: it may have been revoked since it was made, or has expired.
import { monthOf } from '../../kernel/instants.ts'
import { hashToken } from '../../kernel/token.ts'
import type { Reader } from '../../store/store.ts'
import { findToken } from '../access/tokens.store.ts'

export const isWorkingToken = async (reader: Reader, token: string, now: number): Promise<boolean> => {
  const found = await findToken(reader, hashToken(token), monthOf(now))
  if (!found || found.revokedAt !== null) return false
  const { expiresAt } = found.caller
  return expiresAt === null || now < expiresAt
}
