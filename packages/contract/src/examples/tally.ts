// Examples of the tally. Ana counts kilometres: six on Wednesday, four on Friday, of which Ben believes three.
import type { TallyEntry, tallyEndpoints } from '../tally.ts'
import type { ExamplesOf } from './example.ts'
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

/** The entries as events show them. */
export const entries = {
  recorded: { ...wednesday, status: 'pending', settled_at: null },
  reviewed: wednesday,
  disputed: fridayDisputed,
  resolved: { ...friday, amount: 3 },
} satisfies Record<string, TallyEntry>

const opponent = { claimed: 0, confirmed: 0 }

export const tallyExamples: ExamplesOf<keyof typeof tallyEndpoints> = {
  getTally: {
    input: { id: ids.run },
    result: {
      challenge_id: ids.run,
      creator: { claimed: 10, confirmed: 6 },
      opponent,
      pending: 1,
      disputed: 0,
      entries: [friday, wednesday],
    },
  },
  recordTally: {
    input: { id: ids.run, amount: 4, note: 'In the park, in the dark' },
    result: {
      entries: [friday],
      creator: { claimed: 10, confirmed: 6 },
      opponent,
      pending: 1,
      disputed: 0,
    },
  },
  reviewTally: {
    input: { id: ids.run, entry_ids: [ids.wednesday] },
    result: {
      entries: [wednesday],
      creator: { claimed: 6, confirmed: 6 },
      opponent,
      pending: 0,
      disputed: 0,
    },
  },
  disputeTally: {
    input: { id: ids.run, entry_id: ids.friday, reason: 'The park is three kilometres round.' },
    result: {
      entries: [fridayDisputed],
      creator: { claimed: 10, confirmed: 6 },
      opponent,
      pending: 0,
      disputed: 1,
    },
  },
  resolveTally: {
    input: { id: ids.run, entry_id: ids.friday, action: 'amend', amount: 3 },
    result: {
      entries: [entries.resolved],
      creator: { claimed: 9, confirmed: 6 },
      opponent,
      pending: 1,
      disputed: 0,
    },
  },
}
