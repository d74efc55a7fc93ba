// When the creator of a challenge last had its invitation sent once more. Nothing else asks for it, so it is no part of
// the challenge as it is shown.
import type { ChallengeId, PersonId, UncheckedId } from '../../../kernel/ids.ts'
import { change } from '../../../store/statements/changes.ts'
import { challenges } from '../../../store/schema/challenges.ts'
import { sql } from '../../../store/statements/statement.ts'
import type { Reader, Tx } from '../../../store/store.ts'

const find = sql<
  { readonly invited_again_at: number | null },
  [creatorId: PersonId, id: UncheckedId<'challenge'>]
>(
  'challenges.find_invited_again',
  'select invited_again_at from challenges where creator_id = $1 and id = $2',
)

/** Null where never. */
export const findInvitedAgain = async (
  reader: Reader,
  creatorId: PersonId,
  id: UncheckedId<'challenge'>,
): Promise<number | null> => (await reader.first(find, creatorId, id))?.invited_again_at ?? null

const note = change(
  challenges,
  'challenges.note_invited_again',
  'update challenges set invited_again_at = $invited_again_at where id = $id',
)

/** Of a challenge that is locked. */
export const noteInvitedAgain = (tx: Tx, id: ChallengeId, now: number): void => {
  tx.enqueue(note, { id, invited_again_at: now })
}
