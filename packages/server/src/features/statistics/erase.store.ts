// A stake that someone who was erased had named: it is a text of theirs, so it is counted as theirs no more.
import type { GroupId } from '../../kernel/ids.ts'
import { sql } from '../../store/statement.ts'
import type { Tx } from '../../store/store.ts'

type NamedStake = [groupId: GroupId, stake: string]

const countDown = sql<never, NamedStake>(
  'statistics.uncount_stake',
  'update group_stakes set count = count - 1 where group_id = $1 and stake = $2 and count > 1',
)

const remove = sql<never, NamedStake>(
  'statistics.remove_stake',
  'delete from group_stakes where group_id = $1 and stake = $2',
)

/** A stake that nobody else has named is gone. */
export const uncountStake = async (tx: Tx, groupId: GroupId, stake: string): Promise<void> => {
  if ((await tx.run(countDown, groupId, stake)) === 0) await tx.run(remove, groupId, stake)
}
