// Tally entries on disk, always reached through a challenge that the acting person was seen to see.
import { nextTurn } from '../../kernel/turn.ts'
import type { Order, Party } from '@challenge-service/contract'
import type { ChallengeId, UncheckedId } from '../../kernel/ids.ts'
import { Fault } from '../../kernel/refusal.ts'
import { rowsToFetch, type PageRequest } from '../../kernel/page.ts'
import { change, insertInto } from '../../store/statements/changes.ts'
import { tallyEntries } from '../../store/schema/challenges.ts'
import { forPageOf, sql } from '../../store/statements/statement.ts'
import type { Reader, Tx } from '../../store/store.ts'
import type { RowIn } from '../../store/statements/table.ts'
import type { Entry } from './tally.rules.ts'

type EntryRow = Omit<RowIn<typeof tallyEntries>, 'challenge_id'>

const columns =
  'id, party, amount, note, status, dispute_reason, disputed_at, created_at, settled_at, amendments'

const toEntry = (row: EntryRow): Entry => ({
  id: row.id,
  by: row.party,
  amount: row.amount,
  note: row.note,
  status: row.status,
  dispute:
    row.dispute_reason !== null && row.disputed_at !== null
      ? { reason: row.dispute_reason, openedAt: row.disputed_at }
      : null,
  createdAt: row.created_at,
  settledAt: row.settled_at,
  amendments: row.amendments,
})

const find = sql<EntryRow, [challengeId: ChallengeId, id: UncheckedId<'tallyEntry'>]>(
  'tally.find',
  `select ${columns} from tally_entries where challenge_id = $1 and id = $2`,
)

export const findEntry = async (
  reader: Reader,
  challengeId: ChallengeId,
  id: UncheckedId<'tallyEntry'>,
): Promise<Entry | undefined> => {
  const row = await reader.first(find, challengeId, id)
  return row && toEntry(row)
}

const insert = insertInto(tallyEntries, 'tally.insert', [
  'id',
  'challenge_id',
  'party',
  'amount',
  'note',
  'status',
  'created_at',
])

export const insertEntry = async (tx: Tx, challengeId: ChallengeId, entry: Entry): Promise<void> => {
  const { id, by, amount, note, createdAt } = entry
  await tx.run(insert, {
    id,
    challenge_id: challengeId,
    party: by,
    amount,
    note,
    status: 'pending',
    created_at: createdAt,
  })
}

const update = change(
  tallyEntries,
  'tally.update',
  `update tally_entries
   set status = $status, amount = $amount, dispute_reason = $dispute_reason, disputed_at = $disputed_at,
     settled_at = $settled_at, amendments = $amendments
   where id = $id and status = $status_before`,
)

export const saveEntry = async (tx: Tx, before: Entry, after: Entry): Promise<void> => {
  const { status, amount, dispute, settledAt, amendments } = after
  const saved = await tx.run(update, {
    id: before.id,
    status_before: before.status,
    status,
    amount,
    dispute_reason: dispute?.reason ?? null,
    disputed_at: dispute?.openedAt ?? null,
    settled_at: settledAt,
    amendments,
  })
  if (saved !== 1) throw new Fault('a tally entry changed while its challenge was locked')
}

const makePage = (order: Order) =>
  sql<EntryRow, [challengeId: ChallengeId, after: string, limit: number]>(
    `tally.page_${order}`,
    `select ${columns} from tally_entries where challenge_id = $1 and id ${order === 'asc' ? '>' : '<'} $2
     order by id ${order} limit $3`,
  )

const openOnes = sql<EntryRow, [challengeId: ChallengeId, limit: number]>(
  'tally.list_open',
  `select ${columns} from tally_entries where challenge_id = $1 and status in ('pending', 'disputed')
   order by id limit $2`,
)

/** Those that wait for someone's word, the oldest first. */
export const listOpenEntries = async (
  reader: Reader,
  challengeId: ChallengeId,
  limit: number,
): Promise<readonly Entry[]> => (await reader.all(openOnes, challengeId, limit)).map(toEntry)

/** What one party recorded within a step of time. */
export interface SummedEntries {
  readonly party: Party
  /** The number of the step, beginning with 0. */
  readonly step: number
  readonly confirmed: number
  readonly claimed: number
}

/** Adding up so many takes a millisecond or two. */
const SUMMED_AT_ONCE = 1_000

interface SumRow extends SummedEntries {
  /** How many there are of them, those that were withdrawn left out. */
  readonly counted: number
  readonly looked_at: number
  readonly last_id: string
}

const sums = sql<SumRow, [challengeId: ChallengeId, from: number, stepMs: number, after: string]>(
  'tally.sum_by_time',
  `select party, step, cast(sum(case when status = 'confirmed' then amount else 0 end) as bigint) as confirmed,
     cast(sum(case when status <> 'withdrawn' then amount else 0 end) as bigint) as claimed,
     sum(case when status <> 'withdrawn' then 1 else 0 end) as counted, count(*) as looked_at, max(id) as last_id
   from (select id, party, status, amount, (created_at - cast($2 as bigint)) / cast($3 as bigint) as step
         from tally_entries where challenge_id = $1 and id > $4 order by id limit ${SUMMED_AT_ONCE}) as stepped
   group by party, step order by step`,
)

/**
 * The entries of a challenge by steps of so many milliseconds, counted from an instant; others have their turn between a
 * thousand and the next.
 */
export const sumEntriesByTime = async (
  reader: Reader,
  challengeId: ChallengeId,
  from: number,
  stepMs: number,
): Promise<readonly SummedEntries[]> => {
  const found = new Map<string, SummedEntries>()
  for (let after = ''; ;) {
    const rows = await reader.all(sums, challengeId, from, stepMs, after)
    for (const row of rows) if (row.counted > 0) addSum(found, row)
    if (rows.reduce((sum, { looked_at }) => sum + looked_at, 0) < SUMMED_AT_ONCE) break
    after = rows.reduce((last, { last_id }) => (last_id > last ? last_id : last), after)
    await nextTurn()
  }
  return [...found.values()].toSorted((a, b) => a.step - b.step)
}

/** A step may begin in one thousand and end in the next. */
const addSum = (
  found: Map<string, SummedEntries>,
  { party, step, confirmed, claimed }: SummedEntries,
): void => {
  const key = `${party} ${step}`
  const before = found.get(key) ?? { confirmed: 0, claimed: 0 }
  found.set(key, {
    party,
    step,
    confirmed: before.confirmed + confirmed,
    claimed: before.claimed + claimed,
  })
}

const pages = { asc: makePage('asc'), desc: makePage('desc') }
const START: Readonly<Record<Order, string>> = { asc: '', desc: '~' }

export const listEntries = async (
  reader: Reader,
  challengeId: ChallengeId,
  page: PageRequest,
): Promise<readonly Entry[]> => {
  const after = String(page.after?.[0] ?? START[page.order])
  const limit = rowsToFetch(page)
  return (await reader.all(forPageOf(limit, pages[page.order]), challengeId, after, limit)).map(toEntry)
}
