// The daily question as the acting person sees it. Results are shown to those who have voted.
import type { Static } from 'typebox'
import { countsByName, namedObject, object } from '../object.ts'
import { count, day, id, instant, list, nullable, string } from '../schema.ts'

const option = object('One of the answers.', {
  id: string('What a vote names. Unique to its question.'),
  text: string('The answer.'),
})

export const Question = namedObject('Question', 'The question of a day.', {
  id: id('question', 'The question.'),
  date: day('Its day, in UTC.'),
  text: string('What is asked.'),
  options: list(option, 'What can be answered.'),
  closes_at: instant('When the day ends.'),
  my_vote: nullable(string(), 'The option that the acting person chose.'),
  results: nullable(
    object('Null until the acting person has voted.', {
      total: count('How many have voted.'),
      counts: countsByName('Votes by the id of the option.'),
    }),
  ),
})
export type Question = Static<typeof Question>
