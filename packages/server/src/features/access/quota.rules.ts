// How many creations an owner has in a month: what the operator set for it, else the general setting.
import type { TokenKind } from '../../kernel/token.ts'

export interface QuotaSettings {
  readonly accountQuota: number
  readonly groupQuota: number
}

export interface QuotaOwner {
  readonly kind: TokenKind
  readonly ownQuota: number | null
}

export const getQuota = (settings: QuotaSettings, { kind, ownQuota }: QuotaOwner): number =>
  ownQuota ?? (kind === 'account' ? settings.accountQuota : settings.groupQuota)

export const quotaRemaining = (limit: number, used: number): number => Math.max(0, limit - used)
