// The statistics of groups, kept as counts in the transaction that changes a challenge: reading them costs the
// same for a hundred challenges and for a million. Rows are locked in one order: counts, spans, stake, scores.
import type { GroupId, PersonId } from '../../kernel/ids.ts'
import { sql } from '../../store/statement.ts'
import type { Reader, Tx } from '../../store/store.ts'
import type { Bucket } from './digest.rules.ts'
import { countChanges, settledBucket, type CountName, type StatusChange } from './statistics.rules.ts'

/** How a party of a settled challenge fared. */
export interface MemberScore {
  readonly personId: PersonId
  readonly score: 'won' | 'lost' | 'drawn' | 'void'
}

export interface GroupChange extends StatusChange {
  readonly groupId: GroupId
  readonly stake: string
  /** When it was made. */
  readonly createdAt: number
  readonly scores: readonly MemberScore[]
}

const changeCount = sql<never, [groupId: GroupId, name: CountName, by: number]>(
  'statistics.change_count',
  `insert into group_counts (group_id, name, count) values ($1, $2, $3)
   on conflict (group_id, name) do update set count = group_counts.count + excluded.count`,
)

const countSpan = sql<never, [groupId: GroupId, bucket: number]>(
  'statistics.count_span',
  `insert into group_spans (group_id, bucket, count) values ($1, $2, 1)
   on conflict (group_id, bucket) do update set count = group_spans.count + 1`,
)

const countStake = sql<never, [groupId: GroupId, stake: string, now: number]>(
  'statistics.count_stake',
  `insert into group_stakes (group_id, stake, count, named_at) values ($1, $2, 1, $3)
   on conflict (group_id, stake) do update set count = group_stakes.count + 1, named_at = excluded.named_at`,
)

// Also of someone who has left: should they come back, their score is as if they had never gone.
const countScore = sql<
  never,
  [groupId: GroupId, personId: PersonId, won: number, lost: number, drawn: number]
>(
  'statistics.count_score',
  `update memberships set won = won + $3, lost = lost + $4, drawn = drawn + $5
   where group_id = $1 and person_id = $2`,
)

export const changeStatistics = async (tx: Tx, change: GroupChange): Promise<void> => {
  const { groupId, stake, createdAt, before, scores } = change
  const bucket = settledBucket(change)
  await Promise.all([
    ...countChanges(change).map(({ name, by }) => tx.run(changeCount, groupId, name, by)),
    bucket === undefined ? undefined : tx.run(countSpan, groupId, bucket),
    before === null ? tx.run(countStake, groupId, stake, createdAt) : undefined,
    ...scores
      .toSorted((a, b) => (a.personId < b.personId ? -1 : 1))
      .map(({ personId, score }) => {
        const one = (wanted: MemberScore['score']): number => (score === wanted ? 1 : 0)
        return tx.run(countScore, groupId, personId, one('won'), one('lost'), one('drawn'))
      }),
  ])
}

export interface StakeRow {
  readonly stake: string
  readonly count: number
}

export interface RankRow {
  readonly first_name: string
  readonly won: number
  readonly lost: number
  readonly drawn: number
}

export interface Statistics {
  readonly members: number
  readonly counts: ReadonlyMap<CountName, number>
  readonly spans: readonly Bucket[]
  readonly stakes: readonly StakeRow[]
  readonly ranks: readonly RankRow[]
}

const findMembers = sql<{ member_count: number }, [groupId: GroupId]>(
  'statistics.find_member_count',
  'select member_count from groups where id = $1',
)

const listCounts = sql<{ name: CountName; count: number }, [groupId: GroupId]>(
  'statistics.list_counts',
  'select name, count from group_counts where group_id = $1',
)

// There can be hundreds: as one text they are handed over at once.
const listSpans = sql<{ spans: string | null }, [groupId: GroupId]>(
  'statistics.list_spans',
  `select string_agg(cast(bucket as text) || ' ' || cast(count as text), ',' order by bucket) as spans
   from group_spans where group_id = $1`,
)

const readSpans = (text: string): readonly Bucket[] =>
  text.split(',').map((span) => {
    const gap = span.indexOf(' ')
    return { bucket: Number(span.slice(0, gap)), count: Number(span.slice(gap + 1)) }
  })

const listStakes = sql<StakeRow, [groupId: GroupId, limit: number]>(
  'statistics.list_stakes',
  'select stake, count from group_stakes where group_id = $1 order by count desc, stake limit $2',
)

const listRanks = sql<RankRow, [groupId: GroupId, limit: number]>(
  'statistics.list_ranks',
  `select first_name, won, lost, drawn from memberships
   where group_id = $1 and left_at is null and won + lost + drawn > 0
   order by won desc, lost, drawn desc, id limit $2`,
)

const STAKES = 5
const RANKS = 10

/** Of a group that the acting person was seen to be inside of. */
export const findStatistics = async (reader: Reader, groupId: GroupId): Promise<Statistics> => {
  const [members, counts, spans, stakes, ranks] = await Promise.all([
    reader.first(findMembers, groupId),
    reader.all(listCounts, groupId),
    reader.first(listSpans, groupId),
    reader.all(listStakes, groupId, STAKES),
    reader.all(listRanks, groupId, RANKS),
  ])
  return {
    members: members?.member_count ?? 0,
    counts: new Map(counts.map(({ name, count }) => [name, count])),
    spans: spans?.spans ? readSpans(spans.spans) : [],
    stakes,
    ranks,
  }
}
