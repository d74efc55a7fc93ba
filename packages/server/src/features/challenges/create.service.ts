// Makes a challenge, in the transaction that it is handed. What is answered never depends on what is known of the
// opponent's address.
import { domainToUnicode } from 'node:url'
import type { endpoints, InputOf } from '@challenge-service/contract'
import { newId, type ListingId, type PersonId } from '../../kernel/ids.ts'
import { refuse, type Refusal } from '../../kernel/refusal.ts'
import type { Tx } from '../../store/store.ts'
import type { Actor } from '../access/actor.ts'
import { openRecords } from '../records/records.store.ts'
import { RawJson, type Call } from '../route.ts'
import { countInGroup, listRecordKeys } from './change/counts.ts'
import { publish } from './change/publish.ts'
import {
  hiddenListingId,
  insertListingRows,
  partyListingId,
  type ListingRow,
} from './reading/listing.store.ts'
import { getOpponent } from './opponent.service.ts'
import { holdsAddress } from './rules/address-in-text.rules.ts'
import type { Access } from './rules/action.rules.ts'
import { newChallenge, type Challenge, type ChallengeSettings } from './rules/life.rules.ts'
import { readOpponent } from './rules/opponent.rules.ts'
import { showChallenge, takeSnapshot } from './snapshot/snapshot.view.ts'
import { insertChallenge } from './storage/challenge.store.ts'

type NewChallengeInput = InputOf<typeof endpoints.createChallenge>

export const createChallenge = async (
  tx: Tx,
  { actor, input, now }: Call<NewChallengeInput>,
  settings: ChallengeSettings,
): Promise<RawJson> => {
  const named = readOpponent(input)
  if (named.by === 'address') checkAddress(named.address, input, actor)
  checkStake(input.stake, settings)
  const opponent = await getOpponent(tx, actor, named, now)
  // A group may know them by an address that they have no more.
  if (named.by === 'address' && opponent.id === actor.personId) throw ownAddress()
  const challenge = newChallenge(input, {
    id: newId('challenge', now),
    groupId: actor.groupId,
    groupName: actor.groupName,
    creatorId: actor.personId,
    opponentId: opponent.id,
    creatorName: actor.firstName,
    opponentName: opponent.nameInGroup,
    isHidden: opponent.hasBlocked,
    createdAt: now,
    byOwnHand: actor.byOwnHand,
    settleMs: settings.settleMs,
  })
  insertChallenge(tx, challenge, takeSnapshot(challenge))
  insertListingRows(tx, challenge.id, listRows(challenge))
  openRecords(tx, listRecordKeys(challenge))
  await Promise.all([
    countInGroup(tx, null, challenge),
    publish(tx, [{ type: 'challenge.created', actor: 'creator', at: now, challenge }], now),
  ])
  return respondWith(challenge, { role: 'creator', maySupport: false }, now)
}

/** The challenge as the caller sees it now. */
export const respondWith = (challenge: Challenge, access: Access, now: number): RawJson =>
  new RawJson(showChallenge(challenge, access, now), challenge.id)

/** Only of an address that was sent: where another way names the opponent, a refusal would confirm a guess. */
const checkAddress = (address: string, input: NewChallengeInput, actor: Actor): void => {
  if (address === actor.email) throw ownAddress()
  const spellings = listSpellings(address)
  const holding = (['claim', 'stake'] as const).filter((field) => holdsAddress(input[field], spellings))
  if (holding.length > 0) {
    throw refuse(
      'invalid_request',
      'address_in_text',
      `${holding.join(' and ')} must not hold the address of the opponent.`,
      {
        fields: holding.map((field) => ({ field, message: 'must not hold the address of the opponent' })),
      },
    )
  }
}

const checkStake = (stake: string, { stakes }: ChallengeSettings): void => {
  if (stakes && !stakes.includes(stake)) {
    const message = `must be one of ${stakes.join(', ')}`
    throw refuse('invalid_request', 'stake_not_allowed', `stake ${message}.`, {
      fields: [{ field: 'stake', message }],
    })
  }
}

const ownAddress = (): Refusal =>
  refuse('invalid_request', 'own_address', 'You cannot challenge yourself.', {
    fields: [{ field: 'opponent_email', message: 'must be the address of someone else' }],
  })

/** The domain of an address in ASCII, and in its own letters where it has others. */
const listSpellings = (address: string): readonly string[] => {
  const at = address.lastIndexOf('@') + 1
  const domain = address.slice(at)
  return domain.includes('xn--') ? [address, address.slice(0, at) + domainToUnicode(domain)] : [address]
}

/** In the listings of both parties, in theirs within the group, and in the group's. */
const listRows = (challenge: Challenge): readonly ListingRow[] => {
  const { creatorId, opponentId, groupId, reference, isHidden } = challenge
  const listBoth = (getId: (personId: PersonId) => ListingId): readonly ListingRow[] => [
    { listing: getId(creatorId), role: 'creator', reference },
    {
      listing: isHidden ? hiddenListingId(getId(opponentId)) : getId(opponentId),
      role: 'opponent',
      reference: null,
    },
  ]
  const own = listBoth((personId) => personId)
  if (groupId === null) return own
  return [
    ...own,
    ...listBoth((personId) => partyListingId(groupId, personId)),
    { listing: groupId, role: 'observer', reference: null },
  ]
}
