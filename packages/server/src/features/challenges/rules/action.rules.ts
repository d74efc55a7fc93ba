// What people may do with a challenge: from which status, and by whom. Pure: the same table judges a call, fills
// `allowed_actions` and draws the diagram of the documents.
import {
  actions,
  challengeStatuses,
  limits,
  parties,
  roles,
  type Action,
  type ChallengeStatus,
  type Party,
  type Role,
} from '@challenge-service/contract/plain'
import { Fault, obstacle, Refusal, type Obstacle } from '../../../kernel/refusal.ts'
import { catchUp } from './clock.rules.ts'
import type { Life } from './life.rules.ts'
import { otherParty } from './party.rules.ts'

const underWay = ['active', 'due', 'proposed', 'disputed'] as const
const counting = ['active', 'due'] as const

interface Rule {
  readonly from: readonly ChallengeStatus[]
  readonly by: readonly Role[]
}

/** Who may do what in which status. What the rest of this file adds depends on more than these two. */
const rules = {
  accept: { from: ['pending'], by: ['opponent'] },
  cancel: { from: ['pending', 'active', 'due'], by: parties },
  resolve: { from: underWay, by: parties },
  dispute: { from: ['proposed'], by: parties },
  evidence: { from: underWay, by: parties },
  support: { from: underWay, by: ['observer'] },
  tally: { from: counting, by: parties },
  tally_review: { from: counting, by: parties },
  tally_dispute: { from: counting, by: parties },
  tally_resolve: { from: counting, by: parties },
} as const satisfies Record<Action, Rule>

/** What a person is to a challenge. */
export interface Access {
  readonly role: Role
  /** An observer who was a member when the challenge was accepted; false for everyone else. */
  readonly maySupport: boolean
  /** How often they have changed their support of it; left out where never. */
  readonly supportChanges?: number
  /** The side that they support; left out where none. */
  readonly mine?: Party | null
}

/** The life as it stands now, in which they may do this; else the refusal. */
export const checkAction = (written: Life, who: Access, action: Action, now: number): Life => {
  const life = catchUp(written, now)
  const found = findObstacle(life, who, action)
  if (!found) return life
  // The status forbids it only because a deadline has just passed: say so.
  const isLate =
    found.reason === 'status_forbids' && findObstacle(written, who, action)?.reason !== 'status_forbids'
  throw withActions(isLate ? deadlinePassed : found, life, who)
}

const nameRole = (role: Role): string => (role === 'observer' ? 'an observer' : `the ${role}`)

const deadlinePassed = obstacle('invalid_state', 'deadline_passed', 'The deadline for this has passed.')

/** Everything the acting person may do now, in the order of the contract. */
export const allowedActions = (life: Life, who: Access, now: number): readonly Action[] =>
  actionsIn(catchUp(life, now), who)

const actionsIn = (life: Life, who: Access): readonly Action[] =>
  possible[life.status][who.role].filter(
    (action) => !further[action]?.(life, who) && isOfUse(life, who, action),
  )

const record = <Key extends string, Value>(keys: readonly Key[], of: (key: Key) => Value) =>
  Object.fromEntries(keys.map((key) => [key, of(key)])) as Record<Key, Value>

/** The rules the other way round: what a status lets someone do. */
const possible = record(challengeStatuses, (status) =>
  record(roles, (role) =>
    actions.filter((action) => {
      const { from, by }: Rule = rules[action]
      return from.includes(status) && by.includes(role)
    }),
  ),
)

/** Why not: the status first, then the person, then the rest. */
export const findObstacle = (life: Life, who: Access, action: Action): Obstacle | undefined => {
  const rule: Rule = rules[action]
  if (!rule.from.includes(life.status)) {
    return obstacle(
      'invalid_state',
      'status_forbids',
      `Nobody can do this while the challenge is ${life.status}.`,
    )
  }
  if (!rule.by.includes(who.role)) {
    return obstacle('forbidden', 'not_for_you', `Only ${rule.by.map(nameRole).join(' or ')} can do this.`)
  }
  return further[action]?.(life, who)
}

const alreadyRequested = obstacle(
  'invalid_state',
  'already_requested',
  'You have asked to cancel; the other party has not answered yet.',
)
const ownProposal = obstacle(
  'forbidden',
  'not_for_you',
  'You made the proposal; only the other party can dispute it.',
)
const enoughEvidence = obstacle(
  'conflict',
  'limit_reached',
  `A party can add at most ${limits.evidencePerParty} pieces of evidence.`,
)
const cameTooLate = obstacle(
  'forbidden',
  'not_for_you',
  'Only those who were members when the challenge was accepted can support a side.',
)
const enoughEntries = obstacle(
  'conflict',
  'limit_reached',
  `A party can record at most ${limits.tallyEntriesPerParty} entries.`,
)

/** What stands in the way beyond status and role. */
const further: Partial<Record<Action, (life: Life, who: Access) => Obstacle | undefined>> = {
  cancel: ({ cancellation }, { role }) => (cancellation?.requestedBy === role ? alreadyRequested : undefined),
  dispute: ({ proposal }, { role }) => (proposal?.by === role ? ownProposal : undefined),
  evidence: ({ evidence }, who) =>
    evidence[getParty(who)] >= limits.evidencePerParty ? enoughEvidence : undefined,
  support: (_, { maySupport }) => (maySupport ? undefined : cameTooLate),
  tally: ({ tally }, who) =>
    tally[getParty(who)].entries >= limits.tallyEntriesPerParty ? enoughEntries : undefined,
}

export const enoughPositions = obstacle(
  'conflict',
  'limit_reached',
  `In a dispute a party changes its position at most ${limits.positionChanges} times. Agree, concede, or wait.`,
)
export const enoughSupports = obstacle(
  'conflict',
  'limit_reached',
  `Support of a challenge is changed at most ${limits.supportChanges} times.`,
)

/** Whether they have changed their support as often as anyone may. */
export const isSupportUsedUp = ({ supportChanges = 0 }: Access): boolean =>
  supportChanges >= limits.supportChanges

/** Whether a party may still replace its position in a dispute. To agree and to concede is always possible. */
export const mayChangePosition = ({ positions, changes }: Life, party: Party): boolean =>
  positions[party] === null || changes[party] < limits.positionChanges

/** Whether there is anything that the action could change: an entry that it is about, a side not settled for good. */
const isOfUse = ({ tally }: Life, who: Access, action: Action): boolean => {
  if (action === 'support') return !isSupportUsedUp(who)
  if (action !== 'tally_review' && action !== 'tally_dispute' && action !== 'tally_resolve') return true
  const own = tally[getParty(who)]
  const other = tally[otherParty(getParty(who))]
  return action === 'tally_resolve' ? own.pending + own.disputed + other.disputed > 0 : other.pending > 0
}

/** The refusal, and what they may do instead. */
export const withActions = ({ code, reason, message }: Obstacle, life: Life, who: Access): Refusal =>
  new Refusal(code, reason, message, { allowedActions: actionsIn(life, who) })

/** Only after the rules have said that the acting person is one. */
export const getParty = ({ role }: Access): Party => {
  if (role === 'observer') throw new Fault('an observer was taken for a party')
  return role
}
