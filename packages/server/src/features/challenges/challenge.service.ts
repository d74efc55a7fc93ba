// What the acting person does with challenges. Each works in the transaction that the floor opened.
import { domainToUnicode } from 'node:url'
import type { Evidence, Party } from '@challenge-service/contract'
import { newId } from '../../kernel/ids.ts'
import { DAY_MS } from '../../kernel/instants.ts'
import { invalidFields, notVisible, refuse } from '../../kernel/refusal.ts'
import type { Tx } from '../../store/store.ts'
import { ensurePerson } from '../access/accounts.store.ts'
import type { Actor, Viewer } from '../access/actor.ts'
import { findMember } from '../access/groups.store.ts'
import { openRecords } from '../records/records.store.ts'
import { Answered, RawJson, type Call } from '../route.ts'
import { isBlocked } from './link/blocks.store.ts'
import { holdsAddress } from './rules/address-in-text.rules.ts'
import { insertEvidence, putSupport, type EvidenceRow } from './storage/additions.store.ts'
import { countInGroup, judge, recordsOf, saveChange, tell, type Happening } from './change/change.ts'
import type { Move } from './rules/challenge.rules.ts'
import { insertChallenge, lockVisible, type Seen } from './storage/challenge.store.ts'
import { type Challenge, newLife, type Periods } from './rules/life.rules.ts'
import { viewEvidence, type Reading } from './reading/challenge.view.ts'
import { faceOf, showChallenge } from './snapshot/snapshot.view.ts'
import { hiddenLaneId, insertLanes, partyLaneId, type LanePlace } from './reading/listing.store.ts'

export interface ChallengeSettings extends Periods {
  /** Null: any stake. */
  readonly stakes: readonly string[] | null
}

interface NewChallenge {
  readonly claim: string
  readonly opponent_email: string
  readonly stake: string
  readonly due_days: number
  readonly reference?: string
}

export const createChallenge = async (
  tx: Tx,
  { actor, input, now }: Call<NewChallenge>,
  settings: ChallengeSettings,
): Promise<RawJson> => {
  checkNew(input, actor, settings)
  const opponentId = await ensurePerson(tx, input.opponent_email, now)
  const [isHidden, opponentMember] = await Promise.all([
    isBlocked(tx, opponentId, actor.personId),
    actor.groupId === null ? undefined : findMember(tx, actor.groupId, opponentId),
  ])
  const challenge: Challenge = {
    id: newId('challenge', now),
    groupId: actor.groupId,
    groupName: actor.groupName,
    creatorId: actor.personId,
    opponentId,
    creatorName: actor.firstName,
    opponentName: opponentMember?.first_name ?? null,
    claim: input.claim,
    stake: input.stake,
    dueDays: input.due_days,
    reference: input.reference ?? null,
    isHidden,
    life: newLife(now + input.due_days * DAY_MS, settings.settleMs, isByOwnHand(actor)),
    version: 1,
    createdAt: now,
    updatedAt: now,
  }
  insertChallenge(tx, challenge, faceOf(challenge))
  insertLanes(tx, challenge.id, placesOf(challenge))
  openRecords(tx, recordsOf(challenge))
  await Promise.all([
    countInGroup(tx, null, challenge),
    tell(tx, [{ type: 'challenge.created', actor: 'creator', at: now, challenge }], now),
  ])
  return answerWith(challenge, { role: 'creator', maySupport: false, mine: null }, now)
}

/** With a token of their own account, or on a page behind a mail; what a group's token does in a name is not. */
const isByOwnHand = ({ groupId }: Pick<Viewer, 'groupId'>): boolean => groupId === null

/** The challenge as whoever called sees it now. */
const answerWith = (challenge: Challenge, reading: Reading, now: number): RawJson =>
  new RawJson(showChallenge(challenge, reading, now), challenge.id)

const checkNew = (input: NewChallenge, actor: Actor, { stakes }: ChallengeSettings): void => {
  const { opponent_email: address, stake } = input
  if (address === actor.email) {
    throw refuse('invalid_request', 'own_address', 'You cannot challenge yourself.', {
      fields: [{ field: 'opponent_email', message: 'must be the address of someone else' }],
    })
  }
  const spellings = spellingsOf(address)
  const telling = (['claim', 'stake'] as const).filter((field) => holdsAddress(input[field], spellings))
  if (telling.length > 0) {
    throw refuse(
      'invalid_request',
      'address_in_text',
      `${telling.join(' and ')} must not hold the address of the opponent.`,
      {
        fields: telling.map((field) => ({ field, message: 'must not hold the address of the opponent' })),
      },
    )
  }
  if (stakes && !stakes.includes(stake)) {
    const message = `must be one of ${stakes.join(', ')}`
    throw refuse('invalid_request', 'stake_not_allowed', `stake ${message}.`, {
      fields: [{ field: 'stake', message }],
    })
  }
}

/** The domain of an address in ASCII, and in its own letters where it has others. */
const spellingsOf = (address: string): readonly string[] => {
  const at = address.lastIndexOf('@') + 1
  const domain = address.slice(at)
  return domain.includes('xn--') ? [address, address.slice(0, at) + domainToUnicode(domain)] : [address]
}

const placesOf = (challenge: Challenge): readonly LanePlace[] => {
  const { creatorId, opponentId, groupId, reference, isHidden } = challenge
  const within = (lane: (personId: string) => string): readonly LanePlace[] => [
    { lane: lane(creatorId), role: 'creator', reference },
    {
      lane: isHidden ? hiddenLaneId(lane(opponentId)) : lane(opponentId),
      role: 'opponent',
      reference: null,
    },
  ]
  const own = within((personId) => personId)
  if (groupId === null) return own
  return [
    ...own,
    ...within((personId) => partyLaneId(groupId, personId)),
    { lane: groupId, role: 'observer', reference: null },
  ]
}

/** A call by whoever may see the challenge, with a token or by a link. */
export interface Asking<Input> {
  readonly actor: Viewer
  readonly input: Input
  readonly now: number
}

const lockSeen = async (tx: Tx, actor: Viewer, id: string): Promise<Seen> => {
  const seen = await lockVisible(tx, actor, id)
  if (!seen) throw notVisible()
  return seen
}

/** Accept, cancel, resolve and dispute: load, decide, save, tell. */
export const moveChallenge = async (
  tx: Tx,
  { actor, input, now }: Asking<{ readonly id: string }>,
  move: Exclude<Move, { action: 'evidence' | 'support' | 'accept' }>,
  settings: ChallengeSettings,
): Promise<RawJson> => {
  const seen = await lockSeen(tx, actor, input.id)
  const { challenge } = await applyMove(tx, seen, move, now, settings)
  return answerWith(challenge, seen, now)
}

export const acceptChallenge = async (
  tx: Tx,
  { actor, input, now }: Asking<{ readonly id: string }>,
  settings: ChallengeSettings,
): Promise<RawJson> => {
  const seen = await lockSeen(tx, actor, input.id)
  const { groupId, creatorId, opponentId, opponentName } = seen.challenge
  // Who is a member now was one when the challenge was accepted.
  const members =
    groupId === null
      ? []
      : await Promise.all([findMember(tx, groupId, creatorId), findMember(tx, groupId, opponentId)])
  const supportDecides = members.length === 2 && members.every((member) => member !== undefined)
  const named = { ...seen, opponentName: opponentName ?? members[1]?.first_name ?? actor.firstName }
  const move = { action: 'accept', supportDecides, byOwnHand: isByOwnHand(actor) } as const
  const { challenge } = await applyMove(tx, named, move, now, settings)
  return answerWith(challenge, seen, now)
}

interface EvidenceInput {
  readonly id: string
  readonly text?: string
  readonly url?: string
}

export const addEvidence = async (
  tx: Tx,
  { actor, input, now }: Call<EvidenceInput>,
  settings: ChallengeSettings,
): Promise<Evidence> => {
  if (!input.text && !input.url) {
    throw invalidFields([{ field: 'text', message: 'is required where there is no url' }])
  }
  const seen = await lockSeen(tx, actor, input.id)
  const added: EvidenceRow = {
    id: newId('evidence', now),
    party: seen.role === 'opponent' ? 'opponent' : 'creator',
    text: input.text ?? null,
    url: input.url ?? null,
    created_at: now,
  }
  const evidence = viewEvidence(added)
  await applyMove(tx, seen, { action: 'evidence' }, now, settings, {
    extra: { evidence },
    write: () => insertEvidence(tx, input.id, added),
  })
  return evidence
}

interface SupportInput {
  readonly id: string
  readonly side: Party
  readonly comment?: string
}

export const supportChallenge = async (
  tx: Tx,
  { actor, input, now }: Call<SupportInput>,
  settings: ChallengeSettings,
): Promise<Answered<RawJson>> => {
  const seen = await lockSeen(tx, actor, input.id)
  const { mine, supportChanges } = seen
  const support = { side: input.side, comment: input.comment ?? null }
  const before = mine && { side: mine, comment: seen.comment }
  const { challenge, isTold } = await applyMove(
    tx,
    seen,
    { action: 'support', support, before },
    now,
    settings,
    {
      extra: { support },
      write: () => putSupport(tx, input.id, actor.personId, support.side, support.comment, now),
      authorId: actor.personId,
    },
  )
  const changes = before && isTold ? supportChanges + 1 : supportChanges
  const answer = answerWith(challenge, { ...seen, mine: support.side, supportChanges: changes }, now)
  return new Answered(mine === null ? 201 : 200, answer)
}

interface Addition {
  readonly extra: NonNullable<Happening['extra']>
  readonly write: () => Promise<void>
  readonly authorId?: string
}

const applyMove = async (
  tx: Tx,
  seen: Seen & { readonly opponentName?: string | null },
  move: Move,
  now: number,
  settings: ChallengeSettings,
  addition?: Addition,
): Promise<{ readonly challenge: Challenge; readonly isTold: boolean }> => {
  const before = seen.challenge
  const { clock, next, event } = judge(before, seen, move, now, settings)
  if (clock.length === 0 && next === before.life) return { challenge: before, isTold: false }
  const opponentName = seen.opponentName ?? before.opponentName
  const challenge = await saveChange(tx, before, { life: next, opponentName }, now)
  if (event) await addition?.write()
  const { write: _, ...added } = addition ?? {}
  const own: readonly Happening[] = event
    ? [{ type: event, actor: seen.role, at: now, challenge, ...added }]
    : []
  await tell(tx, [...clock, ...own], now)
  return { challenge, isTold: event !== undefined }
}
