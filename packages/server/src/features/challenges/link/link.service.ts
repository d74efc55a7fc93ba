// The links of a challenge that were mailed to a party: whom each acts for, and until when.
import type { Party } from '@challenge-service/contract'
import type { PersonId } from '../../../kernel/ids.ts'
import { DAY_MS } from '../../../kernel/instants.ts'
import { notVisible, refuse } from '../../../kernel/refusal.ts'
import type { ChallengeLink } from '../../../mail/messages/links.ts'
import { countQueued, queueMail } from '../../../mail/outbox/outbox.store.ts'
import type { Reader, Tx } from '../../../store/store.ts'
import { findPersonById } from '../../access/accounts.store.ts'
import { makeLinkNotice } from '../notices/notices.rules.ts'
import { markUsed } from '../notices/notice.store.ts'
import { showChallengeTo, type SeenByPerson } from '../play/shown.service.ts'
import { lockVisible } from '../storage/challenge.store.ts'
import { hasBlockedIn } from './blocks.store.ts'
import { endLinks, findLinkOwner, type LinkOwner } from './link.store.ts'

/** How long a challenge that has ended can be read by its links. */
const READABLE_MS = 90 * DAY_MS
/** Each one is a mail that no other limit holds back. */
const RENEWALS_A_DAY = 5

/** What the person of a link is shown. */
export interface LinkedChallenge extends SeenByPerson {
  readonly party: Party
  readonly personId: PersonId
  /** Nobody knows their first name yet. */
  readonly isNameless: boolean
  readonly hasBlocked: boolean
  /** Their own, for the link to their mails. */
  readonly address: string
  /** They want links to lead to signing in, and to act for nobody. */
  readonly signsIn: boolean
}

/** `ended`: the person ended it, or the challenge ended long ago. */
export type OpenedLink = LinkedChallenge | 'unknown' | 'ended'

export const openLink = async (reader: Reader, link: ChallengeLink, now: number): Promise<OpenedLink> => {
  const { challengeId, party } = link
  const owner = await findLinkOwner(reader, challengeId, party)
  if (!owner) return 'unknown'
  if (owner.number !== link.number) return 'ended'
  const { personId } = owner
  const [seen, person, hasBlocked] = await Promise.all([
    showChallengeTo(reader, personId, challengeId, now),
    findPersonById(reader, personId),
    hasBlockedIn(reader, personId, challengeId),
  ])
  // An old mail is no way back for someone who was erased.
  if (!seen || !person || person.email === null) return 'unknown'
  const { life, opponentName } = seen.challenge
  if (life.closedAt !== null && now >= life.closedAt + READABLE_MS) return 'ended'
  return {
    ...seen,
    party,
    personId,
    isNameless: person.first_name === null && opponentName === null,
    hasBlocked,
    address: person.email,
    signsIn: person.links_sign_in === 1,
  }
}

/** The person of a link that still acts. To use it is to know of what was proposed. */
export const useLink = async (tx: Tx, link: ChallengeLink, now: number): Promise<LinkOwner> => {
  const owner = await noteLinkUse(tx, link, now)
  if (!owner) throw notVisible()
  return owner
}

/** Undefined where the link acts for nobody any more. */
export const noteLinkUse = async (
  tx: Tx,
  link: ChallengeLink,
  now: number,
): Promise<LinkOwner | undefined> => {
  const owner = await findLinkOwner(tx, link.challengeId, link.party)
  if (!owner || owner.number !== link.number) return undefined
  await markUsed(tx, link.challengeId, owner.personId, now)
  return owner
}

/** Ends every link that was mailed to them for this challenge, and mails a new one. */
export const renewLink = async (tx: Tx, link: ChallengeLink, now: number): Promise<void> => {
  const { personId, number } = await useLink(tx, link, now)
  const visible = await lockVisible(tx, { personId, groupId: null }, link.challengeId)
  if (!visible) throw notVisible()
  const renewals = await countQueued(tx, personId, link.challengeId, 'link_renewed', now - DAY_MS)
  if (renewals >= RENEWALS_A_DAY) {
    throw refuse(
      'conflict',
      'limit_reached',
      `You have ended earlier links ${RENEWALS_A_DAY} times in a day. This link still works. Try again tomorrow.`,
    )
  }
  if (await endLinks(tx, link.challengeId, link.party, number)) {
    queueMail(tx, makeLinkNotice(visible.challenge, link.party, now), now)
  }
}
