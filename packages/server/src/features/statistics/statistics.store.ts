// The statistics of groups, kept as counts in the transaction that changes a challenge: reading them costs the
// same for a hundred challenges and for a million. Rows are locked in one order: counts, spans, stake, scores.
import type { GroupId, PersonId } from '../../kernel/ids.ts'
import { change, insertInto } from '../../store/statements/changes.ts'
import { memberships } from '../../store/schema/people.ts'
import { groupCounts, groupSpans, groupStakes } from '../../store/schema/records.ts'
import { sql } from '../../store/statements/statement.ts'
import type { Reader, Tx } from '../../store/store.ts'
import type { RowIn } from '../../store/statements/table.ts'
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

const changeCount = insertInto(
  groupCounts,
  'statistics.change_count',
  ['group_id', 'name', 'count'],
  'on conflict (group_id, name) do update set count = group_counts.count + excluded.count',
)

const countSpan = insertInto(
  groupSpans,
  'statistics.count_span',
  ['group_id', 'bucket', 'count'],
  'on conflict (group_id, bucket) do update set count = group_spans.count + excluded.count',
)

const countStake = insertInto(
  groupStakes,
  'statistics.count_stake',
  ['group_id', 'stake', 'count', 'named_at'],
  `on conflict (group_id, stake) do update set count = group_stakes.count + excluded.count,
     named_at = excluded.named_at`,
)

// Also of someone who has left: should they come back, their score is as if they had never gone.
const countScore = change(
  memberships,
  'statistics.count_score',
  `update memberships set won = won + $won, lost = lost + $lost, drawn = drawn + $drawn
   where group_id = $group_id and person_id = $person_id`,
)

export const changeStatistics = async (tx: Tx, made: GroupChange): Promise<void> => {
  const { groupId: group_id, stake, createdAt, before, scores } = made
  const bucket = settledBucket(made)
  await Promise.all([
    ...countChanges(made).map(({ name, by }) => tx.run(changeCount, { group_id, name, count: by })),
    bucket === undefined ? undefined : tx.run(countSpan, { group_id, bucket, count: 1 }),
    before === null ? tx.run(countStake, { group_id, stake, count: 1, named_at: createdAt }) : undefined,
    ...scores
      .toSorted((a, b) => (a.personId < b.personId ? -1 : 1))
      .map(({ personId, score }) => {
        const one = (wanted: MemberScore['score']): number => (score === wanted ? 1 : 0)
        return tx.run(countScore, {
          group_id,
          person_id: personId,
          won: one('won'),
          lost: one('lost'),
          drawn: one('drawn'),
        })
      }),
  ])
}

export type StakeRow = Pick<RowIn<typeof groupStakes>, 'stake' | 'count'>

export type RankRow = Pick<RowIn<typeof memberships>, 'first_name' | 'won' | 'lost' | 'drawn'>

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
