// What follows for challenges from what became of their mails. Silence counts only for someone who was told, so this
// is written on the challenge when it happens, never looked up at the deadline.
import type { ChallengeId, PersonId } from '../../../kernel/ids.ts'
import { dropWaitingDeadlines, queueMail } from '../../../mail/outbox/outbox.store.ts'
import type { StoredMail } from '../../../mail/outbox/kept-mails.store.ts'
import type { Unwanted } from '../../../mail/outbox/claim.ts'
import type { Tx } from '../../../store/store.ts'
import { lockById } from '../storage/challenge.store.ts'
import { listUntoldIds, markTold, takeNoticesBack } from './notice.store.ts'
import { makeProposalNotice } from './notices.rules.ts'

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

/** Of more than these nobody is told again at once; what they are not told of lapses. */
const TOLD_AGAIN = 200

/** Mails are wanted again, or arrive again: what they were not told of, they are told now. Gives in which challenges. */
export const sendMissedNotices = async (
  tx: Tx,
  personId: PersonId,
  now: number,
): Promise<readonly ChallengeId[]> => {
  const told: ChallengeId[] = []
  await takeNoticesBack(tx, personId, 'stop', now)
  for (const id of await listUntoldIds(tx, personId, TOLD_AGAIN)) {
    const challenge = await lockById(tx, id)
    const notice = challenge && makeProposalNotice(challenge, now)
    if (!notice) continue
    dropWaitingDeadlines(tx, personId, id, now)
    queueMail(tx, notice, now)
    told.push(id)
  }
  return told
}
