// Who is told what by mail of something that happened. Nobody is told of what they did themselves; what the
// clock did is told to both; a party that now has a deadline to answer is told so.
import type { EventKind } from '@challenge-service/contract'
import { parties, type Outcome, type Party } from '@challenge-service/contract/plain'
import type { GroupId, PersonId } from '../../../kernel/ids.ts'
import type { ChallengeNotice, ChallengeNoticeKind, Facts, NoticeClass } from '../../../mail/notice.rules.ts'
import { DAY_MS } from '../../../kernel/instants.ts'
import type { Challenge, Life } from '../rules/life.rules.ts'
import type { DomainEvent } from '../rules/domain-event.rules.ts'
import { getPersonId, otherParty } from '../rules/party.rules.ts'

interface NoticeRule {
  readonly kind: ChallengeNoticeKind
  readonly class: NoticeClass
  readonly deadline?: (life: Life) => ChallengeNotice['deadline']
  readonly outcome?: (life: Life, by: DomainEvent['actor']) => Outcome | null
  readonly reason?: (life: Life) => string | null
}

const disputeDeadline = ({ dispute }: Life): ChallengeNotice['deadline'] =>
  dispute && { stage: 'disputed', by: dispute.decideBy }

const proposalDeadline = (life: Life): ChallengeNotice['deadline'] => {
  if (life.status === 'disputed') return disputeDeadline(life)
  return life.proposal && { stage: 'proposed', by: life.proposal.confirmBy }
}

const proposed: NoticeRule = {
  kind: 'proposed',
  class: 'deadline',
  deadline: proposalDeadline,
  // In a dispute the positions move on, and the proposal stays what it was.
  outcome: ({ positions }, by) => (by === 'creator' || by === 'opponent' ? positions[by] : null),
}

const invited: NoticeRule = {
  kind: 'invited',
  class: 'invitation',
  deadline: ({ dueAt }) => ({ stage: 'invited', by: dueAt }),
}

const noticeRules: Partial<Record<EventKind, NoticeRule>> = {
  'challenge.created': invited,
  'challenge.accepted': { kind: 'accepted', class: 'news' },
  'challenge.declined': { kind: 'declined', class: 'news', reason: ({ closedReason }) => closedReason },
  'challenge.due': {
    kind: 'due',
    class: 'news',
    deadline: ({ settleBy }) => ({ stage: 'settle', by: settleBy }),
  },
  'challenge.proposed': proposed,
  'challenge.proposal_lapsed': { kind: 'proposal_lapsed', class: 'news' },
  'challenge.disputed': {
    kind: 'disputed',
    class: 'deadline',
    deadline: disputeDeadline,
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
    deadline: ({ cancellation }) => cancellation && { stage: 'cancel', by: cancellation.lapsesAt },
    reason: ({ cancellation }) => cancellation?.reason ?? null,
  },
  'challenge.expired': { kind: 'expired', class: 'news' },
}

/** Of a challenge that was never accepted. Whether the opponent was ever told of it is looked at when it is sent. */
const withdrawn: NoticeRule = {
  kind: 'withdrawn',
  class: 'invitation',
  reason: ({ closedReason }) => closedReason,
}

export const listNotices = (event: DomainEvent): readonly ChallengeNotice[] =>
  listReceivers(event).flatMap((party) => {
    const rule = party === 'opponent' && isWithdrawal(event) ? withdrawn : noticeRules[event.type]
    return rule ? [makeNotice(party, rule, event)] : []
  })

/** Whether the opponent is spared an invitation that still waits: the challenge is no longer open to an answer. */
export const endsInvitation = ({ type, challenge }: DomainEvent): boolean =>
  type === 'challenge.accepted' || (challenge.life.acceptedAt === null && type !== 'challenge.created')

const isWithdrawal = ({ type, actor, challenge }: DomainEvent): boolean =>
  type === 'challenge.cancelled' && actor !== 'opponent' && challenge.life.acceptedAt === null

/** The notice of a proposal once more, for someone who was not told the first time. */
export const makeProposalNotice = (challenge: Challenge, at: number): ChallengeNotice | undefined => {
  const { proposal } = challenge.life
  if (!proposal) return undefined
  return makeNotice(otherParty(proposal.by), proposed, {
    type: 'challenge.proposed',
    actor: proposal.by,
    at,
    challenge,
  })
}

/** The invitation once more: its creator wants it, or the opponent has another address since the first. */
export const makeInvitation = (challenge: Challenge, at: number): ChallengeNotice =>
  makeNotice('opponent', invited, { type: 'challenge.created', actor: 'creator', at, challenge })

/** A new link, for someone who ended those they had. */
export const makeLinkNotice = (challenge: Challenge, party: Party, at: number): ChallengeNotice =>
  makeNotice(
    party,
    { kind: 'link_renewed', class: 'account' },
    {
      type: 'challenge.created',
      actor: party,
      at,
      challenge,
    },
  )

const dueSoon: NoticeRule = {
  kind: 'due_soon',
  class: 'news',
  deadline: ({ dueAt }) => ({ stage: 'settle', by: dueAt }),
}
const proposalEnds: NoticeRule = {
  kind: 'proposal_ends',
  class: 'deadline',
  deadline: proposalDeadline,
  outcome: ({ proposal }) => proposal?.outcome ?? null,
}
const disputeEnds: NoticeRule = { kind: 'dispute_ends', class: 'deadline', deadline: disputeDeadline }

interface Reminder {
  readonly rule: NoticeRule
  readonly at: number
  readonly to: readonly Party[]
}

/** A party that has not answered yet is reminded a day before a deadline, if there was more than a day. */
const findReminder = ({ status, dueAt, proposal, dispute, acceptedAt }: Life): Reminder | undefined => {
  if (status === 'active' && acceptedAt !== null && acceptedAt < dueAt - DAY_MS) {
    return { rule: dueSoon, at: dueAt - DAY_MS, to: parties }
  }
  if (status === 'proposed' && proposal && proposal.proposedAt < proposal.confirmBy - DAY_MS) {
    return { rule: proposalEnds, at: proposal.confirmBy - DAY_MS, to: [otherParty(proposal.by)] }
  }
  if (status === 'disputed' && dispute && dispute.openedAt < dispute.decideBy - DAY_MS) {
    return { rule: disputeEnds, at: dispute.decideBy - DAY_MS, to: [otherParty(dispute.lastBy)] }
  }
  return undefined
}

/** When to remind of what comes next; undefined where there is nothing, or it is too late. */
export const findReminderTime = (life: Life, now: number): number | undefined => {
  const reminder = findReminder(life)
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

export const endsQuestions = ({ type }: DomainEvent): boolean => ends.has(type)

export const movesReminder = ({ type }: DomainEvent): boolean => turningPoints.has(type)

/** What is to be said at that time, by how things stand then. */
export const listReminders = (challenge: Challenge, now: number): readonly ChallengeNotice[] => {
  const reminder = findReminder(challenge.life)
  if (!reminder || reminder.at > now) return []
  const event: DomainEvent = { type: 'challenge.due', actor: 'system', at: now, challenge }
  return reminder.to.map((party) => makeNotice(party, reminder.rule, event))
}

/** Whose doing a challenge is: the group that it belongs to, or its creator. */
const getOwnerId = ({ groupId, creatorId }: Challenge): PersonId | GroupId => groupId ?? creatorId

const listReceivers = ({ type, actor, challenge }: DomainEvent): readonly Party[] => {
  if (actor === 'creator' || actor === 'opponent') return [otherParty(actor)]
  // Who never answered need not hear that it is too late.
  const isIgnored = type === 'challenge.expired' && challenge.life.acceptedAt === null
  return isIgnored ? ['creator'] : parties
}

const makeNotice = (party: Party, rule: NoticeRule, { actor, challenge }: DomainEvent): ChallengeNotice => {
  const { life, creatorName, opponentName, groupId, groupName, claim, stake } = challenge
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
    outcome: rule.outcome?.(life, actor) ?? null,
    settledBy: life.resolution?.settledBy ?? null,
    reason: rule.reason?.(life) ?? null,
  }
  return {
    kind: rule.kind,
    class: rule.class,
    personId: getPersonId(challenge, party),
    challengeId: challenge.id,
    ownerId: getOwnerId(challenge),
    causerId: getPersonId(challenge, actor === 'opponent' ? 'opponent' : 'creator'),
    throughId: rule.class === 'invitation' || life.byOwnHand[party] ? null : groupId,
    deadline: rule.deadline?.(life) ?? null,
    facts,
  }
}
