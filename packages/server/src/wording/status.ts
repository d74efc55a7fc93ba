// How a challenge stands, in words for whoever looks at it: whose turn it is, until when, and what happens otherwise.
import type { Party } from '@challenge-service/contract'
import { capital, nameOf, otherOf, type SeenChallenge } from './names.ts'
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

/** Of the two, the one that an observer reads about first is the creator. */
const ownParty = ({ role }: SeenChallenge): Party => (role === 'opponent' ? 'opponent' : 'creator')

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
  const own = ownParty(challenge)
  const isParty = challenge.role !== 'observer'
  const other = nameOf(challenge, otherOf(own))
  switch (challenge.status) {
    case 'pending':
      return challenge.role === 'opponent'
        ? turn(`${capital(other)} challenges you`, dueAt, 'Then the challenge lapses.')
        : quiet(
            isParty ? 'Waiting for an answer' : `Waiting for ${other} to answer`,
            dueAt,
            'Then the challenge lapses.',
          )
    case 'active':
      return describeRunning(challenge, dueAt)
    case 'due':
      return isParty
        ? turn('Time is up: say how it ended', settleBy, RUNS_OUT)
        : quiet('Time is up: the two say how it ended', settleBy, RUNS_OUT)
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

const RUNS_OUT = 'Then it has run out, and counts for nobody.'

const describeRunning = (challenge: SeenChallenge, dueAt: number): Standing => {
  const { cancellation, role } = challenge
  if (!cancellation) return quiet('Running', dueAt, 'Then both say how it ended.')
  const asker = nameOf(challenge, cancellation.requested_by)
  const lapsesAt = Date.parse(cancellation.lapses_at)
  const otherwise = 'Then the challenge goes on.'
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
  return role !== 'observer' && role !== proposal.by
    ? turn(said, by, `Then ${proposer}’s word stands.`)
    : quiet(said, by, `Then it stands, if ${nameOf(challenge, otherOf(proposal.by))} could be told of it.`)
}

const describeDisputed = (challenge: SeenChallenge): Standing => {
  const { dispute, role, group_id } = challenge
  if (!dispute) return quiet('Disputed')
  const opener = nameOf(challenge, dispute.opened_by)
  const offering = findOffering(challenge)
  const by = Date.parse(dispute.decide_by)
  const otherwise =
    group_id === null
      ? 'Then it counts for nobody, unless one gives way.'
      : 'Then the support of the group decides, unless one gives way.'
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
