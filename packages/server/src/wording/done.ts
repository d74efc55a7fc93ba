// What the page of a challenge says once something was done there, as things stand now: one sentence for each answer, and
// for each thing that can be added.
import type { ChallengeStatus } from '@challenge-service/contract'
import type { Choice } from '../kernel/choices.ts'
import { capital, otherName, type SeenChallenge } from './names.ts'
import { words } from './words.ts'

/** Added to the challenge, or done to an entry of its tally. */
type EntryAction = 'evidence' | 'support' | 'record' | 'review' | 'doubt' | 'withdraw' | 'amend' | 'accept'

type Done = Choice | 'block' | 'unblock' | `entry_${EntryAction}` | 'noted'

export const doneSentences = (challenge: SeenChallenge): Readonly<Record<Done, string>> => {
  const { done } = words
  const name = otherName(challenge)
  const theirName = capital(name)
  const claimed = sayClaimed(challenge.status, theirName)
  return {
    accept: done.accept,
    decline: done.decline,
    agree: done.settled,
    concede: done.settled,
    win: claimed,
    draw: claimed,
    dispute: done.dispute({ name: theirName }),
    cancel: challenge.status === 'cancelled' ? done.cancelled : done.cancelRequested({ name: theirName }),
    block: done.block({ name }),
    unblock: done.unblock({ name: theirName }),
    entry_evidence: done.evidence,
    entry_support: done.support,
    entry_record: done.recorded({ name }),
    entry_review: done.confirmed,
    entry_doubt: done.doubted({ name: theirName }),
    entry_withdraw: done.withdrawn,
    entry_amend: done.amended({ name }),
    entry_accept: done.confirmed,
    noted: done.noted,
  }
}

/** They said how it ended. */
const sayClaimed = (status: ChallengeStatus, name: string): string => {
  switch (status) {
    case 'resolved':
      return words.done.settled
    case 'proposed':
      return words.done.claimed({ name })
    case 'disputed':
      return words.done.claimedAgain({ name })
    default:
      return words.done.noted
  }
}
