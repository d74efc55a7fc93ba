// Sends what waits in the outbox: claims a few under a lease, judges each by the limits, hands them over
// outside any transaction, and settles each under its lease. Safe on any number of nodes.
import { randomUUID } from 'node:crypto'
import { DAY_MS, MINUTE_MS } from '../kernel/instants.ts'
import { Fault } from '../kernel/refusal.ts'
import type { Store, Tx } from '../store/store.ts'
import { composeMail, type Letterhead } from './compose.ts'
import { judgeInTurn, PER_ADDRESS, type Candidate } from './limits.rules.ts'
import { addressHashes } from './links.ts'
import {
  findMail,
  lockDueMails,
  pruneOldest,
  saveDecisions,
  settleMail,
  type Decision,
  type DueMail,
  type Settled,
  type StoredMail,
} from './outbox.store.ts'
import { nextTryAt } from './retry.rules.ts'
import { PostError, type Post } from './smtp.ts'
import { findStops } from './stops.store.ts'

export const AT_ONCE = 5
/** Where there is nothing to hand over, one transaction is all; it is held for a few milliseconds. */
const KEPT_AT_ONCE = 50
const LEASE_MS = 2 * MINUTE_MS

export interface MailRoom {
  readonly store: Store
  readonly letterhead: Letterhead
  /** Undefined where no SMTP server is set: mails are then kept, to be read by the operator. */
  readonly post: Post | undefined
  readonly now: () => number
  readonly onFailure: (mailId: string, error: PostError) => void
}

/** Everything that is due now. */
export const sendDueMails = async (room: MailRoom): Promise<void> => {
  for (let more = true; more;) more = await sendSome(room)
}

/** Its tries are counted up to this one. */
type Claimed = StoredMail & { readonly address: string }

const isAddressed = (mail: StoredMail | undefined): mail is Claimed => typeof mail?.address === 'string'

const sendSome = async (room: MailRoom): Promise<boolean> => {
  const lease = randomUUID()
  const atOnce = room.post ? AT_ONCE : KEPT_AT_ONCE
  const { claimed, looked } = await room.store.write(async (tx) => {
    const now = room.now()
    const due = await lockDueMails(tx, now, atOnce, now - DAY_MS, PER_ADDRESS)
    const decisions = await decideAll(tx, room, due, lease, now)
    await saveDecisions(tx, decisions)
    const ours = decisions.filter(({ state }) => state === 'sending')
    const mails = await Promise.all(ours.map(({ id }) => findMail(tx, id)))
    return { claimed: mails.filter(isAddressed), looked: due.length }
  })
  const { post } = room
  if (post) await Promise.all(claimed.map((mail) => sendOne(room, post, mail, lease)))
  return looked === atOnce
}

const decideAll = async (
  tx: Tx,
  { letterhead, post }: MailRoom,
  due: readonly DueMail[],
  lease: string,
  now: number,
): Promise<readonly Decision[]> => {
  const verdicts = judgeInTurn(await gather(tx, letterhead, due), now)
  return due.map((mail, place) => {
    const verdict = verdicts[place]
    switch (verdict?.kind) {
      case 'send':
        return post
          ? decide(mail, 'sending', { goesAt: now, lease, dueAt: now + LEASE_MS })
          : decide(mail, 'kept', { goesAt: now, settledAt: now })
      case 'wait':
        return decide(mail, 'waiting', { dueAt: verdict.until })
      case 'drop':
        return decide(mail, 'dropped', { reason: verdict.reason, settledAt: now })
      case undefined:
        throw new Fault('a mail was not judged')
    }
  })
}

const decide = (
  mail: DueMail,
  state: Decision['state'],
  {
    reason = null,
    dueAt = null,
    lease = null,
    goesAt = null,
    settledAt = null,
  }: Partial<Omit<Decision, 'id' | 'state' | 'unanswered'>>,
): Decision => ({
  id: mail.id,
  state,
  reason,
  dueAt,
  lease,
  goesAt,
  unanswered: isToStranger(mail) ? 1 : 0,
  settledAt,
})

const gather = async (
  tx: Tx,
  { keys }: Letterhead,
  due: readonly DueMail[],
): Promise<readonly Candidate[]> => {
  const hashes = due.map(({ email }) => (email === null ? [] : addressHashes(keys, email)))
  const stops = await findStops(tx, hashes.flat())
  return due.map((one, place) => ({
    personId: one.person_id,
    ownerId: one.owner_id,
    creatorId: one.creator_id,
    kind: one.kind,
    unasked: unaskedOf(one),
    createdAt: one.created_at,
    answerBy: one.answer_by,
    isCounted: one.counted_at !== null,
    hasAddress: one.email !== null,
    hasStopped: hashes[place]?.some((hash) => stops.has(hash)) ?? false,
    isToStranger: isToStranger(one),
    wentAt: instantsIn(one.went_at),
    fromCreator: one.from_creator,
    toStrangers: one.to_strangers,
  }))
}

/** Newest first. */
const instantsIn = (text: string | null): readonly number[] =>
  text === null
    ? []
    : text
        .split(' ')
        .map(Number)
        .toSorted((a, b) => b - a)

const unaskedOf = ({ kind }: DueMail): Candidate['unasked'] => {
  if (kind === 'invited') return 'invitation'
  return kind === 'member_added' ? 'membership' : null
}

const isToStranger = (mail: DueMail): boolean => mail.answered === null && isToOther(mail)

/** To someone whom the owner wrote to, not to the one who did it. */
const isToOther = ({ kind, person_id, creator_id }: DueMail): boolean =>
  kind === 'member_added' || (kind !== 'webhook_disabled' && person_id !== creator_id)

const sendOne = async (room: MailRoom, post: Post, mail: Claimed, lease: string): Promise<void> => {
  const settled = await handOver(room, post, mail)
  await room.store.write((tx) => settleMail(tx, mail.id, lease, settled, room.now()))
}

const handOver = async (
  { letterhead, now, onFailure }: MailRoom,
  post: Post,
  mail: Claimed,
): Promise<Settled> => {
  try {
    await post.send(composeMail(mail, mail.address, letterhead), now())
    return { state: 'sent', reason: null, dueAt: null }
  } catch (error) {
    if (!(error instanceof PostError)) throw error
    onFailure(mail.id, error)
    const dueAt = error.isFinal ? undefined : nextTryAt(mail.tries, now())
    return dueAt === undefined
      ? { state: 'failed', reason: error.code, dueAt: null }
      : { state: 'waiting', reason: error.code, dueAt }
  }
}

const KEPT_MS = 30 * DAY_MS
const PRUNED_AT_ONCE = 500

/** Removes mails of more than thirty days ago, whatever became of them. */
export const pruneMails = async (store: Store, now: number): Promise<void> => {
  for (let more = true; more;) {
    more = (await store.write((tx) => pruneOldest(tx, now - KEPT_MS, PRUNED_AT_ONCE))) === PRUNED_AT_ONCE
  }
}
