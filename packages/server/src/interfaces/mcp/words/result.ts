// The answer of each endpoint that a tool calls, in words.
import type { endpoints, ResultOf, ToolCall } from '@challenge-service/contract'
import { writeChallenge, writeEvidence, writeInList, writeWithEvidence } from './challenge.ts'
import { writeEvent } from './event.ts'
import { writePage } from './page.ts'
import { writeGroup, writeQuestion, writeStats } from './group.ts'
import type { Addressee } from './addressee.ts'
import { writeRecorded, writeReviewed, writeTally } from './tally.ts'

/** `nextCursor`: of a page, where there is more. */
type Write<Data> = (data: Data, to: Addressee, nextCursor: string | null) => string

/** A tool whose endpoint is not among these does not compile. */
type ResultWords = { readonly [Name in ToolCall['name']]: Write<ResultOf<(typeof endpoints)[Name]>> }

const listOf =
  <Item>(none: string, write: (item: Item, to: Addressee) => string): Write<readonly Item[]> =>
  (items, to, nextCursor) =>
    items.length === 0 ? none : writePage(items, nextCursor, (item) => write(item, to))

const challenges = listOf('There are no such challenges.', writeInList)

const words: ResultWords = {
  listChallenges: challenges,
  listGroupChallenges: challenges,
  getChallenge: writeWithEvidence,
  createChallenge: writeChallenge,
  acceptChallenge: writeChallenge,
  resolveChallenge: writeChallenge,
  disputeChallenge: writeChallenge,
  cancelChallenge: writeChallenge,
  supportChallenge: writeChallenge,
  // The one who acts added it.
  addEvidence: (one, to) => writeEvidence({ role: one.by }, one, to),
  getTally: writeTally,
  recordTally: writeRecorded,
  reviewTally: writeReviewed,
  disputeTally: writeReviewed,
  listEvents: listOf('Nothing happened.', writeEvent),
  listGroups: listOf('You are in no group.', writeGroup),
  getGroupStats: writeStats,
  getDailyQuestion: writeQuestion,
  voteDailyQuestion: writeQuestion,
}

export const writeResult = (
  name: ToolCall['name'],
  data: unknown,
  nextCursor: string | null,
  to: Addressee,
): string => {
  // The data is what the endpoint of this name answers.
  const write = words[name] as Write<never> as Write<unknown>
  return write(data, to, nextCursor)
}
