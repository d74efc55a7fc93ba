// GET /v1/me and GET /v1/token.
import { endpoints } from '@challenge-service/contract'
import { notVisible } from '../../kernel/refusal.ts'
import { getQuota, type QuotaSettings } from '../access/quota.rules.ts'
import { read, readToken, type Route } from '../route.ts'
import { findProfile } from './profile.store.ts'
import { viewProfile, viewToken } from './profile.view.ts'

export const meRoutes = (settings: QuotaSettings): readonly Route[] => [
  read(endpoints.getMe, async (reader, { actor, now }) => {
    const row = await findProfile(reader, actor)
    if (!row) throw notVisible()
    return viewProfile(row, actor, getQuota(settings, actor.caller), now)
  }),
  readToken(endpoints.getToken, viewToken),
]
