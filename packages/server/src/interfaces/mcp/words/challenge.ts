// A challenge in words: where it stands, who said what, until when, and what can be done now.
import type { Challenge, ChallengeWithEvidence, Evidence, Party } from '@challenge-service/contract'
import { deadlineFor } from '../../../wording/deadline.ts'
import { capital, partiesFor, partyFor, type WithRole } from '../../../wording/names.ts'
import { resolvedFor, saidFor } from '../../../wording/outcome.ts'
import { describeStanding } from '../../../wording/status.ts'
import { writeAllowed } from './allowed.ts'
import { quote, quoteName, quoteUpTo } from './quote.ts'
import { withSafeNames } from './safe-names.ts'
import { saidBy } from './said-by.ts'
import { settleTally } from './tally-page.ts'
import { lines, timeFor, type Addressee } from './addressee.ts'

type ChallengePart = (challenge: Challenge, to: Addressee) => string | null

const people: ChallengePart = (seen) => partiesFor(seen, quoteName)

const group: ChallengePart = ({ group_id: id, group_name: name }) =>
  id === null || name === null ? null : `In the group ${quoteName(name)}, ${id}.`

const due: ChallengePart = (seen, to) =>
  `Due ${timeFor(to, seen.due_at)}, ${seen.due_days} days after it was made.`

const positions: ChallengePart = (seen) => {
  const said = (['creator', 'opponent'] as const).flatMap((party) => {
    const outcome = seen.positions[party]
    return outcome === null ? [] : [saidFor(seen, party, outcome)]
  })
  return said.length === 0 ? null : `${capital(said.join('; '))}.`
}

const proposal: ChallengePart = (seen, to) =>
  seen.proposal === null || seen.status !== 'proposed'
    ? null
    : deadlineFor('proposed', timeFor(to, seen.proposal.confirm_by), partyFor(seen, seen.proposal.by))

const dispute: ChallengePart = (seen, to) => {
  if (seen.dispute === null) return null
  const { opened_by: by, reason, decide_by: decideBy } = seen.dispute
  return `${deadlineFor('disputed', timeFor(to, decideBy), partyFor(seen, by))}: ${saidBy(seen, by, reason)}`
}

const cancellation: ChallengePart = (seen, to) => {
  if (seen.cancellation === null) return null
  const { requested_by: by, reason, lapses_at: lapsesAt } = seen.cancellation
  if (seen.status === 'cancelled') return `Cancelled, as ${partyFor(seen, by)} asked.`
  const request = deadlineFor('cancel', timeFor(to, lapsesAt), partyFor(seen, by))
  return reason === null ? `${request}.` : `${request}: ${saidBy(seen, by, reason)}`
}

/** By the rule of the site's first page. */
const waits: ChallengePart = (seen, to) => {
  const { isMyTurn, title, by, otherwise } = describeStanding(withSafeNames(seen))
  if (!isMyTurn) return null
  return `Waits for you: ${by === null ? `${title}.` : `${title}, until ${timeFor(to, by)}. ${otherwise}`}`
}

const closing: ChallengePart = (seen) => {
  if (seen.closed_reason === null) return null
  // Whoever declines is the opponent; whoever takes back is the creator.
  return `It was ended with a reason: ${saidBy(seen, seen.status === 'declined' ? 'opponent' : 'creator', seen.closed_reason)}`
}

const resolution: ChallengePart = (seen, to) =>
  seen.resolution === null
    ? null
    : `Settled ${timeFor(to, seen.resolution.settled_at)}: ${resolvedFor(seen, seen.resolution.outcome, seen.resolution.settled_by)}.`

const support: ChallengePart = ({ support: { creator, opponent: other, mine }, group_id: id }) =>
  id === null
    ? null
    : `Support: ${creator} for the creator, ${other} for the opponent${mine === null ? '' : `; you support the ${mine}`}.`

const reference: ChallengePart = ({ reference: own }) =>
  own === undefined ? null : `Your reference: ${quote(own)}.`

const parts: readonly ChallengePart[] = [
  people,
  group,
  reference,
  due,
  waits,
  positions,
  proposal,
  dispute,
  cancellation,
  closing,
  resolution,
  support,
]

export const writeChallenge = (seen: Challenge, to: Addressee): string =>
  lines(
    `Challenge ${seen.id}: ${seen.status}.`,
    `Claim: ${saidBy(seen, 'creator', seen.claim)}`,
    `Stake: ${saidBy(seen, 'creator', seen.stake)}`,
    parts.map((part) => part(seen, to)),
    `Evidence: ${seen.evidence_count}.`,
    writeAllowed(seen, to),
    settleTally(seen, to),
  )

/** Of much evidence the newest, and of a long text its beginning: nobody can fill what a model reads. */
const MOST_EVIDENCE = 10
const MOST_OF_EVIDENCE = 500

export const writeWithEvidence = (seen: ChallengeWithEvidence, to: Addressee): string => {
  const older = seen.evidence.length - MOST_EVIDENCE
  return lines(
    writeChallenge(seen, to),
    older > 0 ? `${older} older pieces of evidence are in the structured content alone.` : null,
    seen.evidence.slice(-MOST_EVIDENCE).map((one) => writeEvidence(seen, one, to)),
  )
}

export const writeEvidence = (seen: WithRole, one: Evidence, to: Addressee): string =>
  lines(
    `Evidence ${one.id} of ${partyFor(seen, one.by)}, ${timeFor(to, one.created_at)}.`,
    one.text === null ? null : `  Text: ${writeEvidenceText(seen, one.by, one.text)}`,
    one.url === null ? null : `  Link, which nobody has checked: ${quoteUpTo(one.url, MOST_OF_EVIDENCE)}`,
  )

export const writeEvidenceText = (seen: WithRole, by: Party, text: string): string =>
  saidBy(seen, by, text, MOST_OF_EVIDENCE)

const indented = (line: string | null): string | null => line && `  ${line}`

/** One of a list: enough to tell which it is. */
export const writeInList = (seen: Challenge, to: Addressee): string =>
  lines(
    `${seen.id}: ${seen.status}. ${people(seen, to)}`,
    `  Claim: ${saidBy(seen, 'creator', seen.claim)}`,
    `  Stake: ${saidBy(seen, 'creator', seen.stake)}`,
    `  ${due(seen, to)}`,
    [waits, positions, proposal, dispute, cancellation, resolution].map((part) => indented(part(seen, to))),
    indented(writeAllowed(seen, to)),
    indented(settleTally(seen, to)),
  )
