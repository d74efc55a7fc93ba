// The record of a person who is erased.
import type { PersonId } from '../../kernel/ids.ts'
import { sql } from '../../store/statement.ts'
import type { Tx } from '../../store/store.ts'

const remove = sql<never, [personId: PersonId]>('records.remove', 'delete from records where person_id = $1')

export const removeRecords = async (tx: Tx, personId: PersonId): Promise<void> => {
  await tx.run(remove, personId)
}
