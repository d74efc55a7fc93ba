// Erasures: who, how far, and when to continue. A worker locks the row for each batch.
import type { AccountId, PersonId } from '../../kernel/ids.ts'
import { change, insertInto } from '../../store/statements/changes.ts'
import { forUpdate } from '../../store/dialect.ts'
import { erasures } from '../../store/schema/upkeep.ts'
import { sql } from '../../store/statements/statement.ts'
import type { Reader, Tx } from '../../store/store.ts'
import type { RowIn } from '../../store/statements/table.ts'

type ErasureRow = Omit<RowIn<typeof erasures>, 'address_hash' | 'finished_at'>

export interface Erasure {
  readonly personId: PersonId
  /** The account that they had. */
  readonly accountId: AccountId | null
  /** Which step is next, and where in it. */
  readonly step: number
  readonly cursor: string
  /** Of their challenges. */
  readonly done: number
  readonly total: number
  readonly startedAt: number
  /** When to go on with it; null once it is over. */
  readonly dueAt: number | null
}

const insert = insertInto(erasures, 'privacy.insert_erasure', [
  'person_id',
  'account_id',
  'address_hash',
  'step',
  'place',
  'done',
  'total',
  'started_at',
  'due_at',
])

export const insertErasure = async (
  tx: Tx,
  erasure: {
    readonly personId: PersonId
    readonly accountId: AccountId | null
    readonly addressHash: string | null
    readonly total: number
  },
  now: number,
): Promise<void> => {
  const { personId, accountId, addressHash, total } = erasure
  await tx.run(insert, {
    person_id: personId,
    account_id: accountId,
    address_hash: addressHash,
    step: 0,
    place: '',
    done: 0,
    total,
    started_at: now,
    due_at: now,
  })
}

const lock = sql<ErasureRow, [personId: PersonId]>(
  'privacy.lock_erasure',
  `select person_id, account_id, step, place, done, total, started_at, due_at from erasures
   where person_id = $1 ${forUpdate}`,
)

export const lockErasure = async (tx: Tx, personId: PersonId): Promise<Erasure | undefined> => {
  const row = await tx.first(lock, personId)
  return (
    row && {
      personId: row.person_id,
      accountId: row.account_id,
      step: row.step,
      cursor: row.place,
      done: row.done,
      total: row.total,
      startedAt: row.started_at,
      dueAt: row.due_at,
    }
  )
}

const save = change(
  erasures,
  'privacy.save_erasure',
  `update erasures set step = $step, place = $place, done = $done, total = $total, due_at = $due_at
   where person_id = $person_id`,
)

export const saveErasure = async (tx: Tx, erasure: Erasure & { readonly dueAt: number }): Promise<void> => {
  const { personId, step, cursor, done, total, dueAt } = erasure
  await tx.run(save, { person_id: personId, step, place: cursor, done, total, due_at: dueAt })
}

const finish = change(
  erasures,
  'privacy.finish_erasure',
  `update erasures set account_id = null, address_hash = null, step = 0, place = '', due_at = null,
     finished_at = $finished_at
   where person_id = $person_id`,
)

/** Nothing stays but that someone was erased, and when. */
export const finishErasure = async (tx: Tx, personId: PersonId, now: number): Promise<void> => {
  await tx.run(finish, { person_id: personId, finished_at: now })
}

const listDue = sql<{ person_id: PersonId }, [now: number, lastStep: number, limit: number]>(
  'privacy.list_due_erasures',
  'select person_id from erasures where due_at <= $1 and step <= $2 order by due_at, person_id limit $3',
)

/** Those whose next step is none beyond the last that is known. */
export const listDueErasures = async (
  reader: Reader,
  now: number,
  lastStep: number,
  limit: number,
): Promise<readonly PersonId[]> =>
  (await reader.all(listDue, now, lastStep, limit)).map(({ person_id }) => person_id)

interface ErasedRow {
  readonly person_id: PersonId
  /** Null where there was no account. */
  readonly account_id: AccountId | null
}

const findByAddress = sql<ErasedRow, [addressHash: string]>(
  'privacy.find_erasures_of_address',
  'select person_id, account_id from erasures where address_hash = $1 order by person_id',
)

/** Those of an address that are not over yet; the address is known by its keyed hashes alone. */
export const findErasures = async (
  reader: Reader,
  addressHashes: readonly string[],
): Promise<readonly ErasedRow[]> =>
  (await Promise.all(addressHashes.map((hash) => reader.all(findByAddress, hash)))).flat()
