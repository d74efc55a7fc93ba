// Who is told what by mail of something that happened. Nobody is told of what they did themselves; what the
// clock did is told to both; whoever now has until a deadline to answer is told so.
import { parties, type EventKind, type Outcome, type Party, type Role } from '@challenge-service/contract'
import type { ChallengeNotice, ChallengeNoticeKind, Facts, NoticeClass } from '../../../mail/notice.rules.ts'
import { DAY_MS } from '../../../kernel/instants.ts'
import { otherParty, type Challenge, type Life } from '../rules/life.rules.ts'

export interface Happened {
  readonly type: EventKind
  readonly actor: Role | 'system'
  readonly at: number
  /** The challenge as it was then. */
  readonly challenge: Challenge
}

interface Told {
  readonly kind: ChallengeNoticeKind
  readonly class: NoticeClass
  readonly answer?: (life: Life) => ChallengeNotice['answer']
  readonly outcome?: (life: Life, by: Happened['actor']) => Outcome | null
  readonly reason?: (life: Life) => string | null
}

const disputeAnswer = ({ dispute }: Life): ChallengeNotice['answer'] =>
  dispute && { stage: 'disputed', by: dispute.decideBy }

const proposalAnswer = (life: Life): ChallengeNotice['answer'] => {
  if (life.status === 'disputed') return disputeAnswer(life)
  return life.proposal && { stage: 'proposed', by: life.proposal.confirmBy }
}

const proposed: Told = {
  kind: 'proposed',
  class: 'deadline',
  answer: proposalAnswer,
  // In a dispute the positions move on, and the proposal stays what it was.
  outcome: ({ positions }, by) => (by === 'creator' || by === 'opponent' ? positions[by] : null),
}

const told: Partial<Record<EventKind, Told>> = {
  'challenge.created': {
    kind: 'invited',
    class: 'invitation',
    answer: ({ dueAt }) => ({ stage: 'invited', by: dueAt }),
  },
  'challenge.accepted': { kind: 'accepted', class: 'news' },
  'challenge.declined': { kind: 'declined', class: 'news' },
  'challenge.due': {
    kind: 'due',
    class: 'news',
    answer: ({ settleBy }) => ({ stage: 'settle', by: settleBy }),
  },
  'challenge.proposed': proposed,
  'challenge.proposal_lapsed': { kind: 'proposal_lapsed', class: 'news' },
  'challenge.disputed': {
    kind: 'disputed',
    class: 'deadline',
    answer: disputeAnswer,
    reason: ({ dispute }) => dispute?.reason ?? null,
  },
  'challenge.resolved': {
    kind: 'resolved',
    class: 'news',
    outcome: ({ resolution }) => resolution?.outcome ?? null,
  },
  'challenge.cancelled': { kind: 'cancelled', class: 'news' },
  'challenge.cancel_requested': {
    kind: 'cancel_requested',
    class: 'deadline',
    answer: ({ cancellation }) => cancellation && { stage: 'cancel', by: cancellation.lapsesAt },
    reason: ({ cancellation }) => cancellation?.reason ?? null,
  },
  'challenge.expired': { kind: 'expired', class: 'news' },
}

/** Of a challenge that was never accepted. Whether the opponent was ever told of it is looked at when it is sent. */
const withdrawn: Told = { kind: 'withdrawn', class: 'invitation' }

export const noticesOf = (happened: Happened): readonly ChallengeNotice[] =>
  receiversOf(happened).flatMap((party) => {
    const what = party === 'opponent' && isWithdrawal(happened) ? withdrawn : told[happened.type]
    return what ? [noticeTo(party, what, happened)] : []
  })

/** Whether the opponent is spared an invitation that still waits: the challenge is no longer open to an answer. */
export const endsInvitation = ({ type, challenge }: Happened): boolean =>
  type === 'challenge.accepted' || (challenge.life.acceptedAt === null && type !== 'challenge.created')

const isWithdrawal = ({ type, actor, challenge }: Happened): boolean =>
  type === 'challenge.cancelled' && actor !== 'opponent' && challenge.life.acceptedAt === null

/** The notice of a proposal once more, for someone who was not told the first time. */
export const proposalNotice = (challenge: Challenge, at: number): ChallengeNotice | undefined => {
  const { proposal } = challenge.life
  if (!proposal) return undefined
  return noticeTo(otherParty(proposal.by), proposed, {
    type: 'challenge.proposed',
    actor: proposal.by,
    at,
    challenge,
  })
}

/** A new link, for someone who ended those they had. */
export const linkNotice = (challenge: Challenge, party: Party, at: number): ChallengeNotice =>
  noticeTo(
    party,
    { kind: 'link_renewed', class: 'account' },
    {
      type: 'challenge.created',
      actor: party,
      at,
      challenge,
    },
  )

const dueSoon: Told = {
  kind: 'due_soon',
  class: 'news',
  answer: ({ dueAt }) => ({ stage: 'settle', by: dueAt }),
}
const proposalEnds: Told = {
  kind: 'proposal_ends',
  class: 'deadline',
  answer: proposalAnswer,
  outcome: ({ proposal }) => proposal?.outcome ?? null,
}
const disputeEnds: Told = { kind: 'dispute_ends', class: 'deadline', answer: disputeAnswer }

interface Reminder {
  readonly what: Told
  readonly at: number
  readonly to: readonly Party[]
}

/** Whoever has not answered yet is reminded a day before a deadline, where there was more than a day. */
const reminderOf = ({ status, dueAt, proposal, dispute, acceptedAt }: Life): Reminder | undefined => {
  if (status === 'active' && acceptedAt !== null && acceptedAt < dueAt - DAY_MS) {
    return { what: dueSoon, at: dueAt - DAY_MS, to: parties }
  }
  if (status === 'proposed' && proposal && proposal.proposedAt < proposal.confirmBy - DAY_MS) {
    return { what: proposalEnds, at: proposal.confirmBy - DAY_MS, to: [otherParty(proposal.by)] }
  }
  if (status === 'disputed' && dispute && dispute.openedAt < dispute.decideBy - DAY_MS) {
    return { what: disputeEnds, at: dispute.decideBy - DAY_MS, to: [otherParty(dispute.lastBy)] }
  }
  return undefined
}

/** When to remind of what comes next; undefined where there is nothing, or it is too late. */
export const remindAt = (life: Life, now: number): number | undefined => {
  const reminder = reminderOf(life)
  return reminder && reminder.at > now ? reminder.at : undefined
}

/** What may begin or end a deadline that someone is reminded of. */
const turningPoints: ReadonlySet<EventKind> = new Set([
  'challenge.accepted',
  'challenge.due',
  'challenge.proposed',
  'challenge.proposal_lapsed',
  'challenge.disputed',
  'challenge.resolved',
  'challenge.cancelled',
  'challenge.expired',
])

/** What leaves nothing to answer of all that was asked before. */
const ends: ReadonlySet<EventKind> = new Set([
  'challenge.proposal_lapsed',
  'challenge.disputed',
  'challenge.resolved',
  'challenge.cancelled',
  'challenge.expired',
])

export const endsQuestions = ({ type }: Happened): boolean => ends.has(type)

export const movesReminder = ({ type }: Happened): boolean => turningPoints.has(type)

/** What is to be said at that time, by how things stand then. */
export const remindersOf = (challenge: Challenge, now: number): readonly ChallengeNotice[] => {
  const reminder = reminderOf(challenge.life)
  if (!reminder || reminder.at > now) return []
  const happened: Happened = { type: 'challenge.due', actor: 'system', at: now, challenge }
  return reminder.to.map((party) => noticeTo(party, reminder.what, happened))
}

/** Whose doing a challenge is: the group that it belongs to, or its creator. */
const ownerOf = ({ groupId, creatorId }: Challenge): string => groupId ?? creatorId

const receiversOf = ({ type, actor, challenge }: Happened): readonly Party[] => {
  if (actor === 'creator' || actor === 'opponent') return [otherParty(actor)]
  // Who never answered need not hear that it is too late.
  const isIgnored = type === 'challenge.expired' && challenge.life.acceptedAt === null
  return isIgnored ? ['creator'] : parties
}

const noticeTo = (party: Party, what: Told, { actor, challenge }: Happened): ChallengeNotice => {
  const { life, creatorId, opponentId, creatorName, opponentName, groupId, groupName, claim, stake } =
    challenge
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
    class: what.class,
    personId: party === 'creator' ? creatorId : opponentId,
    challengeId: challenge.id,
    ownerId: ownerOf(challenge),
    causerId: actor === 'opponent' ? opponentId : creatorId,
    throughId: what.class === 'invitation' || life.byOwnHand[party] ? null : groupId,
    answer: what.answer?.(life) ?? null,
    facts,
  }
}
