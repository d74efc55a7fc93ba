// The answer of each endpoint that a tool calls, in words.
import { endpoints, type Endpoint, type ResultOf } from '@challenge-service/contract'
import { Fault } from '../../../kernel/refusal.ts'
import { writeChallenge, writeEvidence, writeInList, writeWithEvidence } from './challenge.ts'
import { writeEvent } from './event.ts'
import { writePage } from './page.ts'
import { writeGroup, writeQuestion, writeStats } from './group.ts'
import type { Addressee } from './addressee.ts'
import { writeRecorded, writeReviewed, writeTally } from './tally.ts'

/** `nextCursor`: of a page, where there is more. */
type Write<Data> = (data: Data, to: Addressee, nextCursor: string | null) => string

const says = <E extends Endpoint>(
  endpoint: E,
  write: Write<ResultOf<E>>,
): readonly [Endpoint, Write<never>] => [endpoint, write]

const listOf =
  <Item>(none: string, write: (item: Item, to: Addressee) => string): Write<readonly Item[]> =>
  (items, to, nextCursor) =>
    items.length === 0 ? none : writePage(items, nextCursor, (item) => write(item, to))

const challenges = listOf('There are no such challenges.', writeInList)

const words = new Map<Endpoint, Write<never>>([
  says(endpoints.listChallenges, challenges),
  says(endpoints.listGroupChallenges, challenges),
  says(endpoints.getChallenge, writeWithEvidence),
  says(endpoints.createChallenge, writeChallenge),
  says(endpoints.acceptChallenge, writeChallenge),
  says(endpoints.resolveChallenge, writeChallenge),
  says(endpoints.disputeChallenge, writeChallenge),
  says(endpoints.cancelChallenge, writeChallenge),
  says(endpoints.supportChallenge, writeChallenge),
  // Whoever added it is the one who acts.
  says(endpoints.addEvidence, (one, to) => writeEvidence({ role: one.by }, one, to)),
  says(endpoints.getTally, writeTally),
  says(endpoints.recordTally, writeRecorded),
  says(endpoints.reviewTally, writeReviewed),
  says(endpoints.disputeTally, writeReviewed),
  says(endpoints.listEvents, listOf('Nothing happened.', writeEvent)),
  says(endpoints.listGroups, listOf('You are in no group.', writeGroup)),
  says(endpoints.getGroupStats, writeStats),
  says(endpoints.getDailyQuestion, writeQuestion),
  says(endpoints.voteDailyQuestion, writeQuestion),
])

export const writeResult = (
  endpoint: Endpoint,
  data: unknown,
  nextCursor: string | null,
  to: Addressee,
): string => {
  const write = words.get(endpoint) as Write<unknown> | undefined
  if (!write) throw new Fault(`${endpoint.method} ${endpoint.path} has no words`)
  return write(data, to, nextCursor)
}
