// The tally of Ana's challenge. She counts kilometres: six on Wednesday, four on Friday, of which Ben believes three.
import type { TallyEntry } from '../tally/tally.schema.ts'
import { ids, times } from './story.ts'

const wednesday: TallyEntry = {
  id: ids.wednesday,
  by: 'creator',
  amount: 6,
  note: 'Along the river',
  status: 'confirmed',
  dispute: null,
  created_at: times.wednesday,
  settled_at: times.wednesdayConfirmed,
}

const friday: TallyEntry = {
  id: ids.friday,
  by: 'creator',
  amount: 4,
  note: 'In the park, in the dark',
  status: 'pending',
  dispute: null,
  created_at: times.friday,
  settled_at: null,
}

const fridayDisputed: TallyEntry = {
  ...friday,
  status: 'disputed',
  dispute: { reason: 'The park is three kilometres round.', opened_at: times.fridayDisputed },
}

export const entries = {
  wednesday,
  wednesdayRecorded: { ...wednesday, status: 'pending', settled_at: null },
  friday,
  fridayDisputed,
  fridayAmended: { ...friday, amount: 3 },
} satisfies Record<string, TallyEntry>

/** After the entry of Friday, of which nothing is confirmed yet. */
export const sums = { creator: { claimed: 10, confirmed: 6 }, opponent: { claimed: 0, confirmed: 0 } }
