// Confirming an entry on a page confirms the amount that was shown there, and no other.
import { isId, type PersonId, type UncheckedId } from '../../kernel/ids.ts'
import { notVisible } from '../../kernel/refusal.ts'
import type { Tx } from '../../store/store.ts'
import { changedSince } from '../challenges/play/changed-since.ts'
import { lockVisible } from '../challenges/storage/challenge.store.ts'
import { findEntry } from './tally.store.ts'

/** What was read of each entry. */
export type SeenAmounts = ReadonlyMap<string, number>

/** Refuses where one of them has another amount by now. From here on nobody changes them but this transaction. */
export const checkSeenAmounts = async (
  tx: Tx,
  personId: PersonId,
  id: UncheckedId<'challenge'>,
  seen: SeenAmounts,
): Promise<void> => {
  if (seen.size === 0) return
  const visible = await lockVisible(tx, { personId, groupId: null }, id)
  if (!visible) throw notVisible()
  for (const [entryId, amount] of seen) {
    // Whatever no id can be names no entry, and is not fit to be looked for.
    const entry = isId('tallyEntry', entryId) ? await findEntry(tx, visible.challenge.id, entryId) : undefined
    if (entry && entry.amount !== amount) throw changedSince()
  }
}
