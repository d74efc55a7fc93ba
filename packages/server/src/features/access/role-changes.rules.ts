// How often admins change the role of one member. Each change is an event in the feed of someone else, and no quota
// counts it.
import { limits } from '@challenge-service/contract/plain'
import { countInDay, type DayCount } from '../../kernel/day-count.ts'

const limit = {
  most: limits.roleChangesPerDay,
  message: `The role of a member changes at most ${limits.roleChangesPerDay} times in a day.`,
}

/** Counts one more, or says when the next is possible. */
export const countRoleChange = (before: DayCount, now: number): DayCount => countInDay(before, limit, now)
