// What happens by itself. A deadline has passed at its very instant; what the clock does is dated by the
// deadline, not by when someone got round to it.
import type { ChallengeStatus, EventKind, Outcome } from '@challenge-service/contract'
import { DAY_MS } from '../../../kernel/instants.ts'
import { Fault } from '../../../kernel/refusal.ts'
import { isClosed, type Life, type Proposal } from './life.rules.ts'

interface ClockRule {
  readonly deadline: (life: Life) => number | undefined
  readonly apply: (life: Life, at: number) => Omit<ClockStep, 'at'>
}

const expire = (life: Life, at: number): Omit<ClockStep, 'at'> => ({
  next: { ...life, status: 'expired', closedAt: at, cancellation: null },
  event: 'challenge.expired',
})

const settle = (
  life: Life,
  at: number,
  outcome: Outcome,
  settledBy: 'silence' | 'support',
): Omit<ClockStep, 'at'> => ({
  next: { ...life, status: 'resolved', closedAt: at, resolution: { outcome, settledBy, settledAt: at } },
  event: 'challenge.resolved',
})

/** How long before the deadline the other party must have known of a proposal: a day, or a third of its time. */
const noticeMs = ({ proposedAt, confirmBy }: Proposal): number =>
  Math.min(DAY_MS, (confirmBy - proposedAt) / 3)

/** Whether the other party knew of a proposal early enough for their silence to count. */
const wasNoticed = (proposal: Proposal): boolean => {
  const { toldAt, usedAt } = proposal.notice
  const latest = proposal.confirmBy - noticeMs(proposal)
  return [toldAt, usedAt].some((at) => at !== null && at <= latest)
}

/** The silence of someone who was not told means nothing: all is as it was before the proposal. */
const lapse = (life: Life, proposal: Proposal, at: number): Omit<ClockStep, 'at'> => ({
  next: {
    ...life,
    status: at >= life.dueAt ? 'due' : 'active',
    proposal: null,
    positions: { ...life.positions, [proposal.by]: null },
  },
  event: 'challenge.proposal_lapsed',
})

/** The side with more support, where support decides at all. */
const bySupport = ({ support, supportDecides }: Life): Outcome => {
  if (!supportDecides || support.creator === support.opponent) return 'void'
  return support.creator > support.opponent ? 'creator_won' : 'opponent_won'
}

const clockRules: Partial<Record<ChallengeStatus, ClockRule>> = {
  pending: { deadline: ({ dueAt }) => dueAt, apply: expire },
  active: {
    deadline: ({ dueAt }) => dueAt,
    apply: (life) => ({ next: { ...life, status: 'due' }, event: 'challenge.due' }),
  },
  due: { deadline: ({ settleBy }) => settleBy, apply: expire },
  proposed: {
    deadline: ({ proposal }) => proposal?.confirmBy,
    apply: (life, at) => {
      const { proposal } = life
      if (!proposal) throw new Fault('a proposed challenge holds no proposal')
      return wasNoticed(proposal) ? settle(life, at, proposal.outcome, 'silence') : lapse(life, proposal, at)
    },
  },
  disputed: {
    deadline: ({ dispute }) => dispute?.decideBy,
    apply: (life, at) => settle(life, at, bySupport(life), 'support'),
  },
}

export interface ClockStep {
  readonly next: Life
  readonly event: EventKind
  /** The deadline that passed. */
  readonly at: number
}

/** Every step that the clock owes, in order; none where nothing is due. */
export const clockSteps = (life: Life, now: number): readonly ClockStep[] => {
  const steps: ClockStep[] = []
  for (let [current, last] = [life, 0]; ;) {
    const rule = clockRules[current.status]
    const deadline = rule?.deadline(current)
    if (!rule || deadline === undefined || now < deadline) return steps
    // A proposal may lapse after the time to settle is over: then the end comes at that same instant.
    last = Math.max(deadline, last)
    const step = { ...rule.apply(current, last), at: last }
    steps.push(step)
    current = step.next
  }
}

/** A request to cancel that has lapsed counts as none; one that was granted lapses no more. */
export const withoutLapsed = (life: Life, now: number): Life =>
  life.cancellation && !isClosed(life) && now >= life.cancellation.lapsesAt
    ? { ...life, cancellation: null }
    : life

/** The life as it truly stands now, whether or not the clock's moves have been written yet. */
export const catchUp = (life: Life, now: number): Life =>
  withoutLapsed(clockSteps(life, now).at(-1)?.next ?? life, now)

/** When the clock has something to do next, a lapse included; undefined when never. */
export const nextMoveAt = (life: Life): number | undefined => {
  if (isClosed(life)) return undefined
  const deadlines = [clockRules[life.status]?.deadline(life), life.cancellation?.lapsesAt]
  const known = deadlines.filter((at) => at !== undefined)
  return known.length > 0 ? Math.min(...known) : undefined
}
