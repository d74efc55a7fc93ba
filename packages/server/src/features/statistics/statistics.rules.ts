// What a change of one challenge changes in the statistics of its group.
import type { ChallengeStatus, Outcome } from '@challenge-service/contract'
import { getBucket } from './digest.rules.ts'

export type CountName = `status:${ChallengeStatus}` | `outcome:${Outcome}` | 'disputed'

/** How a challenge was settled, as far as it counts. */
export interface SettledChallenge {
  readonly outcome: Outcome
  /** It was disputed at some point, however it ended. */
  readonly wasDisputed: boolean
  /** From its acceptance on. */
  readonly tookMs: number
}

export interface StatusChange {
  /** Null where it was just made. */
  readonly before: ChallengeStatus | null
  readonly after: ChallengeStatus
  /** Where this change settled it. */
  readonly settled: SettledChallenge | null
}

export interface CountChange {
  readonly name: CountName
  readonly by: 1 | -1
}

/** In the order of their names, in which they are locked. */
export const countChanges = ({ before, after, settled }: StatusChange): readonly CountChange[] => {
  if (before === after) return []
  const changes: CountChange[] = [{ name: `status:${after}`, by: 1 }]
  if (before) changes.push({ name: `status:${before}`, by: -1 })
  if (settled) changes.push({ name: `outcome:${settled.outcome}`, by: 1 })
  if (settled?.wasDisputed) changes.push({ name: 'disputed', by: 1 })
  return changes.toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

export const settledBucket = ({ settled }: StatusChange): number | undefined =>
  settled ? getBucket(settled.tookMs) : undefined
