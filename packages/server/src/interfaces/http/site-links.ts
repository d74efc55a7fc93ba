// Pages of the site that are linked from elsewhere: an assistant sends its person there.

export const QUESTION_PATH = '/question'
export const NEW_CHALLENGE_PATH = '/challenges/new'

export const challengePath = (id: string): string => `/challenges/${id}`

/** What an address can carry by the names that the API has, beside the days. */
export const carriedTerms = ['claim', 'opponent_email', 'stake', 'reference'] as const

/**
 * The form of a new challenge with its terms in it, for someone who is to look at them and send it: what the API takes of one,
 * and the group that it is made in.
 */
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
