// An entry of the feed in words: what happened, to which challenge, and what was typed.
import type { Event, FeedChallenge, Party, TallyEntry } from '@challenge-service/contract'
import { writeEvidenceText } from './challenge.ts'
import { actorFor, capital, partyFor, roleFor, type WithRole } from '../../../wording/names.ts'
import { saidFor } from '../../../wording/outcome.ts'
import { quoteName, theirWords } from './quote.ts'
import { saidBy } from './said-by.ts'
import { lines, timeFor, type Addressee } from './addressee.ts'

/** Of the entries that one call has confirmed, and of their notes. */
const MOST_ENTRIES = 10
const MOST_OF_NOTE = 200

export const writeEvent = ({ id, type, actor, created_at: at, data }: Event, to: Addressee): string => {
  const seen = data.challenge ?? ({ role: 'observer' } as const)
  return lines(
    `${id}: ${type}, by ${actorFor(seen, actor)}, ${timeFor(to, at)}.`,
    data.challenge ? inChallenge(data.challenge) : null,
    data.evidence?.text
      ? `  Evidence: ${writeEvidenceText(seen, data.evidence.by, data.evidence.text)}`
      : null,
    data.support
      ? `  Support for the ${data.support.side}${data.support.comment === null ? '.' : `: ${theirWords('an observer', data.support.comment)}`}`
      : null,
    inTally(seen, data.entries ?? []),
    data.member
      ? `  The member ${quoteName(data.member.first_name)}, in the group ${data.member.group_id}.`
      : null,
  )
}

const inTally = (seen: WithRole, entries: readonly TallyEntry[]): readonly (string | null)[] => [
  ...entries
    .slice(0, MOST_ENTRIES)
    .map(
      ({ id, amount, by, status, note }) =>
        `  Tally entry ${id}: ${amount} by ${partyFor(seen, by)}, ${status}${note === null ? '.' : `: ${saidBy(seen, by, note, MOST_OF_NOTE)}`}`,
    ),
  entries.length > MOST_ENTRIES
    ? `  ${entries.length - MOST_ENTRIES} more entries are in the structured content alone.`
    : null,
]

const inChallenge = (seen: FeedChallenge): readonly (string | null)[] => [
  `  Challenge ${seen.id}, then ${seen.status}. ${roleFor(seen)} Claim: ${saidBy(seen, 'creator', seen.claim)}`,
  ...(['creator', 'opponent'] as const).map((party) => stated(seen, party)),
  seen.dispute === null || seen.status !== 'disputed'
    ? null
    : `  Disputed: ${saidBy(seen, seen.dispute.opened_by, seen.dispute.reason)}`,
]

const stated = (seen: FeedChallenge, party: Party): string | null => {
  const outcome = seen.positions[party]
  return outcome === null ? null : `  ${capital(saidFor(seen, party, outcome))}.`
}
