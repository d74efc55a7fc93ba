// What a command does to the world, and what its caller is told: the contract's table, in prose turned into
// code. A refused command does nothing at all, not even what the clock owes.
import type { Command, Move } from './commands.ts'
import { answerOf, isGiven, moveOf, offered, type PageCommand } from './pages.ts'
import {
  catchUp,
  challengeAt,
  close,
  currentOf,
  DAY_MS,
  deadlineOf,
  lapsesAt,
  liveRequest,
  noteUse,
  otherSide,
  settle,
  sideOf,
  tell,
  type Challenge,
  type Entry,
  type EntryStatus,
  type Position,
  type Side,
  type Status,
  type Who,
  type World,
} from './world.ts'

export interface Reply {
  readonly status: number
  /** `code/reason` of a refusal. */
  readonly refused?: string
  /** What goes with a refusal that the state or the person is the reason of. */
  readonly allowed?: readonly string[]
}

class Refused extends Error {
  readonly httpStatus: number
  readonly refusal: string

  constructor(httpStatus: number, refusal: string) {
    super(refusal)
    this.httpStatus = httpStatus
    this.refusal = refusal
  }
}

const statusForbids = new Refused(409, 'invalid_state/status_forbids')
const notForYou = new Refused(403, 'forbidden/not_for_you')

const underWay: readonly Status[] = ['active', 'due', 'proposed', 'disputed']
const counting: readonly Status[] = ['active', 'due']

const statusesFor = (action: Move['do']): readonly Status[] => {
  if (action === 'accept') return ['pending']
  if (action === 'cancel') return ['pending', 'active', 'due']
  if (action === 'dispute') return ['proposed']
  return action.startsWith('tally') ? counting : underWay
}

export const step = (before: World, command: Command): { readonly world: World; readonly reply: Reply } => {
  const world = structuredClone({ ...before, told: [] as World['told'] })
  try {
    return { world, reply: { status: perform(world, command) } }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const reply = { status: error.httpStatus, refused: error.refusal }
    const carries = error.httpStatus === 403 || error.refusal.startsWith('invalid_state')
    const untouched = { ...before, told: [] }
    if (!carries || !('on' in command)) return { world: untouched, reply }
    const allowed = allowedActions(before, targetOf(before, command), command.by)
    return { world: untouched, reply: { ...reply, allowed } }
  }
}

/** The challenge that a command is about, by its number. */
export const targetOf = ({ challenges }: World, { on }: { readonly on: number }): number =>
  challenges.length - 1 - (on % challenges.length)

const perform = (world: World, command: Command): number => {
  switch (command.do) {
    case 'advance':
      world.now += command.ms
      return 200
    case 'advance_to_deadline':
      world.now = Math.max(world.now, nextDeadline(world) + command.offset)
      return 200
    case 'run_due':
      runDue(world)
      return 200
    case 'create':
      create(world, command.by, command.dueDays)
      return 201
    case 'rematch':
      return playAgain(world, targetOf(world, { on: command.of }), command.by, command.dueDays)
    case 'page':
      return answerPage(world, targetOf(world, command), command)
    default:
      return move(world, targetOf(world, command), command)
  }
}

const [GONE_ON, LATE] = [303, 409]

/** A page changes something only where what it offers is chosen in time, and then as a call would. */
const answerPage = (world: World, index: number, command: PageCommand): number => {
  const challenge = currentOf(world, index)
  const { side, choice } = answerOf(challenge, command)
  // For someone who is signed in, use is noted with everything else they do, now and then.
  if (command.way !== 'site') noteUse(challengeAt(world, index), side, world.now)
  if (isGiven(challenge, side, choice)) return GONE_ON
  const isTaken = offered(challenge, side).includes(choice)
  // To give way is to agree, and always taken.
  if (!isTaken && !(choice === 'concede' && challenge.status === 'proposed')) return LATE
  move(world, index, moveOf(challenge, { side, choice }, command))
  return GONE_ON
}

/** Of the newest challenge: its own, or that of a request to cancel it. */
const nextDeadline = (world: World): number => {
  const newest = challengeAt(world, world.challenges.length - 1)
  const request = liveRequest(newest, world.now)
  const known = [deadlineOf(newest), request && lapsesAt(request.at)]
  return Math.min(
    ...known.filter((at) => typeof at === 'number' && at > world.now).map(Number),
    world.now + DAY_MS,
  )
}

/** Who waits longest comes first, which the streaks can tell. */
const runDue = (world: World): void => {
  const waiting = world.challenges
    .map((challenge, index) => ({ index, at: deadlineOf(challenge) ?? Infinity }))
    .toSorted((a, b) => a.at - b.at || a.index - b.index)
  for (const { index } of waiting) catchUp(world, index)
  // Then the mails go out, and then it is noted who has used a token.
  for (const challenge of world.challenges) {
    if (challenge.status === 'proposed' && challenge.proposal) challenge.proposal.toldAt ??= world.now
    for (const who of [0, 1] as const) noteUse(challenge, sideOf(challenge, who), world.lastUse[who])
  }
}

const create = (world: World, by: Who, dueDays: number): void => {
  world.challenges.push({
    creator: by,
    status: 'pending',
    dueAt: world.now + dueDays * DAY_MS,
    acceptedAt: null,
    closedAt: null,
    positions: { creator: null, opponent: null },
    changes: { creator: 0, opponent: 0 },
    proposal: null,
    resolution: null,
    dispute: null,
    cancellation: null,
    closedReason: null,
    evidence: { creator: 0, opponent: 0 },
    entries: [],
  })
  for (const record of world.records) record.open += 1
  tell(world, world.challenges.length - 1, 'challenge.created', 'creator', world.now)
}

const over: readonly Status[] = ['resolved', 'cancelled', 'declined', 'expired']

/** What was accepted and is over; what the clock still owes to it is not written by this. */
const playAgain = (world: World, index: number, by: Who, dueDays: number): number => {
  const { status, acceptedAt } = currentOf(world, index)
  if (acceptedAt === null || !over.includes(status)) throw new Refused(404, 'not_found/not_visible')
  create(world, by, dueDays)
  return 201
}

const move = (world: World, index: number, command: Move): number => {
  const written = challengeAt(world, index).status
  catchUp(world, index)
  const challenge = challengeAt(world, index)
  if (!statusesFor(command.do).includes(challenge.status)) {
    // It is the deadline that was missed, where the move was possible until then.
    throw statusesFor(command.do).includes(written)
      ? new Refused(409, 'invalid_state/deadline_passed')
      : statusForbids
  }
  const side = sideOf(challenge, command.by)
  switch (command.do) {
    case 'accept':
      return accept(world, index, challenge, side)
    case 'cancel':
      return cancel(world, index, challenge, side, command.reason)
    case 'resolve':
      return resolve(world, index, challenge, side, command.outcome)
    case 'dispute':
      return dispute(world, index, challenge, side, command.reason)
    case 'evidence':
      return addEvidence(world, index, challenge, side)
    case 'support':
      throw notForYou
    default:
      return moveTally(world, index, challenge, side, command)
  }
}

const accept = (world: World, index: number, challenge: Challenge, side: Side): number => {
  if (side === 'creator') throw notForYou
  challenge.status = 'active'
  challenge.acceptedAt = world.now
  tell(world, index, 'challenge.accepted', side, world.now)
  return 200
}

const cancel = (
  world: World,
  index: number,
  challenge: Challenge,
  side: Side,
  reason: string | null,
): number => {
  if (challenge.status === 'pending') {
    const status = side === 'creator' ? 'cancelled' : 'declined'
    close(world, index, status, world.now)
    challenge.closedReason = reason
    tell(world, index, `challenge.${status}`, side, world.now)
  } else if (challenge.cancellation?.by === side) {
    throw new Refused(409, 'invalid_state/already_requested')
  } else if (challenge.cancellation) {
    close(world, index, 'cancelled', world.now)
    tell(world, index, 'challenge.cancelled', side, world.now)
  } else {
    challenge.cancellation = { by: side, reason, at: world.now }
    tell(world, index, 'challenge.cancel_requested', side, world.now)
  }
  return 200
}

/** Of a position in a dispute by a party, and of an entry by its author. */
const CHANGES_MOST = 10

const resolve = (
  world: World,
  index: number,
  challenge: Challenge,
  side: Side,
  outcome: Position,
): number => {
  const other = otherSide(side)
  const isConcession = outcome === `${other}_won`
  if (isConcession || outcome === challenge.positions[other]) {
    challenge.positions[side] = outcome
    challenge.cancellation = null
    settle(world, index, outcome, isConcession ? 'concession' : 'agreement', world.now)
    tell(world, index, 'challenge.resolved', side, world.now)
    return 200
  }
  if (challenge.status === 'proposed') {
    throw challenge.proposal?.by === side
      ? new Refused(409, 'invalid_state/already_proposed')
      : new Refused(409, 'conflict/contradicts_proposal')
  }
  if (challenge.status === 'disputed' && challenge.positions[side] === outcome) return 200
  if (challenge.status === 'disputed' && challenge.positions[side] !== null) {
    if (challenge.changes[side] === CHANGES_MOST) throw new Refused(409, 'conflict/limit_reached')
    challenge.changes[side] += 1
  }
  if (challenge.status !== 'disputed') {
    challenge.status = 'proposed'
    challenge.proposal = { by: side, outcome, at: world.now, toldAt: null, usedAt: null }
    challenge.cancellation = null
  }
  challenge.positions[side] = outcome
  tell(world, index, 'challenge.proposed', side, world.now)
  return 200
}

const dispute = (world: World, index: number, challenge: Challenge, side: Side, reason: string): number => {
  if (challenge.proposal?.by === side) throw notForYou
  challenge.status = 'disputed'
  challenge.dispute = { by: side, reason, at: world.now }
  tell(world, index, 'challenge.disputed', side, world.now)
  return 200
}

const EVIDENCE_MOST = 50

const addEvidence = (world: World, index: number, challenge: Challenge, side: Side): number => {
  if (challenge.evidence[side] >= EVIDENCE_MOST) throw new Refused(409, 'conflict/limit_reached')
  challenge.evidence[side] += 1
  tell(world, index, 'challenge.evidence_added', side, world.now)
  return 201
}

const moveTally = (
  world: World,
  index: number,
  challenge: Challenge,
  side: Side,
  command: Extract<Move, { do: `tally${string}` }>,
): number => {
  if (command.do === 'tally') {
    challenge.entries.push({
      by: side,
      amount: command.amount,
      status: 'pending',
      reason: null,
      amendments: 0,
    })
    tell(world, index, 'tally.recorded', side, world.now, [challenge.entries.length - 1])
    return 201
  }
  const numbers = command.do === 'tally_review' ? command.entries : [command.entry]
  const entries = numbers.map((number) => challenge.entries[number])
  const known = entries.filter((entry) => entry !== undefined)
  // What is not there comes first, then what is in the wrong status, then whose it is.
  if (known.length < numbers.length) throw new Refused(404, 'not_found/not_visible')
  const fitting: readonly EntryStatus[] = entryStatuses[command.do]
  if (!known.every(({ status }) => fitting.includes(status))) {
    throw new Refused(409, 'invalid_state/entry_not_pending')
  }
  const isForAuthor = command.do === 'tally_withdraw' || command.do === 'tally_amend'
  if (!known.every((entry) => (entry.by === side) === isForAuthor)) throw notForYou
  if (command.do === 'tally_amend' && known.some(({ amendments }) => amendments === CHANGES_MOST)) {
    throw new Refused(409, 'conflict/limit_reached')
  }
  for (const entry of known) moveEntry(entry, command)
  const kind = { tally_review: 'reviewed', tally_dispute: 'disputed' } as Record<string, string>
  tell(world, index, `tally.${kind[command.do] ?? 'resolved'}`, side, world.now, [...numbers])
  return 200
}

const entryStatuses = {
  tally_review: ['pending'],
  tally_dispute: ['pending'],
  tally_withdraw: ['pending', 'disputed'],
  tally_amend: ['disputed'],
  tally_accept: ['disputed'],
} as const satisfies Record<string, readonly EntryStatus[]>

const moveEntry = (entry: Entry, command: Move): void => {
  if (command.do === 'tally_review' || command.do === 'tally_accept') entry.status = 'confirmed'
  if (command.do === 'tally_withdraw') entry.status = 'withdrawn'
  if (command.do === 'tally_dispute') {
    entry.status = 'disputed'
    entry.reason = command.reason
  }
  if (command.do === 'tally_amend') {
    entry.status = 'pending'
    entry.amount = command.amount
    entry.amendments += 1
    entry.reason = null
  }
}

/** What someone may do now, in the order in which the contract names the actions. */
export const allowedActions = (world: World, index: number, who: Who): readonly string[] => {
  const challenge = currentOf(world, index)
  const { status, cancellation, proposal, evidence, entries } = challenge
  const side = sideOf(challenge, who)
  const has = (by: Side, ...wanted: string[]): boolean =>
    entries.some((entry) => entry.by === by && wanted.includes(entry.status))
  const isCounting = counting.includes(status)
  const theirsWait = isCounting && has(otherSide(side), 'pending')
  const possible: readonly (readonly [string, boolean])[] = [
    ['accept', status === 'pending' && side === 'opponent'],
    ['cancel', status === 'pending' || (isCounting && cancellation?.by !== side)],
    ['resolve', underWay.includes(status)],
    ['dispute', status === 'proposed' && proposal?.by !== side],
    ['evidence', underWay.includes(status) && evidence[side] < EVIDENCE_MOST],
    ['tally', isCounting],
    ['tally_review', theirsWait],
    ['tally_dispute', theirsWait],
    ['tally_resolve', isCounting && (has(side, 'pending', 'disputed') || has(otherSide(side), 'disputed'))],
  ]
  return possible.filter(([, may]) => may).map(([action]) => action)
}
