// Written by `npm run generate`: what each call takes, and what it gives.

import type { Question } from './daily-question.ts'

export interface DailyQuestionCalls {
  /**
   * Read the question of the day, and its results after voting.
   *
   * There is a question every day. `results` is null until the acting person has voted.
   *
   * Needs the scope `questions:read`.
   */
  getDailyQuestion: {
    input: {}
    result: Question
    paged: false
  }

  /**
   * Vote on the question of the day, once.
   *
   * One vote a day for each account and each membership; it cannot be changed. With `question_id` a vote that arrives after midnight is refused rather than counted for the next question.
   *
   * Needs the scope `questions:vote`.
   */
  voteDailyQuestion: {
    input: {
      /** The id of one of the options. */
      option: string
      /** The question that the vote is meant for. */
      question_id?: string
    }
    result: Question
    paged: false
  }
}
