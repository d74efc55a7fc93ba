// Acting on a challenge by a link: no token, no plan, the same rules and the same transaction as a call.
import type { ChallengeWithEvidence, Party } from '@challenge-service/contract'
import type { PersonId } from '../../../kernel/ids.ts'
import { DAY_MS } from '../../../kernel/instants.ts'
import { notVisible } from '../../../kernel/refusal.ts'
import type { ChallengeLink } from '../../../mail/links.ts'
import { queueMail } from '../../../mail/outbox.store.ts'
import type { Reader, Tx } from '../../../store/store.ts'
import { findPersonById } from '../../access/accounts.store.ts'
import { applyAccept, applyMove } from '../challenge.service.ts'
import { changeVisible, type Change } from '../change/change.ts'
import { makeLinkNotice } from '../notices/notices.rules.ts'
import { markUsed } from '../notices/notice.store.ts'
import { viewWithEvidence } from '../reading/challenge.view.ts'
import { catchUp } from '../rules/clock.rules.ts'
import type { ChallengeSettings, Life } from '../rules/life.rules.ts'
import { listEvidence } from '../storage/additions.store.ts'
import { findVisible, lockVisible } from '../storage/challenge.store.ts'
import { blockPerson, isBlocked, unblockPerson } from './blocks.store.ts'
import { endLinks, findLinkOwner, type LinkOwner } from './link.store.ts'
import { isAsked, isGiven, isPossible, listChoices, toMove, type Choice } from './reply.rules.ts'

/** How long a challenge that has ended can be read by its links. */
const READABLE_MS = 90 * DAY_MS

/** A challenge as the person of a link sees it, and what they can do there now. */
export interface LinkedChallenge {
  readonly challenge: ChallengeWithEvidence
  readonly party: Party
  readonly choices: readonly Choice[]
  /** Something waits for them, rather than merely being possible. */
  readonly isAsked: boolean
  /** Nobody knows their first name yet. */
  readonly isNameless: boolean
  readonly hasBlocked: boolean
  readonly personId: PersonId
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
  const { personId, otherId } = owner
  const [visible, person, evidence, hasBlocked] = await Promise.all([
    findVisible(reader, { personId, groupId: null }, challengeId),
    findPersonById(reader, personId),
    listEvidence(reader, challengeId),
    isBlocked(reader, personId, otherId),
  ])
  // Whoever was erased has no way back by an old mail.
  if (!visible || !person || person.email === null) return 'unknown'
  const challenge = { ...visible.challenge, life: catchUp(visible.challenge.life, now) }
  const { life } = challenge
  if (life.closedAt !== null && now >= life.closedAt + READABLE_MS) return 'ended'
  return {
    challenge: viewWithEvidence(challenge, visible, evidence, now),
    party,
    choices: listChoices(life, party),
    isAsked: isAsked(life, party),
    isNameless: person.first_name === null && challenge.opponentName === null,
    hasBlocked,
    personId,
    address: person.email,
    signsIn: person.links_sign_in === 1,
  }
}

/** The person of a link that still acts. To use it is to know of what was proposed. */
const useLink = async (tx: Tx, link: ChallengeLink, now: number): Promise<LinkOwner> => {
  const owner = await findLinkOwner(tx, link.challengeId, link.party)
  if (!owner || owner.number !== link.number) throw notVisible()
  await markUsed(tx, link.challengeId, owner.personId, now)
  return owner
}

export interface Reply {
  readonly choice: Choice
  /** What they want to be called, where nobody knows yet. */
  readonly firstName: string | null
  readonly reason: string
  /** The outcome that they were shown when they agreed; null where that is not known. */
  readonly seenOutcome: string | null
}

/** `repeated`: it had been given already. `late`: something else has happened, and nothing is changed. */
export type ReplyResult = 'done' | 'repeated' | 'late'

export const giveReply = async (
  tx: Tx,
  link: ChallengeLink,
  reply: Reply,
  now: number,
  settings: ChallengeSettings,
): Promise<ReplyResult> => {
  const { party, challengeId } = link
  const { personId } = await useLink(tx, link, now)
  const person = await findPersonById(tx, personId)
  if (!person || person.email === null) throw notVisible()
  const firstName = person.first_name ?? reply.firstName
  const viewer = { personId, groupId: null, firstName, byOwnHand: true }
  const { result } = await changeVisible<ReplyResult>(
    tx,
    viewer,
    challengeId,
    now,
    async (current, visible) => {
      const { life } = current
      const { choice, reason } = reply
      const decided = decideReply(reply, life, party)
      if (decided !== 'done') return { challenge: visible.challenge, result: decided }
      const change: Change =
        choice === 'accept'
          ? await applyAccept(tx, current, visible, viewer, now, settings)
          : applyMove(current, visible, toMove(choice, life, party, reason), now, settings)
      return { ...change, result: decided }
    },
  )
  return result
}

const decideReply = ({ choice, seenOutcome }: Reply, life: Life, party: Party): ReplyResult => {
  if (isGiven(choice, life, party)) return 'repeated'
  if (!isPossible(choice, life, party)) return 'late'
  // Another proposal has come in the place of the one that they read.
  const isOther = choice === 'agree' && seenOutcome !== null && seenOutcome !== life.proposal?.outcome
  return isOther ? 'late' : 'done'
}

/** From now on nothing that the other one makes reaches them; or all of it does again. */
export const setBlock = async (tx: Tx, link: ChallengeLink, blocks: boolean, now: number): Promise<void> => {
  const { personId, otherId, otherName } = await useLink(tx, link, now)
  if (blocks) await blockPerson(tx, personId, otherId, now, otherName)
  else await unblockPerson(tx, personId, otherId)
}

/** Ends every link that was mailed to them for this challenge, and mails a new one. */
export const renewLink = async (tx: Tx, link: ChallengeLink, now: number): Promise<void> => {
  const { personId, number } = await useLink(tx, link, now)
  const visible = await lockVisible(tx, { personId, groupId: null }, link.challengeId)
  if (!visible) throw notVisible()
  if (await endLinks(tx, link.challengeId, link.party, number)) {
    queueMail(tx, makeLinkNotice(visible.challenge, link.party, now), now)
  }
}
