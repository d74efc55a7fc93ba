// How much may be under way at once: for each origin, for each owner, and in all. An origin begins with a limit of a
// few; it earns more by answering quickly and loses half by not answering. Those that are not quick share a part of
// the whole, so that however many of them hang, the quick ones are not held up.
import type { FeedId } from '../../kernel/ids.ts'

const START_LIMIT = 4
export const MAX_LIMIT = 32
/** A quick origin is handed more than its limit, so that none of its slots waits for the database. */
const AHEAD = 16
const QUICK_MS = 250
const FAILED_MS = 1_000
const MAX_IN_ALL = 2_048
const MAX_NOT_QUICK = 1_024
const MAX_OF_OWNER = 512
const KEPT_ORIGINS = 10_000
const WEIGHT = 0.2

interface OriginLimit {
  /** How many attempts may be under way. */
  limit: number
  /** The mean time of a response, the latest counting most; undefined before the first. */
  meanMs: number | undefined
  /** Claimed from the queues: under way, or waiting for their turn. */
  claimed: number
}

/** Each claimed delivery has one: it is counted for where it goes and for whom it is. */
export interface Slot {
  readonly origin: string
  readonly ownerId: FeedId
}

export class Capacity {
  readonly #origins = new Map<string, OriginLimit>()
  readonly #owners = new Map<FeedId, number>()
  #claimed = 0
  /** Of those claimed, for origins that are not quick. */
  #notQuick = 0

  get claimed(): number {
    return this.#claimed
  }

  /** How many attempts an origin may have under way at once. */
  limit(origin: string): number {
    return this.#origin(origin).limit
  }

  /** How many more may be claimed for an origin and an owner, when `planned` is about to be. */
  countFree({ origin: name, ownerId }: Slot, planned: PlannedSlots): number {
    const origin = this.#origin(name)
    const isQuick = checkQuick(origin)
    const most = isQuick ? origin.limit * AHEAD : origin.limit
    return Math.max(
      0,
      Math.min(
        most - origin.claimed - planned.count(name),
        MAX_OF_OWNER - (this.#owners.get(ownerId) ?? 0) - planned.count(ownerId),
        MAX_IN_ALL - this.#claimed - planned.total,
        isQuick ? Number.POSITIVE_INFINITY : MAX_NOT_QUICK - this.#notQuick - planned.total,
      ),
    )
  }

  take({ origin, ownerId }: Slot): void {
    this.#add(this.#origin(origin), 1)
    this.#owners.set(ownerId, (this.#owners.get(ownerId) ?? 0) + 1)
  }

  release({ origin, ownerId }: Slot): void {
    this.#add(this.#origin(origin), -1)
    const left = (this.#owners.get(ownerId) ?? 1) - 1
    if (left === 0) this.#owners.delete(ownerId)
    else this.#owners.set(ownerId, left)
    if (this.#origins.size > KEPT_ORIGINS) this.#forgetIdle()
  }

  /** What an attempt taught of an origin. `answered`: there was a response, whatever it said. */
  learn(name: string, { answered, ms }: { readonly answered: boolean; readonly ms: number }): void {
    const origin = this.#origin(name)
    const wasQuick = checkQuick(origin)
    const seenMs = answered ? ms : Math.max(ms, FAILED_MS)
    origin.meanMs = origin.meanMs === undefined ? seenMs : origin.meanMs * (1 - WEIGHT) + seenMs * WEIGHT
    origin.limit =
      answered && ms < FAILED_MS
        ? Math.min(MAX_LIMIT, origin.limit + 1)
        : Math.max(1, Math.floor(origin.limit / 2))
    if (checkQuick(origin) !== wasQuick) this.#notQuick += wasQuick ? origin.claimed : -origin.claimed
  }

  #add(origin: OriginLimit, by: 1 | -1): void {
    origin.claimed += by
    this.#claimed += by
    if (!checkQuick(origin)) this.#notQuick += by
  }

  #origin(name: string): OriginLimit {
    const known = this.#origins.get(name)
    if (known) return known
    const origin: OriginLimit = { limit: START_LIMIT, meanMs: undefined, claimed: 0 }
    this.#origins.set(name, origin)
    return origin
  }

  #forgetIdle(): void {
    for (const [name, origin] of this.#origins) if (origin.claimed === 0) this.#origins.delete(name)
  }
}

const checkQuick = ({ meanMs }: OriginLimit): boolean => meanMs !== undefined && meanMs < QUICK_MS

/** The slots that a transaction is about to take: forgotten if it has to run again. */
export class PlannedSlots {
  readonly #counts = new Map<string, number>()
  total = 0

  /** Of an origin or an owner. */
  count(key: string): number {
    return this.#counts.get(key) ?? 0
  }

  add({ origin, ownerId }: Slot, count: number): void {
    for (const key of [origin, ownerId]) this.#counts.set(key, this.count(key) + count)
    this.total += count
  }
}
