// Every migration, in order. Forward only: a released one is never changed.
import type { Migration } from './migration.ts'
import { access } from './0001-access.ts'
import { limits } from './0002-limits.ts'
import { records } from './0003-records.ts'
import { challenges } from './0004-challenges.ts'
import { events } from './0005-events.ts'
import { tally } from './0006-tally.ts'
import { mails } from './0007-mails.ts'
import { webhooks } from './0008-webhooks.ts'
import { groups } from './0009-groups.ts'
import { statistics } from './0010-statistics.ts'
import { questions } from './0011-questions.ts'
import { rights } from './0012-rights.ts'
import { faces } from './0013-faces.ts'
import { mailsInOrder } from './0014-mails-in-order.ts'
import { fewerIndexes } from './0015-fewer-indexes.ts'
import { keys } from './0016-keys.ts'
import { bounds } from './0017-bounds.ts'
import { feedTime } from './0018-feed-time.ts'
import { silenceNeedsANotice } from './0019-silence-needs-a-notice.ts'
import { columnsByMember } from './0020-columns-by-member.ts'

export const migrations: readonly Migration[] = [
  access,
  limits,
  records,
  challenges,
  events,
  tally,
  mails,
  webhooks,
  groups,
  statistics,
  questions,
  rights,
  faces,
  mailsInOrder,
  fewerIndexes,
  keys,
  bounds,
  feedTime,
  silenceNeedsANotice,
  columnsByMember,
]
