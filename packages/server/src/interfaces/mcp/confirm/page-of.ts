// The page of the site where a person does themselves what an assistant would do for them.
import type { ToolCall } from '@challenge-service/contract'
import type { Actor } from '../../../features/access/actor.ts'
import { challengePage } from '../challenge-page.ts'
import { QUESTION_PATH, newChallengeLink } from '../../http/site-links.ts'

export const pageOf = (
  siteUrl: string,
  { name, params, body }: ToolCall,
  { groupId }: Pick<Actor, 'groupId'>,
): string => {
  switch (name) {
    case 'createChallenge':
      return `${siteUrl}${newChallengeLink(body, groupId)}`
    case 'voteDailyQuestion':
      return `${siteUrl}${QUESTION_PATH}`
    default:
      return challengePage(siteUrl, params['id'] ?? '')
  }
}
