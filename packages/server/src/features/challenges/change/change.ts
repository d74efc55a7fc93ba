// One change of a challenge, whoever made it: the clock's moves that were owed, the move itself, the records
// of both parties, the lanes, and the events, in the one transaction that it was given.
import {
  parties,
  type Action,
  type ChallengeStatus,
  type EventKind,
  type Party,
} from '@challenge-service/contract'
import { notVisible, Refusal } from '../../../kernel/refusal.ts'
import type { Tx } from '../../../store/store.ts'
import type { Viewer } from '../../access/actor.ts'
import { appendEvents, type FeedEvent } from '../../events/append.ts'
import { scoreOf } from '../../records/records.rules.ts'
import { closeRecords, type Closing, type RecordKey } from '../../records/records.store.ts'
import { changeStatistics } from '../../statistics/statistics.store.ts'
import { type Challenge, isClosed, type Life, type Periods } from '../rules/life.rules.ts'
import { decide, findObstacle, partyOf, withActions, type Move, type Standing } from '../rules/challenge.rules.ts'
import { lockVisible, personOf, saveChallenge, type Seen } from '../storage/challenge.store.ts'
import type { Reading } from '../reading/challenge.view.ts'
import { clockSteps, withoutLapsed } from '../rules/clock.rules.ts'
import { faceOf, showChallenge, showToGroup } from '../snapshot/snapshot.view.ts'
import { setLaneStatus } from '../reading/listing.store.ts'
import type { Happened } from '../notices/notices.rules.ts'
import { notify } from '../notices/notify.ts'

/** Something that happened to a challenge, to be told to everyone whom it concerns. */
export interface Happening extends Happened {
  /** What came with it, as anyone may see it. */
  readonly extra?: Pick<FeedEvent['data'], 'entries' | 'evidence' | 'support'>
  /** Whose words came with it, where the role does not tell. */
  readonly authorId?: string
}

/** What the clock owes and what the person does, decided; nothing is written yet. */
export const judge = (
  before: Challenge,
  who: Standing,
  move: Move,
  now: number,
  periods: Periods,
): { readonly clock: readonly Happening[]; readonly next: Life; readonly event: EventKind | undefined } => {
  const clock = clockHappenings(before, now)
  const current = withoutLapsed(clock.at(-1)?.challenge.life ?? before.life, now)
  try {
    return { clock, ...decide(current, who, move, now, periods) }
  } catch (error) {
    throw asLate(error, before.life, who, move.action)
  }
}

/** A challenge locked for a party that wants to do something in it, with what the clock owes. */
export const openForAction = async (
  tx: Tx,
  actor: Viewer,
  id: string,
  action: Action,
  now: number,
): Promise<{
  readonly seen: Seen
  readonly party: Party
  readonly current: Life
  readonly clock: readonly Happening[]
}> => {
  const seen = await lockVisible(tx, actor, id)
  if (!seen) throw notVisible()
  const clock = clockHappenings(seen.challenge, now)
  const current = withoutLapsed(clock.at(-1)?.challenge.life ?? seen.challenge.life, now)
  const found = findObstacle(current, seen, action)
  if (found) throw asLate(withActions(found, current, seen), seen.challenge.life, seen, action)
  return { seen, party: partyOf(seen), current, clock }
}

/** The status forbids it only because a deadline has just passed: say so. */
const asLate = (error: unknown, written: Life, who: Standing, action: Action): unknown =>
  error instanceof Refusal &&
  error.reason === 'status_forbids' &&
  findObstacle(written, who, action)?.reason !== 'status_forbids'
    ? new Refusal('invalid_state', 'deadline_passed', 'The deadline for this has passed.', error.details)
    : error

export const clockHappenings = (before: Challenge, now: number): readonly Happening[] =>
  clockSteps(before.life, now).map(({ next, event, at }) => ({
    type: event,
    actor: 'system',
    at,
    challenge: { ...before, life: next, updatedAt: now },
  }))

/** Saves a challenge whose life went on, with everything that follows from it except its events. */
export const saveChange = async (
  tx: Tx,
  before: Challenge,
  after: { readonly life: Life; readonly opponentName: string | null },
  now: number,
): Promise<Challenge> => {
  const saved: Challenge = { ...before, ...after, version: before.version + 1, updatedAt: now }
  await saveChallenge(tx, saved, faceOf(saved))
  const { status } = after.life
  const closes = !isClosed(before.life) && isClosed(after.life)
  if (status === before.life.status) return saved
  await Promise.all([
    setLaneStatus(tx, before.id, status),
    closes ? closeRecords(tx, closingsOf(saved)) : undefined,
    countInGroup(tx, before.life.status, saved),
  ])
  return saved
}

/** Changes the statistics of the group that a challenge belongs to; `before` is null for a new one. */
export const countInGroup = async (
  tx: Tx,
  before: ChallengeStatus | null,
  challenge: Challenge,
): Promise<void> => {
  const { groupId, stake, createdAt, life } = challenge
  if (groupId === null) return
  const { status, resolution, acceptedAt, dispute } = life
  const settled = resolution && {
    outcome: resolution.outcome,
    wasDisputed: dispute !== null,
    tookMs: resolution.settledAt - (acceptedAt ?? resolution.settledAt),
  }
  const scores = resolution
    ? parties.map((party) => ({
        personId: personOf(challenge, party),
        score: scoreOf(resolution.outcome, party),
      }))
    : []
  await changeStatistics(tx, { groupId, stake, createdAt, before, after: status, settled, scores })
}

/** Of both parties: over everything, and within the group. */
export const recordsOf = (challenge: Challenge): readonly RecordKey[] => {
  const { creatorId, opponentId, groupId, isHidden } = challenge
  const within = (scope: string): readonly RecordKey[] => [
    { personId: creatorId, scope },
    ...(isHidden ? [] : [{ personId: opponentId, scope }]),
  ]
  return groupId === null ? within('all') : [...within('all'), ...within(groupId)]
}

const closingsOf = (challenge: Challenge): readonly Closing[] => {
  const { resolution } = challenge.life
  const scoreFor = (personId: string): Closing['score'] =>
    resolution && scoreOf(resolution.outcome, personId === challenge.creatorId ? 'creator' : 'opponent')
  return recordsOf(challenge).map(({ personId, scope }) => ({ personId, scope, score: scoreFor(personId) }))
}

/** Tells everyone whom it concerns, each as they see it: by mail, then in the feeds, whose heads are locked last. */
export const tell = async (
  tx: Tx,
  happenings: readonly Happening[],
  now: number,
  /** Who is told nothing any more. */
  except?: string,
): Promise<void> => {
  const events: FeedEvent[] = []
  for (const happening of happenings) {
    for (const event of feedEvents(happening, now)) if (event.feedId !== except) events.push(event)
  }
  notify(tx, happenings, now, except)
  await appendEvents(tx, events, now)
}

const feedEvents = (happening: Happening, now: number): readonly FeedEvent[] => {
  const { type, actor, at, challenge, extra = {}, authorId } = happening
  const { id: challenge_id, groupId } = challenge
  const to = (feedId: string, shown: string): FeedEvent => ({
    feedId,
    type,
    actor,
    at,
    challenge_id,
    challenge: shown,
    data: extra,
    authorId,
  })
  const told: readonly Party[] = challenge.isHidden ? ['creator'] : parties
  const events = told.map((party) =>
    to(personOf(challenge, party), showChallenge(challenge, asParty[party], now)),
  )
  if (groupId !== null) events.push(to(groupId, showToGroup(challenge, now)))
  return events
}

const asParty = {
  creator: { role: 'creator', maySupport: false, mine: null },
  opponent: { role: 'opponent', maySupport: false, mine: null },
} as const satisfies Record<Party, Reading>
