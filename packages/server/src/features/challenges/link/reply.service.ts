// Acting on a challenge by a link: no token, no plan, the same rules and the same transaction as a call.
import type { ChallengeWithEvidence, Party } from '@challenge-service/contract'
import { DAY_MS } from '../../../kernel/instants.ts'
import { notVisible } from '../../../kernel/refusal.ts'
import type { ChallengeLink } from '../../../mail/links.ts'
import { queueMail } from '../../../mail/outbox.store.ts'
import type { Reader, Tx } from '../../../store/store.ts'
import { findPersonById } from '../../access/accounts.store.ts'
import { listEvidence } from '../storage/additions.store.ts'
import { choicesIn, isAsked, isGiven, isPossible, moveOf, type Choice } from './reply.rules.ts'
import { blockPerson, isBlocked, unblockPerson } from './blocks.store.ts'
import { acceptChallenge, moveChallenge, type ChallengeSettings } from '../challenge.service.ts'
import { findVisible, lockVisible, type Seen } from '../storage/challenge.store.ts'
import { viewWithEvidence } from '../reading/challenge.view.ts'
import { caughtUp } from '../rules/clock.rules.ts'
import { endLinks, findLinked, type Linked } from './link.store.ts'
import { markUsed } from '../notices/notice.store.ts'
import { linkNotice } from '../notices/notices.rules.ts'

/** How long a challenge that has ended can be read by its links. */
const READABLE_MS = 90 * DAY_MS

/** A challenge as the person of a link sees it, and what they can do there now. */
export interface Asked {
  readonly challenge: ChallengeWithEvidence
  readonly party: Party
  readonly choices: readonly Choice[]
  /** Something waits for them, rather than merely being possible. */
  readonly isAsked: boolean
  /** Nobody knows their first name yet. */
  readonly isNameless: boolean
  readonly hasBlocked: boolean
  readonly personId: string
  /** Their own, for the link to their mails. */
  readonly address: string
}

/** `ended`: the person ended it, or the challenge ended long ago. */
export type Opened = Asked | 'unknown' | 'ended'

export const openAsked = async (reader: Reader, link: ChallengeLink, now: number): Promise<Opened> => {
  const { challengeId, party } = link
  const linked = await findLinked(reader, challengeId, party)
  if (!linked) return 'unknown'
  if (linked.number !== link.number) return 'ended'
  const { personId, otherId } = linked
  const [seen, person, evidence, hasBlocked] = await Promise.all([
    findVisible(reader, { personId, groupId: null }, challengeId),
    findPersonById(reader, personId),
    listEvidence(reader, challengeId),
    isBlocked(reader, personId, otherId),
  ])
  // Whoever was erased has no way back by an old mail.
  if (!seen || !person || person.email === null) return 'unknown'
  const current = upToDate(seen, now)
  const { life } = current.challenge
  if (life.closedAt !== null && now >= life.closedAt + READABLE_MS) return 'ended'
  return {
    challenge: viewWithEvidence(current.challenge, current, evidence, now),
    party,
    choices: choicesIn(life, party),
    isAsked: isAsked(life, party),
    isNameless: person.first_name === null && seen.challenge.opponentName === null,
    hasBlocked,
    personId,
    address: person.email,
  }
}

const upToDate = (seen: Seen, now: number): Seen => ({
  ...seen,
  challenge: { ...seen.challenge, life: caughtUp(seen.challenge.life, now) },
})

/** The person of a link that still acts. To use it is to know of what was proposed. */
const useLink = async (tx: Tx, link: ChallengeLink, now: number): Promise<Linked> => {
  const linked = await findLinked(tx, link.challengeId, link.party)
  if (!linked || linked.number !== link.number) throw notVisible()
  await markUsed(tx, link.challengeId, linked.personId, now)
  return linked
}

export interface Answer {
  readonly choice: Choice
  /** What they want to be called, where nobody knows yet. */
  readonly firstName: string | null
  readonly reason: string
  /** The outcome that they were shown when they agreed; null where that is not known. */
  readonly seen: string | null
}

/** `repeated`: it had been given already. `late`: something else has happened, and nothing is changed. */
export type Given = 'done' | 'repeated' | 'late'

export const giveAnswer = async (
  tx: Tx,
  link: ChallengeLink,
  { choice, firstName, reason, seen: seenOutcome }: Answer,
  now: number,
  settings: ChallengeSettings,
): Promise<Given> => {
  const { challengeId: id, party } = link
  const { personId } = await useLink(tx, link, now)
  const seen = await lockVisible(tx, { personId, groupId: null }, id)
  const person = await findPersonById(tx, personId)
  if (!seen || !person || person.email === null) throw notVisible()
  const { life } = upToDate(seen, now).challenge
  if (isGiven(choice, life, party)) return 'repeated'
  if (!isPossible(choice, life, party)) return 'late'
  // Another proposal has come in the place of the one that they read.
  if (choice === 'agree' && seenOutcome !== null && seenOutcome !== life.proposal?.outcome) return 'late'
  const actor = { personId, groupId: null, firstName: person.first_name ?? firstName }
  const call = { actor, input: { id }, now }
  if (choice === 'accept') await acceptChallenge(tx, call, settings)
  else await moveChallenge(tx, call, moveOf(choice, life, party, reason), settings)
  return 'done'
}

/** From now on nothing that the other one makes reaches them; or all of it does again. */
export const setBlock = async (tx: Tx, link: ChallengeLink, blocks: boolean, now: number): Promise<void> => {
  const { personId, otherId } = await useLink(tx, link, now)
  if (blocks) await blockPerson(tx, personId, otherId, now)
  else await unblockPerson(tx, personId, otherId)
}

/** Ends every link that was mailed to them for this challenge, and mails a new one. */
export const renewLink = async (tx: Tx, link: ChallengeLink, now: number): Promise<void> => {
  const { personId, number } = await useLink(tx, link, now)
  const seen = await lockVisible(tx, { personId, groupId: null }, link.challengeId)
  if (!seen) throw notVisible()
  if (await endLinks(tx, link.challengeId, link.party, number)) {
    queueMail(tx, linkNotice(seen.challenge, link.party, now), now)
  }
}
