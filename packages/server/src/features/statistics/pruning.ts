// Forgets stakes: of a group the thousand that were named most often stay, and those named in the last thirty days.
// So there are no more of them than what a group may create in a month, and a thousand. A stake that comes back
// after it was forgotten counts from one again.
import type { GroupId } from '../../kernel/ids.ts'
import { DAY_MS } from '../../kernel/instants.ts'
import { sql } from '../../store/statement.ts'
import type { Store } from '../../store/store.ts'

const KEPT = 1_000
const KEPT_MS = 30 * DAY_MS
const BATCH = 500

// A look at the thousand-and-first of a group, if there is one, tells whether it has too many.
const findGroup = sql<{ id: GroupId }, [after: string]>(
  'statistics.find_group_with_stakes',
  `select g.id from groups g
   where g.id > $1 and exists (
     select 1 from (select s.stake from group_stakes s where s.group_id = g.id
                    order by s.count desc, s.stake limit 1 offset ${KEPT}) as further)
   order by g.id limit 1`,
)

const remove = sql<never, [groupId: GroupId, before: number, limit: number]>(
  'statistics.remove_old_stakes',
  `delete from group_stakes where group_id = $1 and named_at < $2 and stake in (
     select stake from (
       select stake, named_at from group_stakes where group_id = $1
       order by count desc, stake limit 1000000 offset ${KEPT}) as further
     where named_at < $2 limit $3)`,
)

export const pruneStakes = async (store: Store, now: number): Promise<void> => {
  for (let after = ''; ;) {
    const found = await store.first(findGroup, after)
    if (!found) return
    const removed = await store.write((tx) => tx.run(remove, found.id, now - KEPT_MS, BATCH))
    if (removed < BATCH) after = found.id
  }
}
