// The question of the day as one voter sees it: the results only once they have voted, and never who voted.
import type { Question as QuestionView } from '@challenge-service/contract'
import { startOfNextDay, toRfc3339 } from '../../kernel/instants.ts'
import { optionId, type Question } from './question.rules.ts'

export interface Cast {
  readonly index: number
  readonly counts: ReadonlyMap<number, number>
}

/** Without `cast`, as it is before the vote. */
export const viewQuestion = (question: Question, cast: Cast | undefined, now: number): QuestionView => {
  const options = question.options.map((text, index) => ({ id: optionId(question, index), text }))
  return {
    id: question.id,
    date: question.day,
    text: question.text,
    options,
    closes_at: toRfc3339(startOfNextDay(now)),
    my_vote: cast ? optionId(question, cast.index) : null,
    results: cast ? viewResults(options, cast.counts) : null,
  }
}

const viewResults = (options: readonly { readonly id: string }[], counts: Cast['counts']) => {
  const each = options.map(({ id }, index) => [id, counts.get(index) ?? 0] as const)
  return {
    total: each.reduce((sum, [, votes]) => sum + votes, 0),
    counts: Object.fromEntries(each),
  }
}
