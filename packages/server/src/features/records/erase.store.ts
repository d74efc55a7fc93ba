// The records that end: those of a person who is erased, and those within a group that is deleted.
import type { GroupId, PersonId } from '../../kernel/ids.ts'
import { sql } from '../../store/statements/statement.ts'
import type { Tx } from '../../store/store.ts'

const remove = sql<never, [personId: PersonId]>('records.remove', 'delete from records where person_id = $1')

export const removeRecords = async (tx: Tx, personId: PersonId): Promise<void> => {
  await tx.run(remove, personId)
}

const removeOne = sql<never, [personId: PersonId, scope: GroupId]>(
  'records.remove_in_group',
  'delete from records where person_id = $1 and scope = $2',
)

export const removeRecord = async (tx: Tx, personId: PersonId, groupId: GroupId): Promise<void> => {
  await tx.run(removeOne, personId, groupId)
}
