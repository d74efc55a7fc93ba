// An id is a prefix that names its kind and 26 characters of Crockford's base32: 50 bits of time, 15 of
// sequence, 65 of chance. Ids of one process sort in the order they were made.

export const idPrefixes = {
  challenge: 'ch',
  account: 'acc',
  group: 'grp',
  member: 'mem',
  evidence: 'evd',
  tallyEntry: 'tly',
  event: 'evt',
  webhook: 'whk',
  delivery: 'dlv',
  question: 'qst',
  token: 'tok',
  request: 'req',
} as const

export type IdKind = keyof typeof idPrefixes

const ID_CHARS = 26

export const idPattern = (kind: IdKind): string => `^${idPrefixes[kind]}_[0-9a-hjkmnp-tv-z]{${ID_CHARS}}$`

/** How many characters every id of a kind has. */
export const idLength = (kind: IdKind): number => idPrefixes[kind].length + 1 + ID_CHARS
