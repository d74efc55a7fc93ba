// What is counted of a challenge: the records of its parties, and the statistics of its group.
import { parties, type ChallengeStatus } from '@challenge-service/contract/plain'
import type { Tx } from '../../../store/store.ts'
import { getScore } from '../../records/records.rules.ts'
import type { Closing, RecordKey, RecordScope } from '../../records/records.store.ts'
import { changeStatistics } from '../../statistics/statistics.store.ts'
import type { Challenge } from '../rules/life.rules.ts'
import { getPersonId, listToldParties } from '../rules/party.rules.ts'

/** Of both parties: over everything, and within the group. */
export const listRecordKeys = (challenge: Challenge): readonly RecordKey[] =>
  listScopes(challenge).flatMap((scope) =>
    listToldParties(challenge).map((party) => ({ personId: getPersonId(challenge, party), scope })),
  )

/** The records that end with a challenge, and how each party fared. */
export const listClosings = (challenge: Challenge): readonly Closing[] => {
  const { resolution } = challenge.life
  return listScopes(challenge).flatMap((scope) =>
    listToldParties(challenge).map((party) => ({
      personId: getPersonId(challenge, party),
      scope,
      score: resolution && getScore(resolution.outcome, party),
    })),
  )
}

const listScopes = ({ groupId }: Challenge): readonly RecordScope[] =>
  groupId === null ? ['all'] : ['all', groupId]

/** Changes the statistics of the group that a challenge belongs to; `before` is null for a new one. */
export const countInGroup = async (
  tx: Tx,
  before: ChallengeStatus | null,
  challenge: Challenge,
): Promise<void> => {
  const { groupId, stake, createdAt, life } = challenge
  if (groupId === null) return
  const { status, resolution, acceptedAt, dispute } = life
  const settled = resolution && {
    outcome: resolution.outcome,
    wasDisputed: dispute !== null,
    tookMs: resolution.settledAt - (acceptedAt ?? resolution.settledAt),
  }
  const scores = resolution
    ? parties.map((party) => ({
        personId: getPersonId(challenge, party),
        score: getScore(resolution.outcome, party),
      }))
    : []
  await changeStatistics(tx, { groupId, stake, createdAt, before, after: status, settled, scores })
}
