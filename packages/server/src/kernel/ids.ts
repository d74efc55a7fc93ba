// Makes ids: 50 bits of time, 15 of sequence, 65 of chance, in Crockford's base32, so that the ids of one
// process sort in the order they were made and those of several processes nearly so.
import { createHash, randomFillSync } from 'node:crypto'
import { idPattern, idPrefixes, type IdKind } from '@challenge-service/contract/plain'

declare const kindOfId: unique symbol

// People are known by an id inside; it never leaves. A mail is known by one to the operator alone, what the site keeps of
// signing in to nobody but the account itself.
const prefixes = {
  ...idPrefixes,
  person: 'per',
  mail: 'mail',
  signIn: 'sin',
  session: 'ses',
  securityEntry: 'sec',
  passkey: 'key',
} as const

type Kind = keyof typeof prefixes

/** An id of one kind: one of another kind does not compile in its place. It comes from `newId`, `isId` or a row. */
export type Id<K extends Kind> = string & { readonly [kindOfId]: K }

/**
 * What came from outside as the id of such a thing, before its row was found: any text, but no id that is known to be of
 * another kind.
 */
export type UncheckedId<K extends Kind> = string & { readonly [kindOfId]?: K }

/** The same for a type that may hold ids. */
export type Unchecked<T> = T extends Id<infer K extends Kind> ? UncheckedId<K> : T

export type AccountId = Id<'account'>
export type ChallengeId = Id<'challenge'>
export type DeliveryId = Id<'delivery'>
export type EventId = Id<'event'>
export type EvidenceId = Id<'evidence'>
export type GroupId = Id<'group'>
export type MailId = Id<'mail'>
export type MemberId = Id<'member'>
export type PasskeyId = Id<'passkey'>
export type PersonId = Id<'person'>
export type QuestionId = Id<'question'>
export type SecurityEntryId = Id<'securityEntry'>
export type SessionId = Id<'session'>
export type SignInId = Id<'signIn'>
export type TallyEntryId = Id<'tallyEntry'>
export type TokenId = Id<'token'>
export type WebhookId = Id<'webhook'>

/** What a token is bound to. */
export type OwnerId = AccountId | GroupId
/** Whom a call acts for: an account, or a member of the group of the token. */
export type ActorId = AccountId | MemberId
/** Whose keys of remembered responses these are: with a token its owner's, by a link the person's own. */
export type KeyOwnerId = OwnerId | PersonId
export type KeyActorId = ActorId | PersonId
/** Whose feed it is: a person's, who may have no account yet, or a group's. */
export type FeedId = PersonId | GroupId
/** Who caused a mail: a person, or the group where it was nobody of it. */
export type CauserId = PersonId | GroupId
/** What an event or a response is about. By it they are found when a person in it is erased. */
export type SubjectId = ChallengeId | MemberId
/** Where challenges are listed: for a person, for a group, or for both together, as `grp_…:per_…`. */
export type ListingId = PersonId | GroupId | `${string}:${string}`

const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz'
const SEQUENCES = 1 << 15
const CHANCE_LENGTH = 13
// Two digits at a time: every call needs an id.
const pairs = Array.from({ length: 32 * 32 }, (_, value) => base32(value, 2))

const pool = new Uint16Array(Math.ceil(CHANCE_LENGTH / 2) * 256)
let poolAt = pool.length
let lastAt = 0
let sequence = 0
let lastAtText = base32(lastAt, 10)

export const newId = <K extends Kind>(kind: K, now: number): Id<K> => {
  if (now > lastAt) moveTo(now)
  else if (sequence === SEQUENCES - 1) moveTo(lastAt + 1)
  else sequence += 1
  return toId(kind, `${lastAtText}${DIGITS.charAt(sequence >> 10)}${pairs[sequence & 1023]}${chance()}`)
}

/** The one place where a text becomes an id because we made it. */
const toId = <K extends Kind>(kind: K, chars: string): Id<K> => `${prefixes[kind]}_${chars}` as Id<K>

const moveTo = (at: number): void => {
  lastAt = at
  lastAtText = base32(at, 10)
  sequence = 0
}

/** What stands before every id of that instant or a later one, and behind those of earlier ones. */
export const firstIdAt = (kind: Kind, at: number): string => `${prefixes[kind]}_${base32(at, 10)}`

/** The same id for the same instant and seed, in every process: for what several nodes would make alike. */
export const derivedId = <K extends Kind>(kind: K, at: number, seed: string): Id<K> => {
  const bytes = createHash('sha256')
    .update(seed)
    .digest()
    .subarray(0, 3 + CHANCE_LENGTH)
  const chars = [...bytes].map((byte) => DIGITS.charAt(byte % 32)).join('')
  return toId(kind, base32(at, 10) + chars)
}

function base32(value: number, length: number): string {
  let rest = value
  let text = ''
  for (let i = 0; i < length; i += 1) {
    text = DIGITS.charAt(rest % 32) + text
    rest = Math.floor(rest / 32)
  }
  return text
}

const chance = (): string => {
  if (poolAt === pool.length) {
    randomFillSync(pool)
    poolAt = 0
  }
  let text = DIGITS.charAt(draw() % 32)
  for (let length = 1; length < CHANCE_LENGTH; length += 2) text += pairs[draw() % pairs.length] ?? ''
  return text
}

const draw = (): number => pool[poolAt++] ?? 0

const patterns = Object.fromEntries(
  Object.keys(idPrefixes).map((kind) => [kind, new RegExp(idPattern(kind as IdKind))]),
) as Record<IdKind, RegExp>

export const isId = <K extends IdKind>(kind: K, text: string): text is Id<K> => patterns[kind].test(text)
