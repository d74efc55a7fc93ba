// Who has ever answered whom: from then on they are no strangers.
import { sql } from '../store/statement.ts'
import type { Tx } from '../store/store.ts'

const note = sql<never, [ownerId: string, personId: string]>(
  'mail.note_answer',
  'insert into mail_answers (owner_id, person_id) values ($1, $2) on conflict (owner_id, person_id) do nothing',
)

/** From now on this person is no stranger to the owner. */
export const noteAnswer = (tx: Tx, ownerId: string, personId: string): void => {
  tx.runAlong(note, ownerId, personId)
}
