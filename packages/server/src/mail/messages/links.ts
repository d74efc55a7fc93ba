// The signed links of mails. That of a challenge names it, the party, and a number kept for both; one for leaving names
// a membership, when it began, until when, and a number kept for it; one for mails names keyed hashes of the address,
// so that it holds for ever and says nothing to anyone else.
import { isId, type ChallengeId, type MemberId, type PersonId } from '../../kernel/ids.ts'
import type { Party } from '@challenge-service/contract'
import type { Keyring } from '../../kernel/keyring.ts'
import { getInbox } from '../limits/inbox.ts'

export interface ChallengeLink {
  readonly challengeId: ChallengeId
  readonly party: Party
  /** Links of a smaller number than the one that is kept have ended. */
  readonly number: number
}

const partyLetters = { creator: 'c', opponent: 'o' } as const satisfies Record<Party, string>

const toLetter = <Name extends string>(letters: Readonly<Record<Name, string>>, letter: string) =>
  (Object.keys(letters) as Name[]).find((name) => letters[name] === letter)

const CHALLENGE_PREFIX = 'ch_'
const CHALLENGE = /^(\w{26})([a-z])([0-9a-z]{1,9})$/
/** As 0.1 wrote them: what was asked, and until when, stood where the number stands now. */
const EARLIER = /^(\w{26})([a-z])[a-z][0-9a-z]{1,9}$/

export const challengeUrl = (keys: Keyring, baseUrl: string, link: ChallengeLink): string => {
  const { challengeId, party, number } = link
  const id = challengeId.slice(CHALLENGE_PREFIX.length)
  const body = `${id}${partyLetters[party]}${number.toString(36)}`
  return `${baseUrl}/a/${signed(keys, 'challenge', body)}`
}

/** Undefined for anything that we did not write. */
export const readChallengeLink = (keys: Keyring, text: string): ChallengeLink | undefined => {
  const [, id = '', letter = '', number = ''] =
    CHALLENGE.exec(readSigned(keys, 'challenge', text) ?? '') ??
    EARLIER.exec(readSigned(keys, 'answer', text) ?? '') ??
    []
  const challengeId = CHALLENGE_PREFIX + id
  const party = toLetter(partyLetters, letter)
  if (!isId('challenge', challengeId) || !party) return undefined
  return { challengeId, party, number: number === '' ? 0 : Number.parseInt(number, 36) }
}

export interface LeaveLink {
  readonly memberId: MemberId
  /** It is good for the membership that began then, not for one before or after it. */
  readonly joinedAt: number
  readonly by: number
  /** Links of a smaller number than the one that is kept have ended. */
  readonly number: number
}

const MEMBER_PREFIX = 'mem_'
/** The number 0 is not written: links were made without one before. */
const LEAVE = /^(\w{26})([0-9a-z]{1,9})-([0-9a-z]{1,9})(?:-([0-9a-z]{1,9}))?$/

export const leaveUrl = (keys: Keyring, baseUrl: string, link: LeaveLink): string => {
  const id = link.memberId.slice(MEMBER_PREFIX.length)
  const number = link.number === 0 ? '' : `-${link.number.toString(36)}`
  const body = `${id}${link.joinedAt.toString(36)}-${link.by.toString(36)}${number}`
  return `${baseUrl}/leave/${signed(keys, 'leave', body)}`
}

/** Undefined for anything that we did not write. */
export const readLeaveLink = (keys: Keyring, text: string): LeaveLink | undefined => {
  const [, id = '', joinedAt = '', by = '', number = '0'] =
    LEAVE.exec(readSigned(keys, 'leave', text) ?? '') ?? []
  const memberId = MEMBER_PREFIX + id
  if (!isId('member', memberId)) return undefined
  return {
    memberId,
    joinedAt: Number.parseInt(joinedAt, 36),
    by: Number.parseInt(by, 36),
    number: Number.parseInt(number, 36),
  }
}

/** Which mails one click stops. */
export type MailStop = 'invitations' | 'news'

export interface MailsLink {
  /** Of the mail that it stands in; null where one click stops nothing. */
  readonly stop: MailStop | null
  readonly addressHash: string
  readonly inboxHash: string
  /** Null in links of 0.1, which did not name anyone. */
  readonly personId: PersonId | null
}

const stopLetters = { invitations: 'i', news: 'n', none: 'x' } as const
const PERSON_PREFIX = 'per_'
const MAILS = /^([inx])\.([\w-]{27})\.([\w-]{27})?\.(\w{26})$/
const EARLIER_STOP = /^[\w-]{27}$/

/** Where a person says which mails they want. */
export const mailsUrl = (
  keys: Keyring,
  baseUrl: string,
  address: string,
  personId: PersonId,
  stop: MailStop | null,
): string => {
  const [own, inbox] = [addressHash(keys, address), inboxHash(keys, address)]
  const body = [
    stopLetters[stop ?? 'none'],
    own,
    own === inbox ? '' : inbox,
    personId.slice(PERSON_PREFIX.length),
  ].join('.')
  return `${baseUrl}/stop/${signed(keys, 'mails', body)}`
}

/** Undefined for anything that we did not write. */
export const readMailsLink = (keys: Keyring, text: string): MailsLink | undefined => {
  const [, letter = '', own = '', inbox, person = ''] =
    MAILS.exec(readSigned(keys, 'mails', text) ?? '') ?? []
  const stop = toLetter(stopLetters, letter)
  if (stop) {
    // Signed by us, so it is the id of a person.
    const personId = (PERSON_PREFIX + person) as PersonId
    return { stop: stop === 'none' ? null : stop, addressHash: own, inboxHash: inbox ?? own, personId }
  }
  const [earlier] = EARLIER_STOP.exec(readSigned(keys, 'stop', text) ?? '') ?? []
  return earlier === undefined
    ? undefined
    : { stop: null, addressHash: earlier, inboxHash: earlier, personId: null }
}

/** What is kept of an address. */
export const addressHash = (keys: Keyring, address: string): string =>
  keys.sign('address', address).toString('base64url')

/** Under every key that is given, so that a wish outlives the first. */
export const addressHashes = (keys: Keyring, address: string): readonly string[] =>
  keys.signatures('address', address).map((hash) => hash.toString('base64url'))

/** The same of an address without its +tag. */
export const inboxHash = (keys: Keyring, address: string): string => addressHash(keys, getInbox(address))

export const inboxHashes = (keys: Keyring, address: string): readonly string[] =>
  addressHashes(keys, getInbox(address))

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
