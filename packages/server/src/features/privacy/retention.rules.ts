// How long someone is kept who is known only by address. Nothing in here looks at a clock: each look says when
// the next one is worth it.

export interface Idleness {
  readonly hasAccount: boolean
  readonly isMember: boolean
  readonly hasOpen: boolean
  /** It is their wish that someone does not reach them, and would be forgotten with them. */
  readonly blocksSomeone: boolean
  /** When they were last part of anything. */
  readonly lastAt: number
}

export type RetentionDecision = 'erase' | 'keep' | { readonly lookAt: number }

/** What is open now can be idle only a whole period after it has ended, so nothing is overlooked by waiting one. */
export const judgeIdle = (
  { hasAccount, isMember, hasOpen, blocksSomeone, lastAt }: Idleness,
  now: number,
  idleMs: number,
): RetentionDecision => {
  if (hasAccount) return 'keep'
  if (isMember || hasOpen || blocksSomeone) return { lookAt: now + idleMs }
  return now >= lastAt + idleMs ? 'erase' : { lookAt: lastAt + idleMs }
}
