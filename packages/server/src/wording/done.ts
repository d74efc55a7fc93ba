// What the page of a challenge says once something was done there, as things stand now: one sentence for each answer, and
// for each thing that can be added.
import type { ChallengeStatus } from '@challenge-service/contract'
import type { Choice } from '../kernel/choices.ts'
import { capital, otherName, type SeenChallenge } from './names.ts'
import { canChangeIt, countsOnceConfirmedBy } from './tally.ts'

const NOTED = 'That is noted.'
const SETTLED = 'It is settled.'

/** Added to the challenge, or done to an entry of its tally. */
type EntryAction = 'evidence' | 'support' | 'record' | 'review' | 'doubt' | 'withdraw' | 'amend' | 'accept'

type Done = Choice | 'block' | 'unblock' | `entry_${EntryAction}` | 'noted'

export const doneSentences = (challenge: SeenChallenge): Readonly<Record<Done, string>> => {
  const { status } = challenge
  const name = otherName(challenge)
  const theirName = capital(name)
  const said = stated(status, name)
  return {
    accept: 'The challenge is on.',
    decline: 'You declined: the challenge is over.',
    agree: SETTLED,
    concede: SETTLED,
    win: said,
    draw: said,
    dispute: `That is said. ${theirName} reads that you do not agree, and why.`,
    cancel: status === 'cancelled' ? 'The challenge is cancelled.' : `Now ${name} is asked to cancel too.`,
    block: `You have blocked ${name}.`,
    unblock: `${theirName} is no longer blocked.`,
    entry_evidence: 'Your evidence is there for everyone who sees the challenge.',
    entry_support: 'Your support is counted.',
    entry_record: `Recorded. It ${countsOnceConfirmedBy(name)}.`,
    entry_review: 'Confirmed.',
    entry_doubt: `Noted as doubted. ${canChangeIt(theirName)}.`,
    entry_withdraw: 'Taken back.',
    entry_amend: `Changed. It ${countsOnceConfirmedBy(name)}.`,
    entry_accept: 'Confirmed.',
    noted: NOTED,
  }
}

/** They said how it ended. */
const stated = (status: ChallengeStatus, name: string): string => {
  switch (status) {
    case 'resolved':
      return SETTLED
    case 'proposed':
      return `That is said. Now ${name} is asked to agree.`
    case 'disputed':
      return `That is said. ${capital(name)} can agree to it.`
    default:
      return NOTED
  }
}
