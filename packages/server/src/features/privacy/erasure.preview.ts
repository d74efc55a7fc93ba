// What an erasure would do, shown before it is confirmed. Nothing is changed.
import type { Plan } from '@challenge-service/contract'
import type { Keyring } from '../../kernel/keyring.ts'
import { addressHashes } from '../../mail/messages/links.ts'
import type { Reader } from '../../store/store.ts'
import { findErasures } from './erasure.store.ts'
import { findAccountRow, findPersonRow } from './export.store.ts'
import {
  ALL,
  countChallenges,
  countOwned,
  listOwnGroups,
  type ChallengeCounts,
  type OwnedThings,
} from './overview.store.ts'

export interface ErasurePreview extends OwnedThings, ChallengeCounts {
  /** Null for someone without an account. */
  readonly plan: Plan | null
  readonly groups: readonly { readonly name: string; readonly isLastAdmin: boolean }[]
  /** It was begun before, and nobody has the address since. */
  readonly isUnderWay: boolean
}

/** Undefined where nothing is known of the address. `counted`: how far challenges are counted. Without keys no erasure can have been begun. */
export const previewErasure = async (
  reader: Reader,
  keys: Keyring | undefined,
  email: string,
  now: number,
  counted = ALL,
): Promise<ErasurePreview | undefined> => {
  const person = await findPersonRow(reader, email)
  if (!person) {
    const underWay = keys ? await findErasures(reader, addressHashes(keys, email)) : []
    return underWay.length === 0 ? undefined : { ...nothing, isUnderWay: true }
  }
  const account = await findAccountRow(reader, person.id)
  const groups = await listOwnGroups(reader, person.id)
  return {
    plan: account?.plan ?? null,
    ...(account ? await countOwned(reader, account.id, now) : { tokens: 0, webhooks: 0 }),
    ...(await countChallenges(reader, person.id, counted)),
    groups: groups.map(({ name, role, admin_count }) => ({
      name,
      isLastAdmin: role === 'admin' && admin_count === 1,
    })),
    isUnderWay: false,
  }
}

const nothing = { plan: null, tokens: 0, webhooks: 0, open: 0, closed: 0, groups: [] } as const
