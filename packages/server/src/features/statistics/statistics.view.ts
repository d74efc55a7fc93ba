// The statistics of a group as each of its members sees them: counts, and first names of present members.
import type { GroupStats } from '@challenge-service/contract'
import { challengeStatuses, outcomes } from '@challenge-service/contract/plain'
import { medianHours } from './digest.rules.ts'
import type { Statistics } from './statistics.store.ts'

export const viewStatistics = ({ members, counts, spans, stakes, ranks }: Statistics): GroupStats => {
  const resolved = counts.get('status:resolved') ?? 0
  const disputed = counts.get('disputed') ?? 0
  const median = medianHours(spans)
  return {
    members,
    challenges: viewCounts(challengeStatuses, (status) => counts.get(`status:${status}`)),
    outcomes: viewCounts(outcomes, (outcome) => counts.get(`outcome:${outcome}`)),
    undisputed_share: resolved === 0 ? null : rounded((resolved - disputed) / resolved, 4),
    median_hours_to_settle: median === null ? null : rounded(median, 2),
    top_stakes: stakes.map(({ stake, count }) => ({ stake, count })),
    leaderboard: ranks.map(({ first_name, won, lost, drawn }) => ({ first_name, won, lost, drawn })),
  }
}

const viewCounts = <Name extends string>(
  names: readonly Name[],
  count: (name: Name) => number | undefined,
): Record<Name, number> =>
  Object.fromEntries(names.map((name) => [name, count(name) ?? 0])) as Record<Name, number>

const rounded = (value: number, digits: number): number => Number(value.toFixed(digits))
