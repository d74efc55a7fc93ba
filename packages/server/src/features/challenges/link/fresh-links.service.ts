// What someone is mailed of their open challenges when all links that they had have ended, since they were mailed to an
// address that is theirs no more. Nothing is mailed of a challenge that no mail had told them of.
import type { ChallengeId, PersonId } from '../../../kernel/ids.ts'
import type { ChallengeNotice } from '../../../mail/notice.rules.ts'
import { queueMail } from '../../../mail/outbox/outbox.store.ts'
import type { Tx } from '../../../store/store.ts'
import { makeInvitation, makeLinkNotice } from '../notices/notices.rules.ts'
import { findParty } from '../rules/party.rules.ts'
import { lockById } from '../storage/challenge.store.ts'
import { listAccepted, listInvited } from './link.store.ts'

/** Of more than these there is no new link at once; the next notice of each brings one. */
const AT_MOST = 50

/** A link for each challenge that was accepted, but for those of which they are told anyway. */
export const makeFreshLinks = async (
  tx: Tx,
  personId: PersonId,
  told: ReadonlySet<ChallengeId>,
  now: number,
): Promise<readonly ChallengeNotice[]> => {
  const notices: ChallengeNotice[] = []
  for (const id of await listAccepted(tx, personId, AT_MOST)) {
    if (told.has(id)) continue
    const challenge = await lockById(tx, id)
    const party = challenge && findParty(challenge, personId)
    if (challenge && party) notices.push(makeLinkNotice(challenge, party, now))
  }
  return notices
}

/** An invitation that had gone out goes out again. It is one as every other: their wishes and all limits hold for it. */
export const inviteAgain = async (tx: Tx, personId: PersonId, now: number): Promise<void> => {
  for (const id of await listInvited(tx, personId, AT_MOST)) {
    const challenge = await lockById(tx, id)
    if (challenge?.life.status === 'pending') queueMail(tx, makeInvitation(challenge, now), now)
  }
}
