// A challenge in words: where it stands, who said what, until when, and what can be done now.
import type {
  Challenge,
  ChallengeWithEvidence,
  Evidence,
  Party,
  Settlement,
} from '@challenge-service/contract'
import { allowedIn, capital, outcomeFor, partyFor, roleIn, saidBy } from './parties.ts'
import { nameOf, quote, quoteUpTo } from './quote.ts'
import { withSafeNames } from './safe-names.ts'
import { settleTally } from './tally-page.ts'
import { lines, timeFor, type Addressee } from './addressee.ts'
import { describeStanding } from '../../../wording/status.ts'

type ChallengePart = (challenge: Challenge, to: Addressee) => string | null

const settled: Readonly<Record<Settlement, string>> = {
  concession: 'one party granted the other the win',
  agreement: 'both said so',
  silence: 'nobody objected in time',
  support: 'the support of the group decided',
}

const opponent: ChallengePart = ({ opponent: { first_name: name }, role }) => {
  if (role === 'opponent') return 'The opponent: you.'
  return name === null
    ? 'The opponent: has not accepted yet, so no name is shown.'
    : `The opponent: ${nameOf(name)}.`
}

const people: ChallengePart = (seen, to) =>
  [
    roleIn(seen),
    seen.role === 'creator' ? 'The creator: you.' : `The creator: ${nameOf(seen.creator.first_name)}.`,
    opponent(seen, to),
  ].join(' ')

const group: ChallengePart = ({ group_id: id, group_name: name }) =>
  id === null || name === null ? null : `In the group ${nameOf(name)}, ${id}.`

const due: ChallengePart = (seen, to) =>
  `Due ${timeFor(to, seen.due_at)}, ${seen.due_days} days after it was made.`

const positions: ChallengePart = (seen) => {
  const said = (['creator', 'opponent'] as const).flatMap((party) => {
    const outcome = seen.positions[party]
    return outcome === null ? [] : [`${partyFor(seen, party)} said ${outcomeFor(seen, outcome)}`]
  })
  return said.length === 0 ? null : `${capital(said.join('; '))}.`
}

const proposal: ChallengePart = (seen, to) =>
  seen.proposal === null || seen.status !== 'proposed'
    ? null
    : `${capital(partyFor(seen, seen.proposal.by))} proposed an outcome; the other party can agree or dispute until ${timeFor(to, seen.proposal.confirm_by)}. After that it stands.`

const dispute: ChallengePart = (seen, to) =>
  seen.dispute === null
    ? null
    : `Disputed, to be settled until ${timeFor(to, seen.dispute.decide_by)}: ${saidBy(seen, seen.dispute.opened_by, seen.dispute.reason)}`

const cancellation: ChallengePart = (seen, to) => {
  if (seen.cancellation === null) return null
  const { requested_by: by, reason, lapses_at: lapsesAt } = seen.cancellation
  if (seen.status === 'cancelled') return `Cancelled, as ${partyFor(seen, by)} asked.`
  const asked = `${capital(partyFor(seen, by))} asked to cancel; it counts until ${timeFor(to, lapsesAt)}`
  return reason === null ? `${asked}.` : `${asked}: ${saidBy(seen, by, reason)}`
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
    : `Settled ${timeFor(to, seen.resolution.settled_at)}: ${outcomeFor(seen, seen.resolution.outcome)} (${settled[seen.resolution.settled_by]}).`

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
    `Allowed now: ${allowedIn(seen, to)}.`,
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

export const writeEvidence = (seen: Pick<Challenge, 'role'>, one: Evidence, to: Addressee): string =>
  lines(
    `Evidence ${one.id} of ${partyFor(seen, one.by)}, ${timeFor(to, one.created_at)}.`,
    one.text === null ? null : `  Text: ${writeEvidenceText(seen, one.by, one.text)}`,
    one.url === null ? null : `  Link, which nobody has checked: ${quoteUpTo(one.url, MOST_OF_EVIDENCE)}`,
  )

export const writeEvidenceText = (seen: Pick<Challenge, 'role'>, by: Party, text: string): string =>
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
    `  Allowed now: ${allowedIn(seen, to)}.`,
    indented(settleTally(seen, to)),
  )
