// How often admins change the role of one member. Each change is an event in the feed of someone else, and no quota
// counts it.
import { limits } from '@challenge-service/contract/plain'
import { DAY_MS, secondsUntil } from '../../kernel/instants.ts'
import { refuse } from '../../kernel/refusal.ts'

export interface RoleChanges {
  /** How many in the day that began at `from`. */
  readonly count: number
  /** Null where there was none yet. */
  readonly from: number | null
}

/** Counts one more, or says when the next is possible. */
export const countRoleChange = ({ count, from }: RoleChanges, now: number): RoleChanges => {
  if (from === null || now >= from + DAY_MS) return { count: 1, from: now }
  if (count < limits.roleChangesPerDay) return { count: count + 1, from }
  throw refuse(
    'conflict',
    'limit_reached',
    `The role of a member changes at most ${limits.roleChangesPerDay} times in a day.`,
    { retryAfter: secondsUntil(from + DAY_MS, now) },
  )
}
