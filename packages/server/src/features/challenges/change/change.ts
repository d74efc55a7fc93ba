// The one way in which a challenge changes: it is locked, caught up with the clock, decided on, saved and published, in
// the transaction that was given. Calls, pages, the tally, the clock and erasure all go through here.
import type { ChallengeId, UncheckedId } from '../../../kernel/ids.ts'
import { notVisible } from '../../../kernel/refusal.ts'
import type { Tx } from '../../../store/store.ts'
import type { Viewer } from '../../access/actor.ts'
import { closeRecords } from '../../records/records.store.ts'
import { setListedStatus } from '../reading/listing.store.ts'
import { clockSteps, withoutLapsed } from '../rules/clock.rules.ts'
import type { DomainEvent } from '../rules/domain-event.rules.ts'
import { isClosed, type Challenge } from '../rules/life.rules.ts'
import { takeSnapshot } from '../snapshot/snapshot.view.ts'
import { lockById, lockVisible, saveChallenge, type VisibleChallenge } from '../storage/challenge.store.ts'
import { countInGroup, listClosings } from './counts.ts'
import { publish, type Audience } from './publish.ts'

/** What becomes of a challenge: as it was handed over, where nothing does. */
export interface Change<Result = undefined> {
  readonly challenge: Challenge
  /** What is published of it, beside what the clock did. */
  readonly event?: Omit<DomainEvent, 'challenge' | 'at'> | undefined
  /** What is written with it. It comes before what is published, whose rows are locked last. */
  readonly write?: (() => Promise<unknown>) | undefined
  /** For the caller. */
  readonly result: Result
}

/** `current` is caught up with the clock, though nothing of that is written yet; `locked` is as it is written. */
type Decide<Locked, Result> = (current: Challenge, locked: Locked) => Change<Result> | Promise<Change<Result>>

export interface Changed<Result> {
  readonly before: VisibleChallenge
  readonly challenge: Challenge
  readonly result: Result
}

/** By someone who must see it. */
export const changeVisible = async <Result = undefined>(
  tx: Tx,
  viewer: Viewer,
  id: UncheckedId<'challenge'>,
  now: number,
  decide: Decide<VisibleChallenge, Result>,
): Promise<Changed<Result>> => {
  const before = await lockVisible(tx, viewer, id)
  if (!before) throw notVisible()
  const changed = await changeLocked(tx, before.challenge, now, (current) => decide(current, before))
  return { before, ...changed }
}

export interface OwnChange extends Audience {
  /** How it reads from now on; before anything else, so that what was in it is published no more. */
  readonly rewrite?: (challenge: Challenge) => Challenge
}

/** By the service itself; nothing happens where there is no such challenge. */
export const changeById = async (
  tx: Tx,
  id: ChallengeId,
  now: number,
  decide: (current: Challenge) => Change,
  own?: OwnChange,
): Promise<void> => {
  const locked = await lockById(tx, id)
  if (locked) await changeLocked(tx, locked, now, decide, own)
}

const changeLocked = async <Result>(
  tx: Tx,
  locked: Challenge,
  now: number,
  decide: (current: Challenge) => Change<Result> | Promise<Change<Result>>,
  { rewrite, ...audience }: OwnChange = {},
): Promise<{ readonly challenge: Challenge; readonly result: Result }> => {
  const before = rewrite ? rewrite(locked) : locked
  const byClock = listClockEvents(before, now)
  const current = applyClock(before, byClock, now)
  const { challenge: next, event, write, result } = await decide(current)
  if (next === locked) return { challenge: locked, result }
  const saved = await saveChange(tx, before, next, now)
  await write?.()
  await publish(tx, event ? [...byClock, { ...event, at: now, challenge: saved }] : byClock, now, audience)
  return { challenge: saved, result }
}

const listClockEvents = (before: Challenge, now: number): readonly DomainEvent[] =>
  clockSteps(before.life, now).map(({ next, event, at }) => ({
    type: event,
    actor: 'system',
    at,
    challenge: { ...before, life: next, updatedAt: now },
  }))

const applyClock = (before: Challenge, byClock: readonly DomainEvent[], now: number): Challenge => {
  const life = withoutLapsed(byClock.at(-1)?.challenge.life ?? before.life, now)
  return life === before.life ? before : { ...before, life }
}

/** Saves a challenge with everything that is counted and listed by it. */
const saveChange = async (tx: Tx, before: Challenge, next: Challenge, now: number): Promise<Challenge> => {
  const wasClosed = isClosed(before.life)
  // What has ended is only rewritten: it is as old as its end.
  const updatedAt = wasClosed ? before.updatedAt : now
  const saved: Challenge = { ...next, version: before.version + 1, updatedAt }
  await saveChallenge(tx, saved, takeSnapshot(saved))
  const { status } = saved.life
  if (status === before.life.status) return saved
  await Promise.all([
    setListedStatus(tx, saved.id, status),
    !wasClosed && isClosed(saved.life) ? closeRecords(tx, listClosings(saved)) : undefined,
    countInGroup(tx, before.life.status, saved),
  ])
  return saved
}
