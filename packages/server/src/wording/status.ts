// How a challenge stands, in words for its reader: whose turn it is, until when, and what happens otherwise. The
// same on pages, in the calendar and to an assistant.
import type { ChallengeStatus, Party } from '@challenge-service/contract'
import { otherwiseOf } from './deadline.ts'
import { capital, nameOf, otherOf, ownParty, type SeenChallenge } from './names.ts'
import { describeResolved, wordsOf } from './outcome.ts'

export interface Standing {
  readonly title: string
  /** Something is asked of them. */
  readonly isMyTurn: boolean
  /** The next instant that matters; null where none does. */
  readonly by: number | null
  /** What happens then, if nobody does anything; null where nothing does. */
  readonly otherwise: string | null
}

/** The label of a count, in the statistics of a group. */
export const statusCounts: Readonly<Record<ChallengeStatus, string>> = {
  pending: 'Waiting for an answer',
  active: 'Running',
  due: 'Time is up',
  proposed: 'Waiting for agreement',
  disputed: 'Disputed',
  resolved: 'Settled',
  cancelled: 'Cancelled',
  declined: 'Declined',
  expired: 'Ran out',
}

/** Where it is their turn in nothing, and until when that is so. */
export const NOTHING_WAITS = {
  title: 'Nothing waits for you',
  until:
    'When someone challenges you, or says how a challenge ended, it stands here, the nearest deadline first.',
} as const

/** `says` for others, `say` for you. */
const does = (name: string, verb: string, others: string): string =>
  capital(name === 'you' ? `you ${verb}` : `${name} ${others}`)

const quiet = (title: string, by: number | null = null, otherwise: string | null = null): Standing => ({
  title,
  isMyTurn: false,
  by,
  otherwise,
})

const turn = (title: string, by: number | null, otherwise: string | null): Standing => ({
  title,
  isMyTurn: true,
  by,
  otherwise,
})

/** `settleBy`: until when the two can say how it ended, where that is known. */
export const describeStanding = (challenge: SeenChallenge, settleBy: number | null = null): Standing => {
  const dueAt = Date.parse(challenge.due_at)
  const isParty = challenge.role !== 'observer'
  const other = nameOf(challenge, otherOf(ownParty(challenge)))
  switch (challenge.status) {
    case 'pending':
      return challenge.role === 'opponent'
        ? turn(`${capital(other)} challenges you`, dueAt, otherwiseOf('pending', challenge))
        : quiet(
            isParty ? 'Waiting for an answer' : `Waiting for ${other} to answer`,
            dueAt,
            otherwiseOf('pending', challenge),
          )
    case 'active':
      return describeRunning(challenge, dueAt)
    case 'due':
      return isParty
        ? turn('Time is up: say how it ended', settleBy, otherwiseOf('due', challenge))
        : quiet('Time is up: the two say how it ended', settleBy, otherwiseOf('due', challenge))
    case 'proposed':
      return describeProposed(challenge)
    case 'disputed':
      return describeDisputed(challenge)
    case 'resolved':
      return quiet(describeResolved(challenge))
    case 'cancelled':
      return quiet('Cancelled: it counts for nobody')
    case 'declined':
      return quiet(`${does(nameOf(challenge, 'opponent'), 'declined', 'declined')}: it counts for nobody`)
    case 'expired':
      return quiet('Ran out: it counts for nobody')
  }
}

const describeRunning = (challenge: SeenChallenge, dueAt: number): Standing => {
  const { cancellation, role } = challenge
  if (!cancellation) return quiet('Running', dueAt, otherwiseOf('active', challenge))
  const asker = nameOf(challenge, cancellation.requested_by)
  const lapsesAt = Date.parse(cancellation.lapses_at)
  const otherwise = otherwiseOf('cancel', challenge)
  return role !== 'observer' && role !== cancellation.requested_by
    ? turn(`${capital(asker)} asks to cancel`, lapsesAt, otherwise)
    : quiet(
        `Running, and ${does(asker, 'ask', 'asks')} to cancel`.replace('You ask', 'you ask'),
        lapsesAt,
        otherwise,
      )
}

const describeProposed = (challenge: SeenChallenge): Standing => {
  const { proposal, role } = challenge
  if (!proposal) return quiet('An outcome is proposed')
  const by = Date.parse(proposal.confirm_by)
  const proposer = nameOf(challenge, proposal.by)
  const said = `${does(proposer, 'say', 'says')} that ${wordsOf(challenge, proposal.by, proposal.outcome)}`
  const otherwise = otherwiseOf('proposed', challenge)
  return role !== 'observer' && role !== proposal.by ? turn(said, by, otherwise) : quiet(said, by, otherwise)
}

const describeDisputed = (challenge: SeenChallenge): Standing => {
  const { dispute, role } = challenge
  if (!dispute) return quiet('Disputed')
  const opener = nameOf(challenge, dispute.opened_by)
  const offering = findOffering(challenge)
  const by = Date.parse(dispute.decide_by)
  const otherwise = otherwiseOf('disputed', challenge)
  if (offering === undefined) {
    const title = `${does(opener, 'do', 'does')} not agree`
    return role === 'observer' ? quiet(title, by, otherwise) : turn(`${title}: settle it`, by, otherwise)
  }
  const other = nameOf(challenge, otherOf(offering))
  if (role === offering) return turn(`You offered a draw: ${other} can agree`, by, otherwise)
  const title = `${capital(nameOf(challenge, offering))} offers a draw`
  return role === 'observer' ? quiet(title, by, otherwise) : turn(title, by, otherwise)
}

/** Who has offered a draw since the dispute began; a draw that was disputed itself is none. */
const findOffering = ({ positions, proposal }: SeenChallenge): Party | undefined =>
  (['creator', 'opponent'] as const).find(
    (party) => positions[party] === 'draw' && (proposal?.by !== party || proposal.outcome !== 'draw'),
  )
