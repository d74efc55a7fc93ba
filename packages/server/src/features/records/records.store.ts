// Records, changed in the transaction that opens or closes a challenge, in the order of their keys.
import type { GroupId, PersonId } from '../../kernel/ids.ts'
import { Fault } from '../../kernel/refusal.ts'
import { changeReturning, insertRows } from '../../store/statements/changes.ts'
import { records } from '../../store/schema/records.ts'
import type { Tx } from '../../store/store.ts'
import type { RowIn } from '../../store/statements/table.ts'
import type { Score } from './records.rules.ts'

/** Over everything, or within a group. */
export type RecordScope = 'all' | GroupId

export interface RecordKey {
  readonly personId: PersonId
  readonly scope: RecordScope
}

export interface Closing extends RecordKey {
  /** How it went; null where it was not settled. */
  readonly score: Score | null
}

const open = insertRows(
  records,
  'records.open',
  ['person_id', 'scope', 'open'],
  'on conflict (person_id, scope) do update set open = records.open + 1',
)

// All records of one transaction are changed at once, so that every transaction locks them in one order.
const inOrder = <Key extends RecordKey>(keys: readonly Key[]): readonly Key[] =>
  keys.toSorted((a, b) =>
    a.personId === b.personId ? order(a.scope, b.scope) : order(a.personId, b.personId),
  )

const order = (a: string, b: string): -1 | 1 => (a < b ? -1 : 1)

/** A challenge more is open. */
export const openRecords = (tx: Tx, keys: readonly RecordKey[]): void => {
  const rows = inOrder(keys).map(({ personId, scope }) => ({ person_id: personId, scope, open: 1 }))
  tx.enqueue(open(rows.length), rows)
}

const close = insertRows(
  records,
  'records.close',
  ['person_id', 'scope', 'won', 'lost', 'drawn', 'void', 'current_streak', 'best_streak', 'open'],
  `on conflict (person_id, scope) do update set
     open = records.open - 1,
     won = records.won + excluded.won,
     lost = records.lost + excluded.lost,
     drawn = records.drawn + excluded.drawn,
     void = records.void + excluded.void,
     current_streak = case when excluded.lost = 1 then 0 else records.current_streak + excluded.won end,
     best_streak = case when records.current_streak + excluded.won > records.best_streak
                        then records.current_streak + excluded.won else records.best_streak end`,
)

/** A challenge is open no longer. */
export const closeRecords = async (tx: Tx, closings: readonly Closing[]): Promise<void> => {
  const rows = inOrder(closings).map(({ personId, scope, score }) => {
    const one = (wanted: Score): number => (score === wanted ? 1 : 0)
    const won = one('won')
    return {
      person_id: personId,
      scope,
      won,
      lost: one('lost'),
      drawn: one('drawn'),
      void: one('void'),
      current_streak: won,
      best_streak: won,
      open: -1,
    }
  })
  await tx.run(close(rows.length), rows)
}

export type RecordStanding = Pick<RowIn<typeof records>, 'won' | 'lost' | 'drawn'>

const lock = changeReturning(
  records,
  'records.lock',
  `insert into records (person_id, scope) values ($person_id, $scope)
   on conflict (person_id, scope) do update set open = records.open`,
  ['won', 'lost', 'drawn'],
)

/** As it stands, and as it stays until the commit: nothing can be settled for this person meanwhile. */
export const lockRecord = async (tx: Tx, { personId, scope }: RecordKey): Promise<RecordStanding> => {
  const record = await tx.first(lock, { person_id: personId, scope })
  if (!record) throw new Fault('a record that was just locked is not there')
  return record
}
