// Records, changed in the transaction that opens or closes a challenge, in the order of their keys.
import { Fault } from '../../kernel/refusal.ts'
import { inOneRow, sql, sqlRows } from '../../store/statement.ts'
import type { Tx } from '../../store/store.ts'
import type { Score } from './records.rules.ts'

export interface RecordKey {
  readonly personId: string
  /** 'all', or the id of a group. */
  readonly scope: string
}

export interface RecordChange extends RecordKey {
  /** +1 when a challenge opens, -1 when it closes. */
  readonly open: 1 | -1
  /** How it went, where it was settled. */
  readonly score: Score | null
}

const change = sqlRows(
  'records.change',
  9,
  `insert into records (person_id, scope, open, won, lost, drawn, void, current_streak, best_streak)
   values {rows}
   on conflict (person_id, scope) do update set
     open = records.open + excluded.open,
     won = records.won + excluded.won,
     lost = records.lost + excluded.lost,
     drawn = records.drawn + excluded.drawn,
     void = records.void + excluded.void,
     current_streak = case when excluded.lost = 1 then 0 else records.current_streak + excluded.won end,
     best_streak = case when records.current_streak + excluded.won > records.best_streak
                        then records.current_streak + excluded.won else records.best_streak end`,
)

/** All changes of one transaction at once, so that every transaction locks records in one order. */
export const changeRecords = async (tx: Tx, changes: readonly RecordChange[]): Promise<void> => {
  const keyOf = ({ personId, scope }: RecordKey): string => `${personId} ${scope}`
  const ordered = changes.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  const rows = ordered.map(({ personId, scope, open, score }) => {
    const one = (wanted: Score): number => (score === wanted ? 1 : 0)
    const won = one('won')
    return [personId, scope, open, won, one('lost'), one('drawn'), one('void'), won, won]
  })
  await tx.run(change(rows.length), ...inOneRow(rows))
}

export interface Standing {
  readonly won: number
  readonly lost: number
  readonly drawn: number
}

const lock = sql<Standing, [personId: string, scope: string]>(
  'records.lock',
  `insert into records (person_id, scope) values ($1, $2)
   on conflict (person_id, scope) do update set open = records.open
   returning won, lost, drawn`,
)

/** As it stands, and as it stays until the commit: nothing can be settled for this person meanwhile. */
export const lockRecord = async (tx: Tx, { personId, scope }: RecordKey): Promise<Standing> => {
  const record = await tx.first(lock, personId, scope)
  if (!record) throw new Fault('a record that was just locked is not there')
  return record
}
