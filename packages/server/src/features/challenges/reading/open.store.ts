// What is open for a person: what waits for their answer in what they made or accepted, the nearest deadline first; what
// others have challenged them to; and what waits for nobody, by age. Each is a few short scans of indexes, merged: its
// cost grows neither with what they have nor with what has ended. Invitations are read apart, since anyone can make them.
import type { Order } from '@challenge-service/contract'
import { parties, type ChallengeStatus, type Party } from '@challenge-service/contract/plain'
import type { ChallengeId, ListingId, PersonId } from '../../../kernel/ids.ts'
import { forPageOf, sql } from '../../../store/statements/statement.ts'
import type { Reader } from '../../../store/store.ts'
import type { Count } from '../rules/life.rules.ts'
import { partySummary, type SummaryRow } from './summary.store.ts'

export interface OpenRow extends SummaryRow, Readonly<Record<TallyColumn, number>> {
  /** Something is asked of them. */
  readonly is_waiting: number
  /** Until when the two can say how it ended. */
  readonly settle_by: number
}

type TallyColumn = `tally_${Party}_${keyof Count}`

interface CountedRow extends OpenRow {
  readonly next_move_at: number
  /** How many there are, from this page on, as far as they were counted. */
  readonly in_all: number
}

// Word for word as in the indexes of the schema: by any other words they are not used.
const isWaiting: Readonly<Record<Party, string>> = {
  creator: `(case when status in ('due', 'disputed') then 1
    when status = 'proposed' and proposal_by = 'opponent' then 1
    when status = 'active' and cancellation_requested_by = 'opponent' then 1 else 0 end) = 1`,
  opponent: `is_hidden = 0 and (case when status in ('due', 'disputed') then 1
    when status = 'proposed' and proposal_by = 'creator' then 1
    when status = 'active' and cancellation_requested_by = 'creator' then 1 else 0 end) = 1`,
}

const tallyCounts: readonly (keyof Count)[] = ['entries', 'pending', 'disputed', 'claimed', 'confirmed']

const columns = `${partySummary.columns('$1')}, c.settle_by,
  ${parties.flatMap((party) => tallyCounts.map((what) => `c.tally_${party}_${what}`)).join(', ')}`

/** Where a page goes on: behind this one. */
export interface WaitingCursor {
  readonly at: number
  readonly id: ChallengeId | ''
}

export const fromTheNearest: WaitingCursor = { at: 0, id: '' }

const scanOfWaiting = (party: Party, index: number): string =>
  `select id, next_move_at from (
     select id, next_move_at from challenges
     where ${party}_id = $1 and ${isWaiting[party]} and (next_move_at, id) > ($2, $3)
     order by next_move_at, id limit $5) as scan_${index}`

const waiting = sql<CountedRow, [personId: PersonId, at: number, id: string, limit: number, counted: number]>(
  'challenges.list_waiting',
  `select ${columns}, 1 as is_waiting, page.in_all
   from (select id, next_move_at, count(*) over () as in_all
         from (${parties.map(scanOfWaiting).join(' union all ')}) as scans
         order by next_move_at, id limit $4) as page
   join challenges c on c.id = page.id
   order by c.next_move_at, c.id`,
)

/** `counted`: how far they are counted, for each party; at least as far as the page goes. */
export const listWaiting = (
  reader: Reader,
  personId: PersonId,
  { at, id }: WaitingCursor,
  limit: number,
  counted: number,
): Promise<readonly CountedRow[]> =>
  reader.all(forPageOf(limit, waiting), personId, at, id, limit, Math.max(limit, counted))

const newestInvitations = (most: string): string =>
  `select challenge_id from challenge_listings
   where listing = $1 and role = 'opponent' and status = 'pending'
   order by challenge_id desc limit ${most}`

// Counted from the index alone: a deadline is another look-up for each.
const invitations = sql<CountedRow, [personId: PersonId, limit: number, newest: number, counted: number]>(
  'challenges.list_invitations',
  `select ${columns}, 1 as is_waiting, (select count(*) from (${newestInvitations('$4')}) as those) as in_all
   from (select i.id
         from (${newestInvitations('$3')}) as newest
         join challenges i on i.id = newest.challenge_id
         order by i.next_move_at, i.id limit $2) as page
   join challenges c on c.id = page.id
   order by c.next_move_at, c.id`,
)

/** Of the `newest` that wait for an answer those with the nearest deadline. `counted`: how far they are counted. */
export const listInvitations = (
  reader: Reader,
  personId: PersonId,
  limit: number,
  { newest, counted }: { readonly newest: number; readonly counted: number },
): Promise<readonly CountedRow[]> =>
  reader.all(forPageOf(limit, invitations), personId, limit, newest, counted)

/** The statuses in which nothing is asked of a party, but for some of them: the row says so. */
const running: readonly (readonly [Party, ChallengeStatus])[] = [
  ['creator', 'pending'],
  ['creator', 'active'],
  ['creator', 'proposed'],
  ['opponent', 'active'],
  ['opponent', 'proposed'],
]

const runningText = (order: Order): string => {
  const scan = ([role, status]: (typeof running)[number], index: number): string =>
    `select challenge_id from (
       select challenge_id from challenge_listings
       where listing = $1 and role = '${role}' and status = '${status}'
         and challenge_id ${order === 'asc' ? '>' : '<'} $2
       order by challenge_id ${order} limit $3) as scan_${index}`
  return `select ${columns}, case when c.creator_id = $1 and ${isWaiting.creator} then 1
      when c.opponent_id = $1 and ${isWaiting.opponent} then 1 else 0 end as is_waiting
    from (select challenge_id from (${running.map(scan).join(' union all ')}) as scans
          order by challenge_id ${order} limit $3) as page
    join challenges c on c.id = page.challenge_id
    order by c.id ${order}`
}

const runningStatements = {
  asc: sql<OpenRow, [personId: PersonId, after: string, limit: number]>(
    'challenges.list_running_asc',
    runningText('asc'),
  ),
  desc: sql<OpenRow, [personId: PersonId, after: string, limit: number]>(
    'challenges.list_running_desc',
    runningText('desc'),
  ),
}

const settleTimes = sql<
  { readonly id: ChallengeId; readonly settle_by: number },
  [listing: ListingId, from: string, to: string, limit: number]
>(
  'challenges.list_settle_times',
  `select c.id, c.settle_by from challenge_listings l join challenges c on c.id = l.challenge_id
   where l.listing = $1 and l.role in ('creator', 'opponent', 'observer') and l.status = 'due'
     and l.challenge_id >= $2 and l.challenge_id <= $3
   limit $4`,
)

/** Until when the two can say how each ended, of the challenges of a listing from one to another that are due. */
export const listSettleTimes = async (
  reader: Reader,
  listing: ListingId,
  [from, to]: readonly [string, string],
  limit: number,
): Promise<ReadonlyMap<string, number>> =>
  new Map((await reader.all(settleTimes, listing, from, to, limit)).map((row) => [row.id, row.settle_by]))

const START: Readonly<Record<Order, string>> = { asc: '', desc: '~' }

/** What was made first, or last, comes first. */
export const listRunning = (
  reader: Reader,
  personId: PersonId,
  order: Order,
  after: ChallengeId | undefined,
  limit: number,
): Promise<readonly OpenRow[]> =>
  reader.all(forPageOf(limit, runningStatements[order]), personId, after ?? START[order], limit)
