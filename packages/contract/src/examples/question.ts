// The question of the Tuesday on which the story begins, before anyone has voted.
import type { Question } from '../questions/question.schema.ts'
import { ids } from './story.ts'

export const question: Omit<Question, 'my_vote' | 'results'> = {
  id: ids.question,
  date: '2026-11-10',
  text: 'When do you keep a promise more easily?',
  options: [
    { id: 'opt_morning', text: 'In the morning' },
    { id: 'opt_evening', text: 'In the evening' },
  ],
  closes_at: '2026-11-11T00:00:00.000Z',
}
