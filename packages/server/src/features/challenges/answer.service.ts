// Answering a challenge by a link: no token, no plan, the same rules and the same transaction as a call.
import type { ChallengeWithEvidence, Party } from '@challenge-service/contract'
import type { AnswerLink } from '../../mail/links.ts'
import type { Reader, Tx } from '../../store/store.ts'
import { findPersonById } from '../access/accounts.store.ts'
import { notVisible } from '../../kernel/refusal.ts'
import { listEvidence } from './additions.store.ts'
import { choicesIn, isGiven, isOpen, moveOf, type Choice } from './answer.rules.ts'
import { acceptChallenge, moveChallenge, type ChallengeSettings } from './challenge.service.ts'
import { findPartyId, findVisible, lockVisible, type Seen } from './challenge.store.ts'
import { viewWithEvidence } from './challenge.view.ts'
import { caughtUp } from './clock.rules.ts'

/** A challenge as the person of a link sees it, and what they can answer there now. */
export interface Asked {
  readonly challenge: ChallengeWithEvidence
  readonly party: Party
  readonly choices: readonly Choice[]
  /** False once what the link was made for has been answered, by them or otherwise. */
  readonly isOpen: boolean
  /** Nobody knows their first name yet. */
  readonly isNameless: boolean
  /** Their own, for the link that stops mails. */
  readonly address: string
}

/** Undefined where there is no such challenge any more. */
export const findAsked = async (
  reader: Reader,
  link: AnswerLink,
  now: number,
): Promise<Asked | undefined> => {
  const { challengeId, party, stage } = link
  const personId = await findPartyId(reader, challengeId, party)
  const seen = personId && (await findVisible(reader, { personId, groupId: null }, challengeId))
  if (!personId || !seen) return undefined
  const [person, evidence] = await Promise.all([
    findPersonById(reader, personId),
    listEvidence(reader, challengeId),
  ])
  // Whoever was erased has no way back by an old mail.
  if (!person || person.email === null) return undefined
  const current = upToDate(seen, now)
  return {
    challenge: viewWithEvidence(current.challenge, current, evidence, now),
    party,
    choices: choicesIn(stage, current.challenge.life, party),
    isOpen: isOpen(stage, current.challenge.life, party),
    isNameless: person.first_name === null && seen.challenge.opponentName === null,
    address: person.email,
  }
}

const upToDate = (seen: Seen, now: number): Seen => ({
  ...seen,
  challenge: { ...seen.challenge, life: caughtUp(seen.challenge.life, now) },
})

export interface Answer {
  readonly choice: Choice
  /** What they want to be called, where nobody knows yet. */
  readonly firstName: string | null
  readonly reason: string
}

/** `repeated`: it had been given already. `late`: something else has happened, and nothing is changed. */
export type Given = 'done' | 'repeated' | 'late'

export const giveAnswer = async (
  tx: Tx,
  link: AnswerLink,
  { choice, firstName, reason }: Answer,
  now: number,
  settings: ChallengeSettings,
): Promise<Given> => {
  const { challengeId: id, party, stage } = link
  const personId = await findPartyId(tx, id, party)
  const seen = personId && (await lockVisible(tx, { personId, groupId: null }, id))
  const person = personId && (await findPersonById(tx, personId))
  if (!seen || !person || person.email === null) throw notVisible()
  const { life } = upToDate(seen, now).challenge
  if (isGiven(choice, life, party)) return 'repeated'
  if (!choicesIn(stage, life, party).includes(choice)) return 'late'
  const actor = { personId, groupId: null, firstName: person.first_name ?? firstName }
  const call = { actor, input: { id }, now }
  if (choice === 'accept') await acceptChallenge(tx, call, settings)
  else await moveChallenge(tx, call, moveOf(choice, life, party, reason), settings)
  return 'done'
}
