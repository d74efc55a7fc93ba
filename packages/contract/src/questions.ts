// The daily question and the vote on it. Results are shown to those who have voted.
import { Type, type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import { count, day, id, instant, line, nullable } from './schema.ts'

const Results = Type.Object({ total: count(), counts: Type.Record(Type.String(), count()) })

const Question = Type.Object({
  id: id('question'),
  date: day(),
  text: Type.String(),
  options: Type.Array(Type.Object({ id: Type.String(), text: Type.String() })),
  closes_at: instant(),
  my_vote: nullable(Type.String()),
  results: nullable(Results),
})
export type Question = Static<typeof Question>

export const questionEndpoints = {
  getDailyQuestion: endpoint({
    method: 'GET',
    path: '/v1/questions/daily',
    scope: 'questions:read',
    summary: 'Read the question of the day, and its results after voting',
    result: Question,
  }),
  voteDailyQuestion: endpoint({
    method: 'POST',
    path: '/v1/questions/daily',
    scope: 'questions:vote',
    summary: 'Vote on the question of the day, once',
    body: { option: line(1, 64), question_id: Type.Optional(id('question')) },
    result: Question,
    statuses: [201],
  }),
}
