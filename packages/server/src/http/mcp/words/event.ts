// An entry of the feed in words: what happened, to which challenge, and what was typed.
import type { Event, FeedChallenge, Party } from '@challenge-service/contract'
import { outcomeFor, saidBy } from './parties.ts'
import { nameOf, theirWords } from './quote.ts'
import { lines, timeFor, type Addressee } from './addressee.ts'

export const writeEvent = ({ id, type, actor, created_at: at, data }: Event, to: Addressee): string =>
  lines(
    `${id}: ${type}, by ${actor === 'system' ? 'the clock' : `the ${actor}`}, ${timeFor(to, at)}.`,
    data.challenge ? inChallenge(data.challenge) : null,
    data.evidence?.text ? `  Evidence: ${theirWords(`the ${data.evidence.by}`, data.evidence.text)}` : null,
    data.support
      ? `  Support for the ${data.support.side}${data.support.comment === null ? '.' : `: ${theirWords('an observer', data.support.comment)}`}`
      : null,
    (data.entries ?? []).map(
      (entry) =>
        `  Tally entry ${entry.id}: ${entry.amount} by the ${entry.by}, ${entry.status}${entry.note === null ? '.' : `: ${theirWords(`the ${entry.by}`, entry.note)}`}`,
    ),
    data.member
      ? `  The member ${nameOf(data.member.first_name)}, in the group ${data.member.group_id}.`
      : null,
  )

const inChallenge = (seen: FeedChallenge): readonly (string | null)[] => [
  `  Challenge ${seen.id}, then ${seen.status}. You are ${seen.role === 'observer' ? 'an observer' : `the ${seen.role}`}. Claim: ${saidBy(seen, 'creator', seen.claim)}`,
  ...(['creator', 'opponent'] as const).map((party) => stated(seen, party)),
  seen.dispute === null || seen.status !== 'disputed'
    ? null
    : `  Disputed: ${saidBy(seen, seen.dispute.opened_by, seen.dispute.reason)}`,
]

const stated = (seen: FeedChallenge, party: Party): string | null => {
  const outcome = seen.positions[party]
  return outcome === null ? null : `  The ${party} said ${outcomeFor(seen, outcome)}.`
}
