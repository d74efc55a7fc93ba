// Walks the rules of a challenge and of a tally entry: from its creation, everything that anyone or the clock can
// do is tried, until nothing new comes of it. What is drawn from the walk is what the service does.
import { actions, parties, roles } from '@challenge-service/contract'
import { findObstacle } from '../packages/server/dist/features/challenges/rules/action.rules.js'
import { decide } from '../packages/server/dist/features/challenges/rules/challenge.rules.js'
import { clockSteps, withoutLapsed } from '../packages/server/dist/features/challenges/rules/clock.rules.js'
import { newLife } from '../packages/server/dist/features/challenges/rules/life.rules.js'
import { moveEntry } from '../packages/server/dist/features/tally/tally.rules.js'
import { Refusal } from '../packages/server/dist/kernel/refusal.js'

const HOUR_MS = 3_600_000
const NOW = 0
const DUE_AT = 1_000
// All different, so that a deadline is known by its instant.
const periods = { confirmMs: 10, disputeMs: 100, settleMs: 10_000 }

const standing = (role) => ({ role, maySupport: role === 'observer' })

const moves = [
  { action: 'accept', supportDecides: true, byOwnHand: true },
  { action: 'cancel', reason: null },
  ...['creator_won', 'opponent_won', 'draw'].map((outcome) => ({ action: 'resolve', outcome })),
  { action: 'dispute', reason: 'no' },
  { action: 'evidence' },
  { action: 'support', support: { side: 'creator', comment: null }, before: null },
]

const attempt = (work) => {
  try {
    return work()
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

/** What tells two lives apart in what can become of them; how much was added or changed does not. */
const keyOf = (life) => JSON.stringify({ ...life, evidence: null, support: null, tally: null, changes: null })

const deadlineName = (life, at) => {
  if (life.status === 'proposed') return 'confirm_by'
  const known = {
    due_at: life.dueAt,
    settle_by: life.settleBy,
    confirm_by: life.proposal?.confirmBy,
    decide_by: life.dispute?.decideBy,
  }
  const found = Object.keys(known).find((name) => known[name] === at)
  if (!found) throw new Error(`the clock moves a ${life.status} challenge at a deadline that has no name`)
  return found
}

/** A party by what was done before, where that can decide. */
const relationOf = (life, role) => {
  if (!parties.includes(role)) return undefined
  if (life.proposal && life.status === 'proposed') return life.proposal.by === role ? 'proposer' : 'other'
  if (life.cancellation) return life.cancellation.requestedBy === role ? 'asker' : 'asked'
  return undefined
}

const byPeople = (life) =>
  roles.flatMap((role) =>
    moves.flatMap((move) => {
      const decision = attempt(() => decide(life, standing(role), move, NOW, periods))
      // A move that changes nothing leads nowhere.
      if (!decision || decision.next === life) return []
      return [{ role, relation: relationOf(life, role), action: move.action, ...decision }]
    }),
  )

/** A proposal whose other party knows of it, one that they do not know of, and such a one that is due already. */
const asNoticed = (life) => {
  const { proposal } = life
  if (life.status !== 'proposed') return [['', life]]
  const told = { ...proposal, notice: { ...proposal.notice, toldAt: proposal.proposedAt, toldBy: 'mail' } }
  return [
    [' told', { ...life, proposal: told }],
    [' untold', life],
    [' untold', { ...life, dueAt: proposal.confirmBy }],
  ]
}

const byClock = (life) => asNoticed(life).flatMap(([notice, noticed]) => byClockAlone(noticed, notice))

const byClockAlone = (life, notice) => {
  const [step] = clockSteps(life, Infinity)
  const lapsed = life.cancellation && withoutLapsed(life, life.cancellation.lapsesAt)
  return [
    ...(step
      ? [{ role: 'clock', action: deadlineName(life, step.at) + notice, next: step.next, event: step.event }]
      : []),
    ...(lapsed && lapsed !== life ? [{ role: 'clock', action: 'lapses_at', next: lapsed }] : []),
  ]
}

const everyLife = () => {
  const lives = new Map()
  const steps = []
  const waiting = [newLife(DUE_AT, periods.settleMs, true)]
  for (let life = waiting.shift(); life; life = waiting.shift()) {
    if (lives.has(keyOf(life))) continue
    lives.set(keyOf(life), life)
    for (const step of [...byPeople(life), ...byClock(life)]) {
      steps.push({ ...step, from: life.status, to: step.next.status, settledBy: settledBy(life, step.next) })
      waiting.push(step.next)
    }
  }
  return { lives: [...lives.values()], steps }
}

/** How long the other party has to agree to a cancellation. */
export const requestLapsesHours = () => {
  const { lives } = everyLife()
  const { requestedAt, lapsesAt } = lives.find(({ cancellation }) => cancellation).cancellation
  return (lapsesAt - requestedAt) / HOUR_MS
}

const settledBy = (before, { resolution }) => (before.resolution ? undefined : resolution?.settledBy)

const groupBy = (items, keyOfItem) => {
  const groups = new Map()
  for (const item of items) groups.set(keyOfItem(item), [...(groups.get(keyOfItem(item)) ?? []), item])
  return [...groups.values()]
}

const relations = { other: 'the party that did not propose', asked: 'the party that was asked' }

const whoOf = (steps) => {
  const all = [...new Set(steps.map(({ role }) => role))]
  const [relation, ...others] = new Set(steps.map((step) => step.relation))
  if (others.length === 0 && relations[relation]) return relations[relation]
  if (all.includes('clock')) return 'the clock'
  if (parties.every((party) => all.includes(party))) return 'a party'
  return all[0] === 'observer' ? 'an observer' : `the ${all.join(' or ')}`
}

/** Each way from a status to a status, once, with who can take it. */
export const challengeWays = () => {
  const { steps } = everyLife()
  return groupBy(steps, ({ from, action, to, event, settledBy: by }) =>
    [from, action, to, event, by].join(' '),
  ).map((same) => ({ ...same[0], who: whoOf(same) }))
}

/** For each action: in which status which roles may ever take it. */
export const challengePermissions = () => {
  const { lives } = everyLife()
  const rolesIn = (status, action) =>
    roles.filter((role) =>
      lives.some((life) => life.status === status && !findObstacle(life, standing(role), action)),
    )
  return actions.map((action) => ({ action, rolesIn: (status) => rolesIn(status, action) }))
}

const entryMoves = [
  { kind: 'review' },
  { kind: 'dispute', reason: 'no' },
  { kind: 'withdraw' },
  { kind: 'amend', amount: 2 },
  { kind: 'accept' },
]

/** The same for an entry that the creator recorded. */
export const entryWays = () => {
  const ways = []
  const seen = new Set()
  const waiting = [
    { id: 'tly', by: 'creator', amount: 1, note: null, status: 'pending', dispute: null, amendments: 0 },
  ]
  for (let entry = waiting.shift(); entry; entry = waiting.shift()) {
    if (seen.has(entry.status)) continue
    seen.add(entry.status)
    for (const move of entryMoves) {
      for (const party of parties) {
        const next = attempt(() => moveEntry(entry, move, party, NOW))
        if (!next) continue
        const who = party === entry.by ? 'its author' : 'the other party'
        ways.push({ from: entry.status, who, move: move.kind, to: next.status })
        waiting.push(next)
      }
    }
  }
  return ways
}
