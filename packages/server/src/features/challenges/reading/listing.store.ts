// The listings in which challenges stand: one for each party, one for each party within the group, one for the group.
// A page is one scan of an index for each status asked for, merged: its cost grows neither with its depth nor with the
// table.
import type { Order } from '@challenge-service/contract'
import {
  challengeStatuses,
  parties,
  type ChallengeStatus,
  type Party,
  type Role,
} from '@challenge-service/contract/plain'
import type { ChallengeId, GroupId, ListingId, PersonId } from '../../../kernel/ids.ts'
import { rowsToFetch, type PageRequest } from '../../../kernel/page.ts'
import { change, insertRows } from '../../../store/statements/changes.ts'
import { challengeListings } from '../../../store/schema/challenges.ts'
import { forPageOf, sql, type Param, type Statement } from '../../../store/statements/statement.ts'
import type { Reader, Tx } from '../../../store/store.ts'
import { viewerSummary, partySummary, type SummaryRow } from './summary.store.ts'

/** Where a list begins, and the roles that stand in it. */
export interface Listing {
  readonly kind: 'party' | 'group'
  readonly id: ListingId
  readonly roles: readonly Role[]
}

/** Of a person; through a group token, of that person within the group, and so of nothing else. */
export const getListing = ({
  personId,
  groupId,
}: {
  personId: PersonId
  groupId: GroupId | null
}): Listing => ({
  kind: 'party',
  id: groupId === null ? personId : partyListingId(groupId, personId),
  roles: parties,
})

export const getGroupListing = (groupId: GroupId): Listing => ({
  kind: 'group',
  id: groupId,
  roles: ['observer'],
})

export const partyListingId = (groupId: GroupId, personId: PersonId): ListingId => `${groupId}:${personId}`

/**
 * Where a challenge is kept for an opponent who has blocked its creator: nobody lists it, but it is found when they are
 * erased.
 */
export const hiddenListingId = (listingId: ListingId): ListingId => `hidden:${listingId}`

/** One challenge in one listing. */
export interface ListingRow {
  readonly listing: ListingId
  readonly role: Role
  /** In the listings of the creator alone. */
  readonly reference: string | null
}

// Of a new challenge, so the status is known.
const insert = insertRows(challengeListings, 'challenges.insert_listing_rows', [
  'listing',
  'role',
  'challenge_id',
  'reference',
  'status',
])

export const insertListingRows = (tx: Tx, challengeId: ChallengeId, rows: readonly ListingRow[]): void => {
  const listed = rows.map(({ listing, role, reference }) => {
    return { listing, role, challenge_id: challengeId, reference, status: 'pending' as const }
  })
  tx.enqueue(insert(listed.length), listed)
}

const setStatus = change(
  challengeListings,
  'challenges.set_listed_status',
  'update challenge_listings set status = $status where challenge_id = $challenge_id',
)

export const setListedStatus = async (
  tx: Tx,
  challengeId: ChallengeId,
  status: ChallengeStatus,
): Promise<void> => {
  await tx.run(setStatus, { challenge_id: challengeId, status })
}

export interface ListingFilter {
  readonly role: Party | undefined
  readonly statuses: readonly ChallengeStatus[] | undefined
  readonly reference: string | undefined
}

/** What one scan of an index is bound to, beside its listing. */
const scans = {
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
    readonly bind: (listing: Listing, filter: ListingFilter) => readonly (readonly string[])[]
  }
>

type ScanKind = keyof typeof scans

const summaries = { party: partySummary, group: viewerSummary } as const

/** $1 the listing, $2 where to go on, $3 how many; then what each scan is bound to, and the person who looks. */
const pageText = (of: Listing['kind'], kind: ScanKind, count: number, order: Order): string => {
  const { columns } = scans[kind]
  const summary = summaries[of]
  const scan = (_: unknown, index: number): string => {
    const bound = columns.map((column, at) => ` and ${column} = $${4 + index * columns.length + at}`).join('')
    return `select challenge_id from (
      select challenge_id from challenge_listings
      where listing = $1${bound} and challenge_id ${order === 'asc' ? '>' : '<'} $2
      order by challenge_id ${order} limit $3) as scan_${index}`
  }
  const person = `$${4 + count * columns.length}`
  return `select ${summary.columns(person)}
    from (select challenge_id from (${Array.from({ length: count }, scan).join(' union all ')}) as scans
          order by challenge_id ${order} limit $3) as page
    join challenges c on c.id = page.challenge_id
    ${summary.joins(person)}
    order by c.id ${order}`
}

type PageStatement = Statement<SummaryRow, Param[]>
const statements = new Map<string, PageStatement>()

const pageStatement = (of: Listing['kind'], kind: ScanKind, count: number, order: Order): PageStatement => {
  const name = `challenges.page_${of}_${kind}_${count}_${order}`
  const known = statements.get(name)
  if (known) return known
  const made = sql<SummaryRow, Param[]>(name, pageText(of, kind, count, order))
  statements.set(name, made)
  return made
}

const isUnfiltered = ({ role, statuses, reference }: ListingFilter): boolean =>
  role === undefined && statuses === undefined && reference === undefined

const START: Readonly<Record<Order, string>> = { asc: '', desc: '~' }

export const listChallenges = async (
  reader: Reader,
  listing: Listing,
  personId: PersonId,
  filter: ListingFilter,
  page: PageRequest,
): Promise<readonly SummaryRow[]> => {
  // A reference stands in the listings of the creator alone.
  if (filter.reference !== undefined && filter.role === 'opponent') return []
  const kind = isUnfiltered(filter) ? 'all' : filter.reference === undefined ? 'status' : 'reference'
  const bound: readonly (readonly string[])[] = scans[kind].bind(listing, filter)
  const after = String(page.after?.[0] ?? START[page.order])
  const statement = pageStatement(listing.kind, kind, bound.length, page.order)
  const limit = rowsToFetch(page)
  return reader.all(forPageOf(limit, statement), listing.id, after, limit, ...bound.flat(), personId)
}
