// The steps of an erasure, in order. Each does a bounded piece in the transaction that it is given and says
// where to go on; it may be done again from any place, and then finds less to do.
import type { Event } from '@challenge-service/contract'
import type { ActorId, ChallengeId, SubjectId } from '../../kernel/ids.ts'
import type { Keyring } from '../../kernel/keyring.ts'
import { Fault } from '../../kernel/refusal.ts'
import { forgetAcquaintances } from '../../mail/limits/acquaintances.store.ts'
import { removeMailsTo, rewriteMails, rewriteMailsBy } from '../../mail/outbox/erase.store.ts'
import type { Facts } from '../../mail/notice.rules.ts'
import type { Tx } from '../../store/store.ts'
import { listMembershipsByPerson } from '../access/erase.store.ts'
import { eraseParty, type ErasedParty } from '../challenges/change/erase.service.ts'
import { forgetBlocks } from '../challenges/link/blocks.store.ts'
import { hiddenListingId } from '../challenges/reading/listing.store.ts'
import { REMOVED } from '../challenges/rules/erase.rules.ts'
import { findFirstListed, removeListingRows, removeSupportOf } from '../challenges/storage/erase.store.ts'
import { writeBody } from '../events/append.ts'
import {
  removeFeedEvents,
  removeFeed,
  rewriteAbout,
  rewriteAuthored,
  type FeedEventKey,
} from '../events/erase.store.ts'
import {
  forgetKeys,
  rewriteResponses,
  type KeyHolder,
  type ResponseCursor,
} from '../idempotency/erase.store.ts'
import { removeVotes } from '../questions/erase.store.ts'
import { removeRecords } from '../records/erase.store.ts'
import { forgetWaysIn } from './ways-in.service.ts'
import { eraseEntries } from '../tally/erase.store.ts'
import { eraseSubscriptions } from '../webhooks/erase.service.ts'
import { inParts, part, type ErasurePart } from './erasure.parts.ts'
import type { Erasure } from './erasure.store.ts'
import {
  answerWithoutMember,
  answerWithoutParty,
  factsWithoutAdmin,
  factsWithoutParty,
  withoutComment,
  withoutMember,
  withoutPartyIn,
} from './redaction.rules.ts'

/** Rows in a batch: a few milliseconds, so that nobody waits long for it. */
const BATCH = 200

export interface Work {
  readonly tx: Tx
  readonly keys: Keyring
  readonly erasure: Erasure
  readonly now: number
}

/** Where to go on in the step, undefined once it is over; and how many challenges were finished. */
export interface Progress {
  readonly cursor: string | undefined
  readonly finished?: number
}

type ErasureStep = (work: Work, cursor: string) => Promise<Progress>

const over: Progress = { cursor: undefined }

const inEvents =
  (change: (event: Event) => Event) =>
  (body: string): string =>
    writeBody(change(JSON.parse(body) as Event))

const inAnswers =
  (change: (data: unknown) => unknown) =>
  (data: string): string =>
    JSON.stringify(change(JSON.parse(data)))

/** Events of feeds and remembered answers about something. */
const written = (
  { tx, keys, erasure }: Work,
  subjectId: SubjectId,
  inEvent: (event: Event) => Event,
  inAnswer: (data: unknown) => unknown,
): readonly ErasurePart[] => [
  part<FeedEventKey>(['', 0], (after) =>
    rewriteAbout(tx, subjectId, erasure.personId, inEvents(inEvent), after, BATCH),
  ),
  part<ResponseCursor>(['', '', ''], (after) =>
    rewriteResponses(tx, keys, subjectId, inAnswers(inAnswer), after, BATCH),
  ),
]

/** One challenge at a time, the oldest first; once it is done they are in it no more. */
const challenges: ErasureStep = async (work, cursor) => {
  const { tx, erasure, now } = work
  const { personId } = erasure
  const id = (await findFirstListed(tx, personId)) ?? (await findFirstListed(tx, hiddenListingId(personId)))
  if (id === undefined) return over
  const erased = await eraseParty(tx, id, personId, now)
  if (!erased) throw new Fault('someone has a listing of a challenge that they are no party of')
  // The feeds of others are locked now, so the long part waits for another transaction.
  if (erased.wasOpen) return { cursor: '' }
  const rest = await inParts(listParts(work, id, erased), cursor)
  if (rest !== undefined) return { cursor: rest }
  await removeListingRows(tx, id, erased.party)
  return { cursor: '', finished: 1 }
}

const listParts = (work: Work, id: ChallengeId, { party, otherId }: ErasedParty): readonly ErasurePart[] => {
  const withoutThem = (facts: Facts): Facts => factsWithoutParty(facts, party)
  return [
    part('', (after) => eraseEntries(work.tx, id, party, REMOVED, after, BATCH)),
    ...written(
      work,
      id,
      (event) => withoutPartyIn(event, party),
      (data) => answerWithoutParty(data, party),
    ),
    part('', (after) => rewriteMails(work.tx, otherId, id, withoutThem, after, BATCH)),
  ]
}

/** What they wrote when they supported a side of a challenge of others. */
const comments: ErasureStep = async ({ tx, erasure }) => {
  const rewritten = await rewriteAuthored(tx, erasure.personId, inEvents(withoutComment), BATCH)
  const removed = await removeSupportOf(tx, erasure.personId, BATCH)
  return rewritten === BATCH || removed === BATCH ? { cursor: '' } : over
}

/** One membership after another; what they kept under keys there is forgotten with it. */
const memberships: ErasureStep = async (work, cursor) => {
  const { tx, erasure } = work
  const [done, rest] = cursor === '' ? ['', ''] : (JSON.parse(cursor) as [string, string])
  const member = (await listMembershipsByPerson(tx, erasure.personId)).find(({ id }) => id > done)
  if (!member) return over
  const left = await inParts(
    [
      ...written(work, member.id, withoutMember, answerWithoutMember),
      ...ownTraces(work, { ownerId: member.group_id, actorId: member.id }, member.id),
    ],
    rest,
  )
  return { cursor: JSON.stringify(left === undefined ? [member.id, ''] : [done, left]) }
}

/** What remembered answers and the questions keep of an acting person. */
const ownTraces = ({ tx }: Work, keys: KeyHolder, actorId: ActorId): readonly ErasurePart[] => [
  untilFew(() => forgetKeys(tx, keys, BATCH)),
  untilFew(() => removeVotes(tx, actorId, BATCH)),
]

/** What removes as it goes has no place to remember. */
const untilFew = (remove: () => Promise<number>): ErasurePart =>
  part(true, async () => ((await remove()) === BATCH ? true : undefined))

const account: ErasureStep = async (work, cursor) => {
  const { accountId } = work.erasure
  if (accountId === null) return over
  const parts = [
    ...ownTraces(work, { ownerId: accountId }, accountId),
    untilFew(() => forgetWaysIn(work.tx, accountId, BATCH)),
  ]
  return { cursor: await inParts(parts, cursor) }
}

const webhooks: ErasureStep = async ({ tx, erasure: { accountId } }) =>
  accountId !== null && (await eraseSubscriptions(tx, accountId, BATCH)) ? { cursor: '' } : over

/**
 * Those to them go; those to people whom they added to a group name someone else. With them goes what is remembered of
 * what they sent by the links of mails.
 */
const mails: ErasureStep = async ({ tx, erasure: { personId } }, cursor) => ({
  cursor: await inParts(
    [
      untilFew(() => removeMailsTo(tx, personId, BATCH)),
      part('', (after) => rewriteMailsBy(tx, personId, factsWithoutAdmin, after, BATCH)),
      untilFew(() => forgetKeys(tx, { ownerId: personId }, BATCH)),
    ],
    cursor,
  ),
})

/** Whom they knew, whom they blocked, and who blocked them. */
const ties: ErasureStep = async ({ tx, erasure: { personId } }) => {
  const more = [await forgetAcquaintances(tx, personId, BATCH), await forgetBlocks(tx, personId, BATCH)]
  return more.includes(true) ? { cursor: '' } : over
}

/** Last, when nothing is written into it any more. */
const feed: ErasureStep = async ({ tx, erasure }) => {
  if ((await removeFeedEvents(tx, erasure.personId, BATCH)) === BATCH) return { cursor: '' }
  await removeFeed(tx, erasure.personId)
  await removeRecords(tx, erasure.personId)
  return over
}

/**
 * Every release since 0.2 writes this number when a round is over, so no step may have it. One that is added gets the
 * number 9 and is done before the end of the round; it is never a new part of an old step. A release that does not know
 * the next step leaves the erasure to one that does.
 */
export const ROUND_END = 8

export const steps: readonly ErasureStep[] = [
  challenges,
  comments,
  memberships,
  account,
  webhooks,
  mails,
  ties,
  feed,
]
