// Forgets stakes: of a group the thousand that were named most often stay, and those named in the last thirty days.
// So there are no more of them than what a group may create in a month, and a thousand. A stake that comes back
// after it was forgotten counts from one again.
import type { GroupId } from '../../kernel/ids.ts'
import { DAY_MS } from '../../kernel/instants.ts'
import { sql } from '../../store/statements/statement.ts'
import type { Store } from '../../store/store.ts'

const KEPT = 1_000
const KEPT_MS = 30 * DAY_MS
const BATCH = 500

/** Groups that are looked at in one statement: up to a thousand stakes of each. */
const LOOKED_AT_ONCE = 50

interface LookedGroup {
  readonly id: GroupId
  readonly has_more: number
}

// A look at the thousand-and-first of a group, if there is one, tells whether it has too many.
const listGroups = sql<LookedGroup, [after: string, limit: number]>(
  'statistics.list_groups_with_stakes',
  `select page.id, case when exists (
     select 1 from (select s.stake from group_stakes s where s.group_id = page.id
                    order by s.count desc, s.stake limit 1 offset ${KEPT}) as further) then 1 else 0 end as has_more
   from (select id from groups where id > $1 order by id limit $2) as page
   order by page.id`,
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
  let looked: readonly LookedGroup[]
  let after = ''
  do {
    looked = await store.all(listGroups, after, LOOKED_AT_ONCE)
    for (const { id, has_more } of looked) if (has_more === 1) await pruneGroup(store, id, now)
    after = looked.at(-1)?.id ?? after
  } while (looked.length === LOOKED_AT_ONCE)
}

const pruneGroup = async (store: Store, id: GroupId, now: number): Promise<void> => {
  while ((await store.write((tx) => tx.run(remove, id, now - KEPT_MS, BATCH))) === BATCH) {
    // Each batch is a transaction of its own.
  }
}
