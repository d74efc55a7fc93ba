// A challenge without one of its parties: what they are called, what they wrote, and its end.
import type { ChallengeStatus, Party } from '@challenge-service/contract'
import type { Challenge, Life } from './life.rules.ts'

/** What everyone is called who was erased, and what stands where they wrote something. */
export const SOMEONE = 'someone'
export const REMOVED = '(removed)'

export const withoutParty = (challenge: Challenge, party: Party): Challenge => {
  const { opponentName, life } = challenge
  const cleaned = { ...challenge, life: withoutWords(life, party) }
  return party === 'creator'
    ? { ...cleaned, creatorName: SOMEONE, claim: REMOVED, stake: REMOVED, reference: null }
    : { ...cleaned, opponentName: opponentName === null ? null : SOMEONE }
}

const withoutWords = (life: Life, party: Party): Life => {
  const { dispute, cancellation, closedReason } = life
  return {
    ...life,
    dispute: dispute?.openedBy === party ? { ...dispute, reason: REMOVED } : dispute,
    cancellation:
      cancellation?.requestedBy === party && cancellation.reason !== null
        ? { ...cancellation, reason: REMOVED }
        : cancellation,
    closedReason: closedReason !== null && getCloser(life) === party ? REMOVED : closedReason,
  }
}

/** Whose words the reason is for which a pending challenge was closed: only the opponent declines. */
export const getCloser = ({ status }: { readonly status: ChallengeStatus }): Party =>
  status === 'declined' ? 'opponent' : 'creator'

/** The end of what was open when a party was erased. */
export const cancelBySystem = (life: Life, now: number): Life => ({
  ...life,
  status: 'cancelled',
  closedAt: now,
})
