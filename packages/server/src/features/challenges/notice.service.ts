// What follows for challenges from what became of their mails. Silence counts only for someone who was told, so this
// is written on the challenge when it happens, never looked up at the deadline.
import { dropWaitingDeadlines, queueMail, type StoredMail } from '../../mail/outbox.store.ts'
import type { Unwanted } from '../../mail/claim.ts'
import type { Tx } from '../../store/store.ts'
import { lockForClock } from './challenge.store.ts'
import { listToldOf, listUntoldOf, markTold, takeNoticeBack } from './notice.store.ts'
import { proposalNotice } from './notices.rules.ts'

/** The notices by which someone is told of a proposal. */
const proposals: ReadonlySet<string> = new Set(['proposed', 'proposal_ends'])

export const noteDelivered = async (tx: Tx, mails: readonly StoredMail[], at: number): Promise<void> => {
  for (const { kind, challengeId, personId, createdAt } of mails) {
    if (challengeId === null || !proposals.has(kind)) continue
    markTold(tx, challengeId, personId, { at, by: 'mail', writtenAt: createdAt })
  }
}

/** Who chose to be told nothing at all chose so with what is running named: their silence counts. */
export const noteUnwanted = async (tx: Tx, unwanted: readonly Unwanted[]): Promise<void> => {
  for (const { mail, since } of unwanted) {
    if (mail.challenge_id === null || !proposals.has(mail.kind)) continue
    markTold(tx, mail.challenge_id, mail.person_id, { at: since, by: 'stop', writtenAt: mail.created_at })
  }
}

/** Mails are wanted again, or arrive again: what they were not told of, they are told now. */
export const tellAfterAll = async (tx: Tx, personId: string, now: number): Promise<void> => {
  for (const id of await listToldOf(tx, personId, 'stop')) await takeNoticeBack(tx, id, 'stop')
  for (const id of await listUntoldOf(tx, personId)) {
    const challenge = await lockForClock(tx, id)
    const notice = challenge && proposalNotice(challenge, now)
    if (!notice) continue
    dropWaitingDeadlines(tx, personId, id, now)
    queueMail(tx, notice, now)
  }
}

/** Their address cannot be reached: what was mailed to it counts for nothing. Tells in how many challenges. */
export const takeMailsBack = async (tx: Tx, personId: string, now: number): Promise<number> => {
  let taken = 0
  for (const id of await listToldOf(tx, personId, 'mail')) {
    const challenge = await lockForClock(tx, id)
    const isOpen = challenge?.life.proposal && now < challenge.life.proposal.confirmBy
    if (isOpen && (await takeNoticeBack(tx, id, 'mail'))) taken += 1
  }
  return taken
}
