// Who is told what by mail of something that happened. Nobody is told of what they did themselves; what the
// clock did is told to both; whoever now has until a deadline to answer is told how.
import type { EventKind, Outcome, Party, Role } from '@challenge-service/contract'
import type { ChallengeNotice, ChallengeNoticeKind, Facts } from '../../mail/notice.rules.ts'
import { DAY_MS } from '../../kernel/instants.ts'
import { otherParty, type Challenge, type Life } from './life.rules.ts'

export interface Happened {
  readonly type: EventKind
  readonly actor: Role | 'system'
  readonly at: number
  /** The challenge as it was then. */
  readonly challenge: Challenge
}

interface Told {
  readonly kind: ChallengeNoticeKind
  readonly answer?: (life: Life) => ChallengeNotice['answer']
  readonly outcome?: (life: Life, by: Happened['actor']) => Outcome | null
  readonly reason?: (life: Life) => string | null
}

const proposalAnswer = ({ status, proposal, dispute }: Life): ChallengeNotice['answer'] => {
  if (status === 'disputed') return dispute && { stage: 'disputed', by: dispute.decideBy }
  return proposal && { stage: 'proposed', by: proposal.confirmBy }
}

const told: Partial<Record<EventKind, Told>> = {
  'challenge.created': { kind: 'invited', answer: ({ dueAt }) => ({ stage: 'invited', by: dueAt }) },
  'challenge.accepted': { kind: 'accepted' },
  'challenge.declined': { kind: 'declined' },
  'challenge.due': { kind: 'due', answer: ({ settleBy }) => ({ stage: 'settle', by: settleBy }) },
  'challenge.proposed': {
    kind: 'proposed',
    answer: proposalAnswer,
    // In a dispute the positions move on, and the proposal stays what it was.
    outcome: ({ positions }, by) => (by === 'creator' || by === 'opponent' ? positions[by] : null),
  },
  'challenge.disputed': {
    kind: 'disputed',
    answer: ({ dispute }) => dispute && { stage: 'disputed', by: dispute.decideBy },
    reason: ({ dispute }) => dispute?.reason ?? null,
  },
  'challenge.resolved': { kind: 'resolved', outcome: ({ resolution }) => resolution?.outcome ?? null },
  'challenge.cancelled': { kind: 'cancelled' },
  'challenge.cancel_requested': {
    kind: 'cancel_requested',
    answer: ({ cancellation }) => cancellation && { stage: 'cancel', by: cancellation.lapsesAt },
    reason: ({ cancellation }) => cancellation?.reason ?? null,
  },
  'challenge.expired': { kind: 'expired' },
}

const dueSoon: Told = { kind: 'due_soon', answer: ({ dueAt }) => ({ stage: 'settle', by: dueAt }) }

export const noticesOf = (happened: Happened): readonly ChallengeNotice[] => {
  const what = told[happened.type]
  return what ? receiversOf(happened).map((party) => noticeTo(party, what, happened)) : []
}

/** To both parties, a day before it is due. */
export const remindersOf = (challenge: Challenge, at: number): readonly ChallengeNotice[] =>
  (['creator', 'opponent'] as const).map((party) =>
    noticeTo(party, dueSoon, { type: 'challenge.due', actor: 'system', at, challenge }),
  )

/** When to remind; undefined where less than a day was left when it was accepted. */
export const remindAt = ({ type, at, challenge }: Happened): number | undefined => {
  const due = challenge.life.dueAt - DAY_MS
  return type === 'challenge.accepted' && at < due ? due : undefined
}

/** Whether the opponent has answered the owner by this: from then on they are no stranger. */
export const isAnswer = ({ actor }: Pick<Happened, 'actor'>): boolean => actor === 'opponent'

/** Whose doing a challenge is: the group that it belongs to, or its creator. */
export const ownerOf = ({ groupId, creatorId }: Challenge): string => groupId ?? creatorId

const receiversOf = ({ type, actor, challenge }: Happened): readonly Party[] => {
  if (actor === 'creator' || actor === 'opponent') return [otherParty(actor)]
  // Who never answered need not hear that it is too late.
  const isIgnored = type === 'challenge.expired' && challenge.life.acceptedAt === null
  return isIgnored ? ['creator'] : ['creator', 'opponent']
}

const noticeTo = (party: Party, what: Told, { actor, challenge }: Happened): ChallengeNotice => {
  const { life, creatorName, opponentName, groupName, claim, stake } = challenge
  const facts: Facts = {
    party,
    creatorName,
    // A membership's name is known from the start, but shown to the other only where it may be.
    opponentName,
    groupName,
    claim,
    stake,
    dueAt: life.dueAt,
    isAccepted: life.acceptedAt !== null,
    by: actor === 'observer' ? 'system' : actor,
    outcome: what.outcome?.(life, actor) ?? null,
    settledBy: life.resolution?.settledBy ?? null,
    reason: what.reason?.(life) ?? null,
  }
  return {
    kind: what.kind,
    personId: party === 'creator' ? challenge.creatorId : challenge.opponentId,
    challengeId: challenge.id,
    ownerId: ownerOf(challenge),
    creatorId: challenge.creatorId,
    answer: what.answer?.(life) ?? null,
    facts,
  }
}
