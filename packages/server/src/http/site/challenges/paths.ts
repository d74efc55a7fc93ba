// Where challenges are made, and what the pages there say once something was done.

export const NEW_CHALLENGE_PATH = '/challenges/new'

/** What the page of a challenge says after a form led to it: see parts/said.ts. */
export const challengeSaid = {
  sent: 'Your challenge is on its way. You are told by mail as soon as there is an answer.',
  invited_again:
    'The invitation goes out once more. Mails that nobody asked for are few by design, so it may take up to a day.',
} as const
