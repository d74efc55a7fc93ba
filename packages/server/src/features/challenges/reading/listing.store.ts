// The lanes in which challenges are listed: one for each party, one for each party within the group, one for
// the group. A page is one walk along an index for each status asked for, merged: its cost grows neither with
// its depth nor with the table.
import {
  challengeStatuses,
  parties,
  type ChallengeStatus,
  type Order,
  type Party,
  type Role,
} from '@challenge-service/contract'
import { rowsToFetch, type PageRequest } from '../../../kernel/page.ts'
import { flattenParams, sql, sqlRows, type Param, type Statement } from '../../../store/statement.ts'
import type { Reader, Tx } from '../../../store/store.ts'
import { anyGlance, partyGlance, type GlanceRow } from './summary.store.ts'

/** Where a list begins: a lane, and the roles that stand in it. */
export interface Lane {
  readonly kind: 'party' | 'group'
  readonly id: string
  readonly roles: readonly Role[]
}

/** Of a person; through a group token, of that person within the group, and so of nothing else. */
export const laneOf = ({ personId, groupId }: { personId: string; groupId: string | null }): Lane => ({
  kind: 'party',
  id: groupId === null ? personId : partyLaneId(groupId, personId),
  roles: parties,
})

export const groupLane = (groupId: string): Lane => ({ kind: 'group', id: groupId, roles: ['observer'] })

export const partyLaneId = (groupId: string, personId: string): string => `${groupId}:${personId}`

/** Where a challenge is kept for whoever has blocked its creator: nobody lists it, but it is found when they are erased. */
export const hiddenLaneId = (laneId: string): string => `hidden:${laneId}`

/** The place of one challenge in one lane. */
export interface LanePlace {
  readonly lane: string
  readonly role: Role
  /** In the lanes of the creator alone. */
  readonly reference: string | null
}

// Of a new challenge, so the status is known.
const insert = sqlRows(
  'challenges.insert_lanes',
  4,
  'insert into challenge_lanes (lane, role, challenge_id, reference, status) values {rows}',
  `'${'pending' satisfies ChallengeStatus}'`,
)

export const insertLanes = (tx: Tx, challengeId: string, places: readonly LanePlace[]): void => {
  const rows = places.map(({ lane, role, reference }) => [lane, role, challengeId, reference])
  tx.enqueue(insert(rows.length), ...flattenParams(rows))
}

const setStatus = sql<never, [challengeId: string, status: ChallengeStatus]>(
  'challenges.set_lane_status',
  'update challenge_lanes set status = $2 where challenge_id = $1',
)

export const setLaneStatus = async (tx: Tx, challengeId: string, status: ChallengeStatus): Promise<void> => {
  await tx.run(setStatus, challengeId, status)
}

export interface LaneFilter {
  readonly role: Party | undefined
  readonly statuses: readonly ChallengeStatus[] | undefined
  readonly reference: string | undefined
}

/** What one walk along an index is bound to, beside its lane. */
const walks = {
  all: { columns: [], bind: () => [[]] },
  status: {
    columns: ['role', 'status'],
    bind: ({ roles }, { role, statuses = challengeStatuses }) =>
      (role ? [role] : roles).flatMap((each) => statuses.map((status) => [each, status])),
  },
  reference: {
    columns: ['reference', 'status'],
    bind: (_, { reference = '', statuses = challengeStatuses }) =>
      statuses.map((status) => [reference, status]),
  },
} as const satisfies Record<
  string,
  {
    readonly columns: readonly string[]
    readonly bind: (lane: Lane, filter: LaneFilter) => readonly (readonly string[])[]
  }
>

type WalkKind = keyof typeof walks

const glances = { party: partyGlance, group: anyGlance } as const

/** $1 the lane, $2 where to go on, $3 how many; then what each walk is bound to, and the person who looks. */
const pageText = (of: Lane['kind'], kind: WalkKind, count: number, order: Order): string => {
  const { columns } = walks[kind]
  const glance = glances[of]
  const walk = (_: unknown, index: number): string => {
    const bound = columns
      .map((column, place) => ` and ${column} = $${4 + index * columns.length + place}`)
      .join('')
    return `select challenge_id from (
      select challenge_id from challenge_lanes
      where lane = $1${bound} and challenge_id ${order === 'asc' ? '>' : '<'} $2
      order by challenge_id ${order} limit $3) as walk_${index}`
  }
  return `select ${glance.columns}
    from (select challenge_id from (${Array.from({ length: count }, walk).join(' union all ')}) as walks
          order by challenge_id ${order} limit $3) as page
    join challenges c on c.id = page.challenge_id
    ${glance.joins(`$${4 + count * columns.length}`)}
    order by c.id ${order}`
}

type PageStatement = Statement<GlanceRow, Param[]>
const statements = new Map<string, PageStatement>()

const pageStatement = (of: Lane['kind'], kind: WalkKind, count: number, order: Order): PageStatement => {
  const name = `challenges.page_${of}_${kind}_${count}_${order}`
  const known = statements.get(name)
  if (known) return known
  const made = sql<GlanceRow, Param[]>(name, pageText(of, kind, count, order))
  statements.set(name, made)
  return made
}

const isUnfiltered = ({ role, statuses, reference }: LaneFilter): boolean =>
  role === undefined && statuses === undefined && reference === undefined

const START: Readonly<Record<Order, string>> = { asc: '', desc: '~' }

export const listLane = async (
  reader: Reader,
  lane: Lane,
  personId: string,
  filter: LaneFilter,
  page: PageRequest,
): Promise<readonly GlanceRow[]> => {
  // A reference stands in the lanes of the creator alone.
  if (filter.reference !== undefined && filter.role === 'opponent') return []
  const kind = isUnfiltered(filter) ? 'all' : filter.reference === undefined ? 'status' : 'reference'
  const bound: readonly (readonly string[])[] = walks[kind].bind(lane, filter)
  const after = String(page.after?.[0] ?? START[page.order])
  const statement = pageStatement(lane.kind, kind, bound.length, page.order)
  const looking = lane.kind === 'group' ? [personId] : []
  return reader.all(statement, lane.id, after, rowsToFetch(page), ...bound.flat(), ...looking)
}
