// Examples of the daily question: before the vote there are no results, after it there are.
import type { questionEndpoints } from '../questions.ts'
import type { ExamplesOf } from './example.ts'
import { ids } from './story.ts'

const options = [
  { id: 'opt_morning', text: 'In the morning' },
  { id: 'opt_evening', text: 'In the evening' },
]

const question = {
  id: ids.question,
  date: '2026-11-10',
  text: 'When do you keep a promise more easily?',
  options,
  closes_at: '2026-11-11T00:00:00.000Z',
}

export const questionExamples: ExamplesOf<keyof typeof questionEndpoints> = {
  getDailyQuestion: { input: {}, result: { ...question, my_vote: null, results: null } },
  voteDailyQuestion: {
    input: { option: 'opt_morning', question_id: ids.question },
    result: {
      ...question,
      my_vote: 'opt_morning',
      results: { total: 48, counts: { opt_morning: 31, opt_evening: 17 } },
    },
  },
}
