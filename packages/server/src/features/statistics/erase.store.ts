// A stake that someone who was erased had named: it is a text of theirs, so it is counted as theirs no more.
import type { GroupId } from '../../kernel/ids.ts'
import { change } from '../../store/statements/changes.ts'
import { groupStakes } from '../../store/schema/records.ts'
import { sql } from '../../store/statements/statement.ts'
import type { Tx } from '../../store/store.ts'

const countDown = change(
  groupStakes,
  'statistics.uncount_stake',
  'update group_stakes set count = count - 1 where group_id = $group_id and stake = $stake and count > 1',
)

const remove = sql<never, [groupId: GroupId, stake: string]>(
  'statistics.remove_stake',
  'delete from group_stakes where group_id = $1 and stake = $2',
)

/** A stake that nobody else has named is gone. */
export const uncountStake = async (tx: Tx, groupId: GroupId, stake: string): Promise<void> => {
  if ((await tx.run(countDown, { group_id: groupId, stake })) === 0) await tx.run(remove, groupId, stake)
}
