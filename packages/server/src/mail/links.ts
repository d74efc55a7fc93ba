// The signed links of mails. One for answering names a challenge, a party, what is asked and until when; one for
// leaving names a membership, when it began and until when; one for stopping names a keyed hash of the address,
// so that it says nothing and holds for ever.
import { isId } from '../kernel/ids.ts'
import type { Party } from '@challenge-service/contract'
import type { Keyring } from '../kernel/keyring.ts'
import type { Stage } from './notice.rules.ts'

export interface AnswerLink {
  readonly challengeId: string
  readonly party: Party
  readonly stage: Stage
  /** From this instant on it is worth nothing. */
  readonly by: number
}

const partyLetters = { creator: 'c', opponent: 'o' } as const satisfies Record<Party, string>
const stageLetters = {
  invited: 'i',
  settle: 's',
  proposed: 'p',
  disputed: 'd',
  cancel: 'x',
} as const satisfies Record<Stage, string>

const letterOf = <Name extends string>(letters: Readonly<Record<Name, string>>, letter: string) =>
  (Object.keys(letters) as Name[]).find((name) => letters[name] === letter)

const CHALLENGE_PREFIX = 'ch_'
const ANSWER = /^(\w{26})([a-z])([a-z])([0-9a-z]{1,9})$/

export const answerUrl = (keys: Keyring, baseUrl: string, link: AnswerLink): string => {
  const { challengeId, party, stage, by } = link
  const id = challengeId.slice(CHALLENGE_PREFIX.length)
  const body = `${id}${partyLetters[party]}${stageLetters[stage]}${by.toString(36)}`
  return `${baseUrl}/a/${signed(keys, 'answer', body)}`
}

/** Undefined for anything that we did not write. */
export const readAnswerLink = (keys: Keyring, text: string): AnswerLink | undefined => {
  const [, id = '', partyLetter = '', stageLetter = '', by = ''] =
    ANSWER.exec(readSigned(keys, 'answer', text) ?? '') ?? []
  const challengeId = CHALLENGE_PREFIX + id
  const party = letterOf(partyLetters, partyLetter)
  const stage = letterOf(stageLetters, stageLetter)
  if (!isId('challenge', challengeId) || !party || !stage) return undefined
  return { challengeId, party, stage, by: Number.parseInt(by, 36) }
}

export interface LeaveLink {
  readonly memberId: string
  /** It is good for the membership that began then, not for one before or after it. */
  readonly joinedAt: number
  readonly by: number
}

const MEMBER_PREFIX = 'mem_'
const LEAVE = /^(\w{26})([0-9a-z]{1,9})-([0-9a-z]{1,9})$/

export const leaveUrl = (keys: Keyring, baseUrl: string, link: LeaveLink): string => {
  const id = link.memberId.slice(MEMBER_PREFIX.length)
  const body = `${id}${link.joinedAt.toString(36)}-${link.by.toString(36)}`
  return `${baseUrl}/leave/${signed(keys, 'leave', body)}`
}

/** Undefined for anything that we did not write. */
export const readLeaveLink = (keys: Keyring, text: string): LeaveLink | undefined => {
  const [, id = '', joinedAt = '', by = ''] = LEAVE.exec(readSigned(keys, 'leave', text) ?? '') ?? []
  const memberId = MEMBER_PREFIX + id
  if (!isId('member', memberId)) return undefined
  return { memberId, joinedAt: Number.parseInt(joinedAt, 36), by: Number.parseInt(by, 36) }
}

export const stopUrl = (keys: Keyring, baseUrl: string, address: string): string =>
  `${baseUrl}/stop/${signed(keys, 'stop', addressHash(keys, address))}`

/** The hash of the address that asks for no more mails; undefined for anything that we did not write. */
export const readStopLink = (keys: Keyring, text: string): string | undefined =>
  readSigned(keys, 'stop', text)

/** What is kept of an address that wants no mails. */
export const addressHash = (keys: Keyring, address: string): string =>
  keys.sign('address', address).toString('base64url')

/** Under every key that is given, so that a stop outlives the first. */
export const addressHashes = (keys: Keyring, address: string): readonly string[] =>
  keys.signatures('address', address).map((hash) => hash.toString('base64url'))

const SIGNATURE_CHARS = 27

const signed = (keys: Keyring, purpose: string, body: string): string =>
  keys.sign('link', `${purpose} ${body}`).toString('base64url') + body

const readSigned = (keys: Keyring, purpose: string, text: string): string | undefined => {
  const body = text.slice(SIGNATURE_CHARS)
  const signature = Buffer.from(text.slice(0, SIGNATURE_CHARS), 'base64url')
  // Its last character has bits to spare: only the spelling that we wrote is ours.
  if (!text.startsWith(signature.toString('base64url'))) return undefined
  return keys.verify('link', `${purpose} ${body}`, signature) ? body : undefined
}
