// The page of the site where a person does themselves what an assistant would do for them.
import { endpoints, type ToolCall } from '@challenge-service/contract'
import type { Actor } from '../../../features/access/actor.ts'
import { challengePage } from '../challenge-page.ts'
import { QUESTION_PATH, newChallengeLink } from '../../http/site-links.ts'

export const pageOf = (
  siteUrl: string,
  { endpoint, params, body }: ToolCall,
  { groupId }: Pick<Actor, 'groupId'>,
): string => {
  switch (endpoint) {
    case endpoints.createChallenge:
      return `${siteUrl}${newChallengeLink(body, groupId)}`
    case endpoints.voteDailyQuestion:
      return `${siteUrl}${QUESTION_PATH}`
    default:
      return challengePage(siteUrl, params['id'] ?? '')
  }
}
