// The challenge of Ben and Cleo in the Lunch Runners, as Ana sees it: an observer who takes a side.
import type { Challenge } from '../challenges/challenge.schema.ts'
import { makeChallenge } from './make-challenge.ts'
import { ids } from './story.ts'

const observed = makeChallenge({
  id: ids.stairs,
  claim: 'I take the stairs all week, to the ninth floor.',
  stake: 'a slice of cake',
  due_days: 7,
  due_at: '2026-11-16T07:00:00.000Z',
  status: 'active',
  role: 'observer',
  creator: { first_name: 'Ben' },
  opponent: { first_name: 'Cleo' },
  group_id: ids.group,
  group_name: 'Lunch Runners',
  support: { creator: 0, opponent: 1, mine: null },
  allowed_actions: ['support'],
  created_at: '2026-11-09T07:00:00.000Z',
  accepted_at: '2026-11-09T07:20:00.000Z',
  updated_at: '2026-11-11T13:30:00.000Z',
})

export const stairs = {
  observed,
  supported: {
    ...observed,
    support: { creator: 1, opponent: 1, mine: 'creator' },
    updated_at: '2026-11-12T12:00:00.000Z',
  } satisfies Challenge,
}
