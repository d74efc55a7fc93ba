// What follows once a new challenge has gone: before it is sent on the page, and where an assistant asks its person.

export const onceSent: readonly string[] = [
  'They get a mail with your first name and a link, and can accept or decline until then.',
  'If they do not answer, it lapses. Until they accept, you can take it back.',
]

export const READ_BY_TWO = 'Nobody but the two of you can read it.'

/** Around the name of the group. */
export const READ_BY_GROUP = [
  'All members of ',
  ' can read it, and support a side once it is accepted.',
] as const
