// The waiting calls and streams of all nodes together: so many places for a token or a session. A place is held under a
// lease that its node renews, so that those of a node that was killed come free by themselves.
import { limits } from '@challenge-service/contract/plain'
import type { RedisLink } from './redis-link.ts'
import type { Command } from './redis-connection.ts'
import { readPlace } from './replies.ts'
import { placeScript } from './scripts.ts'
import type { SharedNames } from './shared-names.ts'

interface HeldPlace {
  readonly key: string
  readonly member: string
  /** At which turn of the renewal. */
  renewedAt: number
}

/** A lease can miss a turn or two. Each renewal is done in parts, since there may be thousands. */
const RENEWALS_OF_LEASE = 4
const PARTS_OF_RENEWAL = 10
/** More than anyone has: a place that is held is renewed whatever others hold. */
const WITHOUT_LIMIT = '1000000000'

export class SharedPlaces {
  readonly #link: RedisLink
  readonly #names: SharedNames
  // In the order of their renewals.
  readonly #places = new Map<object, HeldPlace>()
  readonly #renewal: NodeJS.Timeout
  #turn = 0

  constructor(link: RedisLink, names: SharedNames) {
    this.#link = link
    this.#names = names
    this.#renewal = setInterval(
      () => this.#renewSome(),
      link.timing.leaseMs / (RENEWALS_OF_LEASE * PARTS_OF_RENEWAL),
    )
    this.#renewal.unref()
    link.carryWith(() => [...this.#places.values()].map((place) => this.#hold(place)))
  }

  /**
   * False where all places of that name are taken. Where Redis cannot say, a node has its share of them. `held`: how many
   * this node holds, with this one.
   */
  async take(name: string, holder: object, held: number): Promise<boolean> {
    const key = this.#names.keyOf('place', name)
    const place = { key, member: this.#names.memberOf(this.#link.nextMark()), renewedAt: this.#turn }
    this.#places.set(holder, place)
    const isFree =
      (await this.#link.ask(this.#hold(place, String(limits.openStreamsPerToken)), readPlace)) ??
      this.#takeAlone(place, held)
    if (!isFree) this.#places.delete(holder)
    return isFree
  }

  #takeAlone(place: HeldPlace, held: number): boolean {
    const isFree = held <= Math.ceil(limits.openStreamsPerToken / this.#link.nodes)
    this.#link.noteCountedAlone(isFree ? () => this.#hold(place) : undefined)
    return isFree
  }

  give(holder: object): void {
    const place = this.#places.get(holder)
    if (!place) return
    this.#places.delete(holder)
    this.#link.remove(place.key, place.member)
  }

  stop(): void {
    clearInterval(this.#renewal)
  }

  #hold({ key, member }: HeldPlace, most = WITHOUT_LIMIT): Command {
    return { script: placeScript, key, args: [most, String(this.#link.timing.leaseMs * 1000), member] }
  }

  #renewSome(): void {
    this.#turn += 1
    let left = Math.ceil(this.#places.size / (PARTS_OF_RENEWAL / 2))
    for (const [holder, place] of this.#places) {
      if (left === 0 || this.#turn - place.renewedAt < PARTS_OF_RENEWAL) return
      left -= 1
      place.renewedAt = this.#turn
      this.#places.delete(holder)
      this.#places.set(holder, place)
      void this.#link.ask(this.#hold(place), readPlace)
    }
  }
}
