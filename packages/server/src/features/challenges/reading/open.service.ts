// What is open for a person, as they see it: what waits for their answer, what others challenge them to, and what waits
// for nobody.
import type { Challenge, Order, Party } from '@challenge-service/contract'
import type { ChallengeId, ListingId, PersonId } from '../../../kernel/ids.ts'
import type { Reader } from '../../../store/store.ts'
import type { Count } from '../rules/life.rules.ts'
import {
  listInvitations,
  listRunning,
  listSettleTimes,
  listWaiting,
  type OpenRow,
  type WaitingCursor,
} from './open.store.ts'
import { showPage } from './reading.service.ts'

/** A challenge that is open for a party of it. */
export interface OpenChallenge {
  readonly challenge: Challenge
  /** Until when the two can say how it ended. */
  readonly settleBy: number
  /** What each has counted so far; null where neither has. */
  readonly tally: Readonly<Record<Party, Count>> | null
}

export interface OpenPage<Cursor> {
  readonly open: readonly OpenChallenge[]
  /** Where to go on; null where there is nothing left. */
  readonly next: Cursor | null
}

/** How many there are; `more` where that was counted no further. */
export type HowMany = number | 'more'

export interface WaitingPage extends OpenPage<WaitingCursor> {
  readonly count: HowMany
}

export interface Invitations {
  readonly open: readonly OpenChallenge[]
  readonly count: HowMany
}

/** They are counted this far; beyond it the page says "more than 100". */
export const COUNTED = 100

const countUpTo = (found: number): HowMany => (found > COUNTED ? 'more' : found)

export const addCounts = (one: HowMany, other: HowMany): HowMany =>
  one === 'more' || other === 'more' ? 'more' : countUpTo(one + other)

interface OpenRequest {
  readonly personId: PersonId
  readonly limit: number
  readonly now: number
}

/** Whether there are more than are shown. */
export const isMoreThan = (count: HowMany, shown: number): boolean => count === 'more' || count > shown

export const noInvitations: Invitations = { open: [], count: 0 }

/** In what they made or accepted, the nearest deadline first. */
export const readWaiting = async (
  reader: Reader,
  request: OpenRequest,
  from: WaitingCursor,
): Promise<WaitingPage> => {
  const { personId, limit } = request
  const rows = await listWaiting(reader, personId, from, limit + 1, COUNTED + 1)
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    open: await show(reader, request, shown),
    count: countUpTo(rows[0]?.in_all ?? 0),
    next: rows.length > limit && last ? { at: last.next_move_at, id: last.id } : null,
  }
}

/** Among so many times as many as are given: the deadline of each of them costs a look-up. */
const CHOICE = 3

/** What they have neither made nor accepted: of the newest those with the nearest deadline, at most a hundred. */
export const readInvitations = async (reader: Reader, request: OpenRequest): Promise<Invitations> => {
  const among = { newest: Math.min(request.limit * CHOICE, COUNTED), counted: COUNTED + 1 }
  const rows = await listInvitations(reader, request.personId, Math.min(request.limit, COUNTED), among)
  return { open: await show(reader, request, rows), count: countUpTo(rows[0]?.in_all ?? 0) }
}

interface RunningRequest extends OpenRequest {
  /** How many are given where there are more than `limit`; else all of that page. */
  readonly ofMany?: number
}

/** By age. A page may be short: what waits for an answer is left out of it. */
export const readRunning = async (
  reader: Reader,
  request: RunningRequest,
  order: Order,
  after?: ChallengeId,
): Promise<OpenPage<ChallengeId>> => {
  const { personId, limit, ofMany = limit } = request
  const rows = await listRunning(reader, personId, order, after, limit + 1)
  const page = rows.slice(0, limit)
  const isCut = rows.length > limit
  const quiet = page.filter((row) => row.is_waiting === 0)
  return {
    open: await show(reader, request, isCut ? quiet.slice(0, ofMany) : quiet),
    next: isCut ? (page.at(-1)?.id ?? null) : null,
  }
}

const show = async (
  reader: Reader,
  { personId, now }: OpenRequest,
  rows: readonly OpenRow[],
): Promise<readonly OpenChallenge[]> => {
  if (rows.length === 0) return []
  const page = { order: 'asc', limit: rows.length, after: undefined } as const
  const { data } = await showPage(reader, { personId, groupId: null }, rows, page, now)
  const challenges = new Map((JSON.parse(data.text) as readonly Challenge[]).map((one) => [one.id, one]))
  // One that went away meanwhile is not shown.
  return rows.flatMap((row) => {
    const challenge = challenges.get(row.id)
    return challenge ? [{ challenge, settleBy: row.settle_by, tally: tallyOf(row) }] : []
  })
}

/** Until when the two can say how each ended, of what is listed next to each other. Only who is due needs it. */
export const readSettleTimes = async (
  reader: Reader,
  listing: ListingId,
  listed: readonly Pick<Challenge, 'id' | 'status'>[],
): Promise<ReadonlyMap<string, number>> => {
  const due = listed.flatMap(({ id, status }) => (status === 'due' ? [id] : [])).toSorted()
  const [first] = due
  const last = due.at(-1)
  if (first === undefined || last === undefined) return new Map()
  return listSettleTimes(reader, listing, [first, last], listed.length)
}

const tallyOf = (row: OpenRow): OpenChallenge['tally'] => {
  const count = (party: Party): Count => ({
    entries: row[`tally_${party}_entries`],
    pending: row[`tally_${party}_pending`],
    disputed: row[`tally_${party}_disputed`],
    claimed: row[`tally_${party}_claimed`],
    confirmed: row[`tally_${party}_confirmed`],
  })
  const tally = { creator: count('creator'), opponent: count('opponent') }
  return tally.creator.entries + tally.opponent.entries === 0 ? null : tally
}
