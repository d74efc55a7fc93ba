// How much may be under way at once: for each host, for each owner, and in all. A host begins with a few places;
// it earns more by answering quickly and loses half of them by not answering. Those that are not quick share a
// part of the whole, so that however many of them hang, the quick ones have room.

const START_PLACES = 4
export const MOST_PLACES = 32
/** A quick host is handed more than it has places for, so that no place waits for the database. */
const AHEAD = 16
const QUICK_MS = 250
const FAILED_MS = 1_000
const MOST_IN_ALL = 2_048
const MOST_UNPROVEN = 1_024
const MOST_OF_OWNER = 512
const KEPT_HOSTS = 10_000
const WEIGHT = 0.2

interface Host {
  places: number
  /** The mean time of an answer, the latest counting most; undefined before the first. */
  meanMs: number | undefined
  /** Taken from the queues: under way, or waiting for a place. */
  taken: number
}

export interface Place {
  readonly origin: string
  readonly ownerId: string
}

export class Hosts {
  readonly #hosts = new Map<string, Host>()
  readonly #owners = new Map<string, number>()
  #taken = 0
  /** Of those taken, for hosts that are not quick. */
  #unproven = 0

  get taken(): number {
    return this.#taken
  }

  places(origin: string): number {
    return this.#host(origin).places
  }

  /** How much more may be taken for a host and an owner, when `planned` is about to be. */
  room({ origin, ownerId }: Place, planned: Planned): number {
    const host = this.#host(origin)
    const isQuick = quick(host)
    const most = isQuick ? host.places * AHEAD : host.places
    return Math.max(
      0,
      Math.min(
        most - host.taken - planned.of(origin),
        MOST_OF_OWNER - (this.#owners.get(ownerId) ?? 0) - planned.of(ownerId),
        MOST_IN_ALL - this.#taken - planned.total,
        isQuick ? Number.POSITIVE_INFINITY : MOST_UNPROVEN - this.#unproven - planned.total,
      ),
    )
  }

  take({ origin, ownerId }: Place): void {
    this.#count(this.#host(origin), 1)
    this.#owners.set(ownerId, (this.#owners.get(ownerId) ?? 0) + 1)
  }

  release({ origin, ownerId }: Place): void {
    this.#count(this.#host(origin), -1)
    const left = (this.#owners.get(ownerId) ?? 1) - 1
    if (left === 0) this.#owners.delete(ownerId)
    else this.#owners.set(ownerId, left)
    if (this.#hosts.size > KEPT_HOSTS) this.#forgetIdle()
  }

  /** What an attempt taught of a host. `answered`: there was an answer, whatever it said. */
  learn(origin: string, { answered, ms }: { readonly answered: boolean; readonly ms: number }): void {
    const host = this.#host(origin)
    const wasQuick = quick(host)
    const seenMs = answered ? ms : Math.max(ms, FAILED_MS)
    host.meanMs = host.meanMs === undefined ? seenMs : host.meanMs * (1 - WEIGHT) + seenMs * WEIGHT
    host.places =
      answered && ms < FAILED_MS
        ? Math.min(MOST_PLACES, host.places + 1)
        : Math.max(1, Math.floor(host.places / 2))
    if (quick(host) !== wasQuick) this.#unproven += wasQuick ? host.taken : -host.taken
  }

  #count(host: Host, by: 1 | -1): void {
    host.taken += by
    this.#taken += by
    if (!quick(host)) this.#unproven += by
  }

  #host(origin: string): Host {
    const known = this.#hosts.get(origin)
    if (known) return known
    const host: Host = { places: START_PLACES, meanMs: undefined, taken: 0 }
    this.#hosts.set(origin, host)
    return host
  }

  #forgetIdle(): void {
    for (const [origin, host] of this.#hosts) if (host.taken === 0) this.#hosts.delete(origin)
  }
}

const quick = ({ meanMs }: Host): boolean => meanMs !== undefined && meanMs < QUICK_MS

/** What a transaction is about to take: forgotten if it has to run again. */
export class Planned {
  readonly #counts = new Map<string, number>()
  total = 0

  of(key: string): number {
    return this.#counts.get(key) ?? 0
  }

  add({ origin, ownerId }: Place, count: number): void {
    for (const key of [origin, ownerId]) this.#counts.set(key, this.of(key) + count)
    this.total += count
  }
}
