// The profile of the acting person: who they are, their record, what the token may do, what is left of the quota.
import { Type, type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import { count, id, instant, nullable, oneOf } from './schema.ts'
import { allScopes } from './scopes.ts'

export const plans = ['free', 'club'] as const
export type Plan = (typeof plans)[number]

const Record = Type.Object({
  won: count(),
  lost: count(),
  drawn: count(),
  void: count(),
  open: count(),
  current_streak: count(),
  best_streak: count(),
})

const Profile = Type.Object({
  id: Type.String(),
  first_name: Type.String(),
  last_name: nullable(Type.String()),
  email: Type.String(),
  plan: nullable(oneOf(plans)),
  created_at: instant(),
  record: Record,
  token: Type.Object({
    kind: oneOf(['account', 'group']),
    name: nullable(Type.String()),
    scopes: Type.Array(oneOf(allScopes)),
    group_id: nullable(id('group')),
    expires_at: nullable(instant()),
  }),
  quota: Type.Object({ limit: count(), remaining: count(), resets_at: instant() }),
})

export type Profile = Static<typeof Profile>

export const meEndpoints = {
  getMe: endpoint({
    method: 'GET',
    path: '/v1/me',
    scope: 'profile:read',
    summary: 'Read the profile, record, token and quota of the acting person',
    result: Profile,
  }),
}
