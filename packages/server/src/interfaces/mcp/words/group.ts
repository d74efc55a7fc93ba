// Groups, their statistics and the question of the day in words.
import type { Group, GroupStats, Question } from '@challenge-service/contract'
import { quote, quoteName, theirWords } from './quote.ts'
import { lines, timeFor, type Addressee } from './addressee.ts'
import { words } from '../../../wording/words.ts'

export const writeGroup = ({ id, name, role, member_count: count }: Group): string =>
  `${id}: ${quoteName(name)}, ${words.group.members({ count })}; ${words.group.youAre({ role })}.`

const countsOf = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ') || 'none'

export const writeStats = (stats: GroupStats): string =>
  lines(
    `${stats.members} members. Challenges: ${countsOf(stats.challenges)}. Outcomes: ${countsOf(stats.outcomes)}.`,
    stats.undisputed_share === null
      ? null
      : `${Math.round(stats.undisputed_share * 100)} % of those that were settled were not disputed.`,
    stats.median_hours_to_settle === null
      ? null
      : `Half of them were settled within ${stats.median_hours_to_settle} hours.`,
    stats.top_stakes.map(
      ({ stake, count }) =>
        `Played for ${count === 1 ? 'once' : `${count} times`}: ${theirWords('members', stake)}`,
    ),
    stats.leaderboard.map(
      ({ first_name: name, won, lost, drawn }, at) =>
        `${at + 1}. ${quoteName(name)}: won ${won}, lost ${lost}, drawn ${drawn}.`,
    ),
  )

export const writeQuestion = (question: Question, to: Addressee): string => {
  const { id, text, options, closes_at: closesAt, my_vote: vote, results } = question
  return lines(
    `The question of the day (${id}): ${quote(text)}`,
    options.map((option) => {
      const count = results === null ? '' : `; ${results.counts[option.id] ?? 0} votes`
      return `${option.id}: ${quote(option.text)}${count}${option.id === vote ? '; you voted for it' : ''}`
    }),
    vote === null ? `You have not voted. It ends ${timeFor(to, closesAt)}.` : null,
  )
}
