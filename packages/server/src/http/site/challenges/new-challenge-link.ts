// The address of the form of a new challenge with its terms in it, for someone who is to look at them and send it.
import { NEW_CHALLENGE_PATH } from './paths.ts'

/** What an address can carry by the names that the API has, beside the days. */
export const carriedTerms = ['claim', 'opponent_email', 'stake', 'reference'] as const

/** What the API takes of a new challenge, and the group that it is made in. */
export const newChallengeLink = (
  terms: Readonly<Record<string, unknown>>,
  groupId: string | null,
): string => {
  const carried = [
    ['group', groupId],
    ['member', terms['opponent_member_id']],
    ...['rematch_of', ...carriedTerms, 'due_days'].map((name) => [name, terms[name]] as const),
  ] as const
  const query = carried.flatMap(([name, value]) =>
    typeof value === 'string' || typeof value === 'number' ? [`${name}=${escaped(String(value))}`] : [],
  )
  return `${NEW_CHALLENGE_PATH}?${query.join('&')}`
}

/** Nothing stays that a program might take for the end of an address, or that signing in would not lead back to. */
const escaped = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
