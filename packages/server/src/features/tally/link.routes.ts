// What someone who acts by a link adds to their challenge: the same shapes and rules as a call. It counts against no quota.
import { endpoints } from '@challenge-service/contract'
import { addEvidence } from '../challenges/challenge.service.ts'
import type { ChallengeSettings } from '../challenges/rules/life.rules.ts'
import { byLink, type LinkRoute } from '../route.ts'
import { disputeEntry, recordEntry, resolveEntry, reviewEntries } from './tally.service.ts'

export const linkRoutes = (settings: ChallengeSettings): readonly LinkRoute[] => [
  byLink(endpoints.addEvidence, (tx, call) => addEvidence(tx, call, settings)),
  byLink(endpoints.recordTally, recordEntry),
  byLink(endpoints.reviewTally, reviewEntries),
  byLink(endpoints.disputeTally, disputeEntry),
  byLink(endpoints.resolveTally, resolveEntry),
]
