// A tally as anyone who sees the challenge sees it.
import type { Tally, TallyChange, TallyEntry } from '@challenge-service/contract'
import type { ChallengeId } from '../../kernel/ids.ts'
import { toRfc3339, toRfc3339OrNull } from '../../kernel/instants.ts'
import type { Life } from '../challenges/rules/life.rules.ts'
import type { Entry } from './tally.rules.ts'

export const viewEntry = (entry: Entry): TallyEntry => ({
  id: entry.id,
  by: entry.by,
  amount: entry.amount,
  note: entry.note,
  status: entry.status,
  dispute: entry.dispute && { reason: entry.dispute.reason, opened_at: toRfc3339(entry.dispute.openedAt) },
  created_at: toRfc3339(entry.createdAt),
  settled_at: toRfc3339OrNull(entry.settledAt),
})

const viewStanding = ({ creator, opponent }: Life['tally']) => ({
  creator: { claimed: creator.claimed, confirmed: creator.confirmed },
  opponent: { claimed: opponent.claimed, confirmed: opponent.confirmed },
  pending: creator.pending + opponent.pending,
  disputed: creator.disputed + opponent.disputed,
})

export const viewChange = (tally: Life['tally'], entries: readonly Entry[]): TallyChange => ({
  entries: entries.map(viewEntry),
  ...viewStanding(tally),
})

export const viewTally = (
  challengeId: ChallengeId,
  tally: Life['tally'],
  entries: readonly Entry[],
): Tally => ({
  challenge_id: challengeId,
  ...viewChange(tally, entries),
})
