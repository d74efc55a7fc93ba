// The votes of a person who is erased. What they counted stays counted.
import type { ActorId } from '../../kernel/ids.ts'
import { sql } from '../../store/statements/statement.ts'
import type { Tx } from '../../store/store.ts'

const remove = sql<never, [voterId: ActorId, limit: number]>(
  'questions.remove_votes',
  `delete from question_votes where voter_id = $1 and question_id in (
     select question_id from question_votes where voter_id = $1 order by question_id limit $2)`,
)

/** Removes at most so many votes of an account or a membership; tells how many. */
export const removeVotes = (tx: Tx, voterId: ActorId, limit: number): Promise<number> =>
  tx.run(remove, voterId, limit)
