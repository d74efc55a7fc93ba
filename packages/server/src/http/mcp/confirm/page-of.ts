// The page of the site where a person does themselves what an assistant would do for them.
import { endpoints, type ToolCall } from '@challenge-service/contract'
import type { Actor } from '../../../features/access/actor.ts'
import { newChallengeLink } from '../../site/challenges/new-challenge-link.ts'
import { QUESTION_PATH } from '../../site/question/question-card.ts'

export const pageOf = ({ endpoint, params, body }: ToolCall, { groupId }: Pick<Actor, 'groupId'>): string => {
  switch (endpoint) {
    case endpoints.createChallenge:
      return newChallengeLink(body, groupId)
    case endpoints.voteDailyQuestion:
      return QUESTION_PATH
    default:
      return `/challenges/${params['id']}`
  }
}
