// The daily question and the vote on it.
import { endpoint } from '../endpoint.ts'
import { question } from '../examples/question.ts'
import { id, line, optional } from '../schema.ts'
import { Question } from './question.schema.ts'

export const questionEndpoints = {
  getDailyQuestion: endpoint({
    method: 'GET',
    path: '/v1/questions/daily',
    scope: 'questions:read',
    summary: 'Read the question of the day, and its results after voting',
    notes: ['There is a question every day. `results` is null until the acting person has voted.'],
    result: Question,
    example: { input: {}, result: { ...question, my_vote: null, results: null } },
  }),
  voteDailyQuestion: endpoint({
    method: 'POST',
    path: '/v1/questions/daily',
    scope: 'questions:vote',
    summary: 'Vote on the question of the day, once',
    notes: [
      'One vote a day for each account and each membership; it cannot be changed. With `question_id` a vote that arrives after midnight is refused rather than counted for the next question.',
    ],
    body: {
      option: line(1, 64, 'The id of one of the options.'),
      question_id: optional(id('question', 'The question that the vote is meant for.')),
    },
    result: Question,
    statuses: [201],
    refusals: ['already_voted', 'question_over'],
    example: {
      input: { option: 'opt_morning', question_id: question.id },
      result: {
        ...question,
        my_vote: 'opt_morning',
        results: { total: 48, counts: { opt_morning: 31, opt_evening: 17 } },
      },
    },
  }),
}

/** In the order in which documents show them. */
export const questionObjects = [Question]
