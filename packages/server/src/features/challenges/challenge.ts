// A challenge as the server knows it: who and what, and its life.
import type { Life } from './life.rules.ts'

export interface Challenge {
  readonly id: string
  readonly groupId: string | null
  readonly groupName: string | null
  /** Person ids: they never leave. */
  readonly creatorId: string
  readonly opponentId: string
  readonly creatorName: string
  /** Null until it may be shown: once they have accepted, or where both are members of the group. */
  readonly opponentName: string | null
  readonly claim: string
  readonly stake: string
  readonly dueDays: number
  readonly reference: string | null
  readonly life: Life
  readonly version: number
  readonly createdAt: number
  readonly updatedAt: number
}
