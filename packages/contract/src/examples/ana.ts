// Ana's profile, on the Saturday of the story.
import type { Profile } from '../me/profile.schema.ts'
import type { Token } from '../me/token.schema.ts'
import { ids } from './story.ts'

export const ana: Profile = {
  id: ids.ana,
  first_name: 'Ana',
  last_name: 'Lima',
  email: 'ana@demo.example',
  plan: 'club',
  created_at: '2026-03-02T07:45:10.000Z',
  record: { won: 7, lost: 3, drawn: 1, void: 0, open: 1, current_streak: 2, best_streak: 4 },
  token: {
    kind: 'account',
    name: 'laptop',
    scopes: ['profile:read', 'challenges:read', 'challenges:write', 'events:read'],
    group_id: null,
    expires_at: '2027-03-02T00:00:00.000Z',
  },
  quota: { limit: 1000, remaining: 994, resets_at: '2026-12-01T00:00:00.000Z' },
}

const { group_id: _, ...shared } = ana.token

export const anaToken: Token = { ...shared, group: null, account: { plan: 'club' }, client: null }
