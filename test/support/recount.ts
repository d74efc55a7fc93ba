// The statistics of a group counted again from what is stored of each challenge and membership: what the kept
// counts must be equal to at any moment.
import { challengeStatuses, outcomes, type GroupStats } from '@challenge-service/contract'
import { REMOVED } from '../../packages/server/src/features/challenges/rules/erase.rules.ts'
import { once } from '../../packages/server/src/store/statements/statement.ts'
import type { Reader } from '../../packages/server/src/store/store.ts'

interface ChallengeFacts {
  readonly creator_id: string
  readonly opponent_id: string
  readonly status: string
  readonly outcome: string | null
  readonly stake: string
  readonly disputed_at: number | null
  readonly accepted_at: number | null
  readonly settled_at: number | null
}

interface MemberFacts {
  readonly id: string
  readonly person_id: string
  readonly first_name: string
  readonly left_at: number | null
}

export type Recount = Omit<GroupStats, 'median_hours_to_settle'> & {
  /** The true median, which a digest comes close to. */
  readonly exactMedianHours: number | null
}

export const recount = async (reader: Reader, groupId: string): Promise<Recount> => {
  const challenges = await reader.all(
    once<ChallengeFacts>(
      `select creator_id, opponent_id, status, resolution_outcome as outcome, stake, accepted_at,
         dispute_opened_at as disputed_at, resolution_settled_at as settled_at
       from challenges where group_id = '${groupId}'`,
    ),
  )
  const members = await reader.all(
    once<MemberFacts>(
      `select id, person_id, first_name, left_at from memberships where group_id = '${groupId}' order by id`,
    ),
  )
  const present = members.filter(({ left_at }) => left_at === null)
  const settled = challenges.filter(({ outcome }) => outcome !== null)
  const undisputed = settled.filter(({ disputed_at }) => disputed_at === null)
  const countOf = (names: readonly string[], nameOf: (one: ChallengeFacts) => string | null) =>
    Object.fromEntries(names.map((name) => [name, challenges.filter((one) => nameOf(one) === name).length]))
  return {
    members: present.length,
    challenges: countOf(challengeStatuses, ({ status }) => status) as GroupStats['challenges'],
    outcomes: countOf(outcomes, ({ outcome }) => outcome) as GroupStats['outcomes'],
    undisputed_share: settled.length === 0 ? null : Number((undisputed.length / settled.length).toFixed(4)),
    exactMedianHours: medianOf(
      settled.map(({ settled_at, accepted_at }) => ((settled_at ?? 0) - (accepted_at ?? 0)) / 3_600_000),
    ),
    top_stakes: topStakes(challenges),
    leaderboard: leaderboard(present, settled),
  }
}

const medianOf = (values: readonly number[]): number | null => {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (index: number): number => sorted[Math.floor(index)] ?? 0
  return sorted.length === 0 ? null : (at((sorted.length - 1) / 2) + at(sorted.length / 2)) / 2
}

/** Not what someone had named who was erased since: people without an account are, once they have been idle. */
const topStakes = (challenges: readonly ChallengeFacts[]): GroupStats['top_stakes'] => {
  const stakes = new Map<string, number>()
  for (const { stake } of challenges) if (stake !== REMOVED) stakes.set(stake, (stakes.get(stake) ?? 0) + 1)
  return [...stakes]
    .map(([stake, count]) => ({ stake, count }))
    .toSorted((a, b) => b.count - a.count || (a.stake < b.stake ? -1 : 1))
    .slice(0, 5)
}

const leaderboard = (
  present: readonly MemberFacts[],
  settled: readonly ChallengeFacts[],
): GroupStats['leaderboard'] =>
  present
    .map(({ first_name, person_id }) => {
      const own = settled.filter((one) => [one.creator_id, one.opponent_id].includes(person_id))
      const winning = ({ creator_id }: ChallengeFacts): string =>
        creator_id === person_id ? 'creator_won' : 'opponent_won'
      return {
        first_name,
        won: own.filter((one) => one.outcome === winning(one)).length,
        lost: own.filter((one) => one.outcome?.endsWith('_won') && one.outcome !== winning(one)).length,
        drawn: own.filter(({ outcome }) => outcome === 'draw').length,
      }
    })
    .filter(({ won, lost, drawn }) => won + lost + drawn > 0)
    .toSorted((a, b) => b.won - a.won || a.lost - b.lost || b.drawn - a.drawn)
    .slice(0, 10)
