// What the specification says of private challenges and their tallies, written down a second time and without
// a look at the server: plain data, and one function that says what a command does to it.

export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

export type Side = 'creator' | 'opponent'
export type Position = 'creator_won' | 'opponent_won' | 'draw'
export type Status =
  'pending' | 'active' | 'due' | 'proposed' | 'disputed' | 'resolved' | 'cancelled' | 'declined' | 'expired'
export type EntryStatus = 'pending' | 'confirmed' | 'disputed' | 'withdrawn'

/** Two people: each may be the creator of one challenge and the opponent in another. */
export type Who = 0 | 1

export interface Entry {
  by: Side
  amount: number
  status: EntryStatus
  reason: string | null
  amendments: number
}

export interface Challenge {
  creator: Who
  status: Status
  dueAt: number
  acceptedAt: number | null
  closedAt: number | null
  positions: Record<Side, Position | null>
  /** How often each has replaced its position in the dispute. */
  changes: Record<Side, number>
  /** `toldAt`: the other side was mailed. `usedAt`: they first used the service after it, as far as was noted. */
  proposal: { by: Side; outcome: Position; at: number; toldAt: number | null; usedAt: number | null } | null
  resolution: { outcome: Position | 'void'; settledBy: string; at: number } | null
  dispute: { by: Side; reason: string; at: number } | null
  cancellation: { by: Side; reason: string | null; at: number } | null
  closedReason: string | null
  evidence: Record<Side, number>
  entries: Entry[]
}

export interface Score {
  won: number
  lost: number
  drawn: number
  void: number
  open: number
  current_streak: number
  best_streak: number
}

/** The same in both feeds, each with an id of its own. */
export interface Told {
  challenge: number
  type: string
  actor: Side | 'system'
  at: number
  status: Status
  /** The entries that it is about, by their number. */
  entries: number[]
}

export interface World {
  now: number
  /** When each last used a token of theirs. */
  lastUse: [number, number]
  challenges: Challenge[]
  records: [Score, Score]
  /** What the last command told, the clock's moves before it included. */
  told: Told[]
}

export const newWorld = (now: number): World => ({
  now,
  lastUse: [now, now],
  challenges: [],
  records: [emptyRecord(), emptyRecord()],
  told: [],
})

const emptyRecord = (): Score => ({
  won: 0,
  lost: 0,
  drawn: 0,
  void: 0,
  open: 0,
  current_streak: 0,
  best_streak: 0,
})

export const otherSide = (side: Side): Side => (side === 'creator' ? 'opponent' : 'creator')
export const sideOf = (challenge: Challenge, who: Who): Side =>
  challenge.creator === who ? 'creator' : 'opponent'
const isOpen = ({ status }: Challenge): boolean =>
  ['pending', 'active', 'due', 'proposed', 'disputed'].includes(status)

const REQUEST_LAPSES_MS = 72 * HOUR_MS
const CONFIRM_MS = 72 * HOUR_MS
const DECIDE_MS = 7 * DAY_MS
const SETTLE_MS = 30 * DAY_MS

/** When the clock moves it by itself. */
export const deadlineOf = ({ status, dueAt, proposal, dispute }: Challenge): number | undefined => {
  if (status === 'pending' || status === 'active') return dueAt
  if (status === 'due') return settleBy(dueAt)
  if (status === 'proposed' && proposal) return proposal.at + CONFIRM_MS
  if (status === 'disputed' && dispute) return dispute.at + DECIDE_MS
  return undefined
}

const settleBy = (dueAt: number): number => dueAt + SETTLE_MS
export const confirmBy = (proposedAt: number): number => proposedAt + CONFIRM_MS
export const decideBy = (disputedAt: number): number => disputedAt + DECIDE_MS
export const lapsesAt = (requestedAt: number): number => requestedAt + REQUEST_LAPSES_MS

/** A request to cancel that has lapsed counts as none; one that was granted is history. */
export const liveRequest = (challenge: Challenge, now: number): Challenge['cancellation'] =>
  challenge.cancellation && isOpen(challenge) && now >= lapsesAt(challenge.cancellation.at)
    ? null
    : challenge.cancellation

export const tell = (
  world: World,
  index: number,
  type: string,
  actor: Told['actor'],
  at: number,
  entries: number[] = [],
): void => {
  world.told.push({ challenge: index, type, actor, at, entries, status: challengeAt(world, index).status })
}

export const challengeAt = (world: World, index: number): Challenge => {
  const challenge = world.challenges[index]
  if (!challenge) throw new Error(`the model has no challenge ${index}`)
  return challenge
}

/** Ends it, and counts it for both. */
export const close = (
  world: World,
  index: number,
  status: Status,
  at: number,
  outcome?: Position | 'void',
): void => {
  const challenge = challengeAt(world, index)
  challenge.status = status
  challenge.closedAt = at
  for (const who of [0, 1] as const) {
    const record = world.records[who]
    record.open -= 1
    if (outcome === undefined) continue
    if (outcome === 'draw') record.drawn += 1
    else if (outcome === 'void') record.void += 1
    else if (outcome === `${sideOf(challenge, who)}_won`) {
      record.won += 1
      record.current_streak += 1
      record.best_streak = Math.max(record.best_streak, record.current_streak)
    } else {
      record.lost += 1
      record.current_streak = 0
    }
  }
}

export const settle = (
  world: World,
  index: number,
  outcome: Position | 'void',
  settledBy: string,
  at: number,
): void => {
  challengeAt(world, index).resolution = { outcome, settledBy, at }
  close(world, index, 'resolved', at, outcome)
}

/** Everything that has happened to one challenge by itself. */
export const catchUp = (world: World, index: number): void => {
  const challenge = challengeAt(world, index)
  for (let last = 0; ;) {
    const at = deadlineOf(challenge)
    if (at === undefined || world.now < at) break
    // What lapses after the time to settle is over ends at that same instant.
    last = Math.max(at, last)
    tick(world, index, challenge, last)
  }
  challenge.cancellation = liveRequest(challenge, world.now)
}

/** Silence counts only for someone who knew of it a day before the end. */
const wasTold = ({ at, toldAt, usedAt }: NonNullable<Challenge['proposal']>): boolean =>
  Math.min(toldAt ?? Infinity, usedAt ?? Infinity) <= at + CONFIRM_MS - DAY_MS

/** Someone uses the service: of what was proposed to them before, they know from then on. */
export const noteUse = (challenge: Challenge, side: Side, at: number): void => {
  const { proposal } = challenge
  if (challenge.status !== 'proposed' || !proposal || proposal.by === side) return
  if (proposal.at < at) proposal.usedAt ??= at
}

const tick = (world: World, index: number, challenge: Challenge, at: number): void => {
  if (challenge.status === 'active') {
    challenge.status = 'due'
    tell(world, index, 'challenge.due', 'system', at)
  } else if (challenge.status === 'proposed' && challenge.proposal && !wasTold(challenge.proposal)) {
    challenge.positions[challenge.proposal.by] = null
    challenge.proposal = null
    challenge.status = at >= challenge.dueAt ? 'due' : 'active'
    tell(world, index, 'challenge.proposal_lapsed', 'system', at)
  } else if (challenge.status === 'proposed' && challenge.proposal) {
    settle(world, index, challenge.proposal.outcome, 'silence', at)
    tell(world, index, 'challenge.resolved', 'system', at)
  } else if (challenge.status === 'disputed') {
    // Nobody observes a private challenge, so nobody supports a side.
    settle(world, index, 'void', 'support', at)
    tell(world, index, 'challenge.resolved', 'system', at)
  } else {
    challenge.cancellation = null
    close(world, index, 'expired', at)
    tell(world, index, 'challenge.expired', 'system', at)
  }
}

/** The same challenge as it truly stands now, whether or not the clock's moves were written. */
export const currentOf = (world: World, index: number): Challenge => {
  const alone: World = { ...newWorld(world.now), challenges: [structuredClone(challengeAt(world, index))] }
  catchUp(alone, 0)
  return challengeAt(alone, 0)
}
