// Written by `npm run generate`: every call by its name.

import type { ProfileCalls } from './profile-calls.ts'
import type { ChallengesCalls } from './challenges-calls.ts'
import type { TallyCalls } from './tally-calls.ts'
import type { EventsCalls } from './events-calls.ts'
import type { GroupsCalls } from './groups-calls.ts'
import type { WebhooksCalls } from './webhooks-calls.ts'
import type { DailyQuestionCalls } from './daily-question-calls.ts'

export interface Calls
  extends
    ProfileCalls,
    ChallengesCalls,
    TallyCalls,
    EventsCalls,
    GroupsCalls,
    WebhooksCalls,
    DailyQuestionCalls {}

/** What every call takes. */
export interface ActingPerson {
  /** The member that a group token acts for. In the query or in the body. */
  user_email?: string
}

/** What every call takes that has pages. */
export interface Paging {
  /** The `next_cursor` of the page before. It carries filters and order. */
  cursor?: string
  /** How many items a page holds at most. */
  limit?: number
  /** By time of making: oldest first or newest first. */
  order?: 'asc' | 'desc'
}
