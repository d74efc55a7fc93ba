// The story: one chapter for each resource, in an order in which later ones build on earlier ones.
import { challenges } from './chapters/challenges.mjs'
import { deadlines } from './chapters/deadlines.mjs'
import { endings } from './chapters/endings.mjs'
import { everyPath } from './chapters/every-path.mjs'
import { faults } from './chapters/faults.mjs'
import { feed } from './chapters/feed.mjs'
import { groups } from './chapters/groups.mjs'
import { idempotency } from './chapters/idempotency.mjs'
import { limits } from './chapters/limits.mjs'
import { listings } from './chapters/listings.mjs'
import { mails } from './chapters/mails.mjs'
import { people } from './chapters/people.mjs'
import { questions } from './chapters/questions.mjs'
import { tally } from './chapters/tally.mjs'
import { webhooks } from './chapters/webhooks.mjs'

export const story = [
  ...people,
  ...faults,
  ...challenges,
  ...tally,
  ...groups,
  ...idempotency,
  ...webhooks,
  ...listings,
  ...feed,
  ...questions,
  ...everyPath,
  ...mails,
  ...deadlines,
  ...limits,
  ...endings,
]
