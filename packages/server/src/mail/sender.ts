// Sends what waits in the outbox: claims a few under a lease, judges each by the limits, hands them over
// outside any transaction, and settles each under its lease. Safe on any number of nodes.
import { randomUUID } from 'node:crypto'
import { DAY_MS, MINUTE_MS } from '../kernel/instants.ts'
import type { Store, Tx } from '../store/store.ts'
import { composeMail, type Letterhead } from './compose.ts'
import { countMails } from './counts.store.ts'
import { judgeMail, PER_ADDRESS, type Judged } from './limits.rules.ts'
import { addressHashes } from './links.ts'
import {
  claimMail,
  dropMail,
  keepMail,
  lockDueMails,
  postponeMail,
  pruneOldest,
  settleMail,
  type Settled,
  type StoredMail,
} from './outbox.store.ts'
import { nextTryAt } from './retry.rules.ts'
import { PostError, type Post } from './smtp.ts'
import { hasStopped } from './stops.store.ts'

export const AT_ONCE = 5
/** Where there is nothing to hand over, one transaction is all; it is held for a few milliseconds. */
const KEPT_AT_ONCE = 20
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

type Claimed = StoredMail & { readonly address: string }

const sendSome = async (room: MailRoom): Promise<boolean> => {
  const token = randomUUID()
  const atOnce = room.post ? AT_ONCE : KEPT_AT_ONCE
  const { claimed, looked } = await room.store.write(async (tx) => {
    const now = room.now()
    const lease = { token, until: now + LEASE_MS }
    const due = await lockDueMails(tx, now, atOnce)
    const taken: Claimed[] = []
    // One after another, so that each is judged after the one before has been counted.
    for (const mail of due) if (await claimOne(tx, room, mail, lease, now)) taken.push(mail as Claimed)
    return { claimed: taken, looked: due.length }
  })
  const { post } = room
  if (post) await Promise.all(claimed.map((mail) => sendOne(room, post, mail, token)))
  return looked === atOnce
}

/** True where it is ours to send. */
const claimOne = async (
  tx: Tx,
  { letterhead, post }: MailRoom,
  mail: StoredMail,
  lease: { readonly token: string; readonly until: number },
  now: number,
): Promise<boolean> => {
  const judged = await gather(tx, letterhead, mail, now)
  const verdict = judgeMail(judged, now)
  switch (verdict.kind) {
    case 'drop':
      await dropMail(tx, mail.id, verdict.reason, now)
      return false
    case 'wait':
      await postponeMail(tx, mail.id, verdict.until)
      return false
    case 'send':
      if (!post) {
        await keepMail(tx, mail.id, now, judged.isToStranger)
        return false
      }
      await claimMail(tx, mail.id, lease, now, judged.isToStranger)
      return true
  }
}

const gather = async (tx: Tx, { keys }: Letterhead, mail: StoredMail, now: number): Promise<Judged> => {
  const { address } = mail
  const [stopped, counts] = await Promise.all([
    address === null ? false : hasStopped(tx, addressHashes(keys, address)),
    countMails(tx, mail, now - DAY_MS, PER_ADDRESS),
  ])
  return {
    unasked: unaskedOf(mail),
    createdAt: mail.createdAt,
    answerBy: mail.answer?.by ?? null,
    isCounted: mail.countedAt !== null,
    hasAddress: address !== null,
    hasStopped: stopped,
    isToStranger: isToOther(mail) && counts.answered === null,
    fullSince: counts.full_since,
    fromCreator: counts.from_creator,
    toStrangers: counts.to_strangers,
  }
}

const unaskedOf = ({ kind }: StoredMail): Judged['unasked'] => {
  if (kind === 'invited') return 'invitation'
  return kind === 'member_added' ? 'membership' : null
}

/** To someone whom the owner wrote to, not to the one who did it. */
const isToOther = (mail: StoredMail): boolean =>
  mail.kind === 'member_added' || (mail.kind !== 'webhook_disabled' && mail.facts.party === 'opponent')

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
    const dueAt = error.isFinal ? undefined : nextTryAt(mail.tries + 1, now())
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
