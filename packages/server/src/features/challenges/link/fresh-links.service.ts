// Mails someone a link for each of their open challenges, when those that they had have ended.
import type { PersonId } from '../../../kernel/ids.ts'
import { queueMail } from '../../../mail/outbox.store.ts'
import type { Tx } from '../../../store/store.ts'
import { makeLinkNotice } from '../notices/notices.rules.ts'
import { findParty } from '../rules/party.rules.ts'
import { lockById } from '../storage/challenge.store.ts'
import { listOpenChallenges } from './link.store.ts'

export const mailFreshLinks = async (tx: Tx, personId: PersonId, now: number): Promise<void> => {
  for (const id of await listOpenChallenges(tx, personId)) {
    const challenge = await lockById(tx, id)
    const party = challenge && findParty(challenge, personId)
    if (challenge && party) queueMail(tx, makeLinkNotice(challenge, party, now), now)
  }
}
