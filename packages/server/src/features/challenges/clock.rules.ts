// What happens by itself. A deadline has passed at its very instant; what the clock does is dated by the
// deadline, not by when someone got round to it.
import type { ChallengeStatus, EventKind, Outcome } from '@challenge-service/contract'
import { isClosed, type Life } from './life.rules.ts'

interface ClockRule {
  readonly to: ChallengeStatus
  readonly event: EventKind
  readonly deadline: (life: Life) => number | undefined
  readonly apply: (life: Life, at: number) => Life
}

const closed = (life: Life, at: number): Life => ({
  ...life,
  status: 'expired',
  closedAt: at,
  cancellation: null,
})

const settled = (life: Life, at: number, outcome: Outcome, settledBy: 'silence' | 'support'): Life => ({
  ...life,
  status: 'resolved',
  closedAt: at,
  resolution: { outcome, settledBy, settledAt: at },
})

/** The side with more support, where support decides at all. */
const bySupport = ({ support, supportDecides }: Life): Outcome => {
  if (!supportDecides || support.creator === support.opponent) return 'void'
  return support.creator > support.opponent ? 'creator_won' : 'opponent_won'
}

const clockRules: Partial<Record<ChallengeStatus, ClockRule>> = {
  pending: { to: 'expired', event: 'challenge.expired', deadline: ({ dueAt }) => dueAt, apply: closed },
  active: {
    to: 'due',
    event: 'challenge.due',
    deadline: ({ dueAt }) => dueAt,
    apply: (life) => ({ ...life, status: 'due' }),
  },
  due: { to: 'expired', event: 'challenge.expired', deadline: ({ settleBy }) => settleBy, apply: closed },
  proposed: {
    to: 'resolved',
    event: 'challenge.resolved',
    deadline: ({ proposal }) => proposal?.confirmBy,
    apply: (life, at) => (life.proposal ? settled(life, at, life.proposal.outcome, 'silence') : life),
  },
  disputed: {
    to: 'resolved',
    event: 'challenge.resolved',
    deadline: ({ dispute }) => dispute?.decideBy,
    apply: (life, at) => settled(life, at, bySupport(life), 'support'),
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
  for (let current = life; ;) {
    const rule = clockRules[current.status]
    const at = rule?.deadline(current)
    if (!rule || at === undefined || now < at) return steps
    current = rule.apply(current, at)
    steps.push({ next: current, event: rule.event, at })
  }
}

/** A request to cancel that has lapsed counts as none; one that was granted lapses no more. */
export const withoutLapsed = (life: Life, now: number): Life =>
  life.cancellation && !isClosed(life) && now >= life.cancellation.lapsesAt
    ? { ...life, cancellation: null }
    : life

/** The life as it truly stands now, whether or not the clock's moves have been written yet. */
export const caughtUp = (life: Life, now: number): Life =>
  withoutLapsed(clockSteps(life, now).at(-1)?.next ?? life, now)

/** When the clock has something to do next, a lapse included; undefined when never. */
export const nextMoveAt = (life: Life): number | undefined => {
  if (isClosed(life)) return undefined
  const deadlines = [clockRules[life.status]?.deadline(life), life.cancellation?.lapsesAt]
  const known = deadlines.filter((at) => at !== undefined)
  return known.length > 0 ? Math.min(...known) : undefined
}
