// Who is no stranger to whom: a person who personally accepted a challenge of the other, or made one that the other
// accepted. It lasts until one of the two is erased.
import type { CauserId, PersonId } from '../../kernel/ids.ts'
import { insertInto } from '../../store/statements/changes.ts'
import { acquaintances } from '../../store/schema/mails.ts'
import { sql } from '../../store/statements/statement.ts'
import type { Tx } from '../../store/store.ts'

const note = insertInto(
  acquaintances,
  'mail.note_acquaintance',
  ['person_id', 'causer_id'],
  'on conflict (person_id, causer_id) do nothing',
)

/** From now on what the causer does reaches this person as an acquaintance's doing. */
export const noteAcquaintance = (tx: Tx, personId: PersonId, causerId: CauserId): void => {
  tx.enqueue(note, { person_id: personId, causer_id: causerId })
}

const remove = sql<never, [personId: PersonId, limit: number]>(
  'mail.remove_acquaintances',
  `delete from acquaintances where person_id = $1 and causer_id in (
     select causer_id from acquaintances where person_id = $1 limit $2)`,
)
const removeAsCauser = sql<never, [causerId: CauserId, limit: number]>(
  'mail.remove_as_causer',
  `delete from acquaintances where causer_id = $1 and person_id in (
     select person_id from acquaintances where causer_id = $1 limit $2)`,
)

/** Of someone who is erased, at most so many; tells whether there may be more. */
export const forgetAcquaintances = async (tx: Tx, personId: PersonId, limit: number): Promise<boolean> => {
  const [own, others] = [await tx.run(remove, personId, limit), await tx.run(removeAsCauser, personId, limit)]
  return own === limit || others === limit
}
