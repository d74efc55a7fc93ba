// The waiting calls and streams of all nodes together: so many places for a token or a session. A place is held under a
// lease that its node renews, so that those of a node that was killed come free by themselves.
import { limits } from '@challenge-service/contract/plain'
import type { RedisLink } from './redis-link.ts'
import type { Command } from './redis-connection.ts'
import { readSlot } from './replies.ts'
import { slotScript } from './scripts.ts'
import type { SharedNames } from './shared-names.ts'

interface HeldSlot {
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

export class SharedSlots {
  readonly #link: RedisLink
  readonly #names: SharedNames
  // In the order of their renewals.
  readonly #slots = new Map<object, HeldSlot>()
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
    link.carryWith(() => [...this.#slots.values()].map((slot) => this.#hold(slot)))
  }

  /**
   * False where all places of that name are taken. Where Redis cannot say, a node has its share of them. `held`: how many
   * this node holds, with this one.
   */
  async take(name: string, holder: object, held: number): Promise<boolean> {
    const key = this.#names.keyOf('place', name)
    const slot = { key, member: this.#names.memberOf(this.#link.nextMark()), renewedAt: this.#turn }
    this.#slots.set(holder, slot)
    const isFree =
      (await this.#link.ask(this.#hold(slot, String(limits.openStreamsPerToken)), readSlot)) ??
      this.#takeAlone(slot, held)
    if (!isFree) this.#slots.delete(holder)
    return isFree
  }

  #takeAlone(slot: HeldSlot, held: number): boolean {
    const isFree = held <= Math.ceil(limits.openStreamsPerToken / this.#link.nodes)
    this.#link.noteCountedAlone(isFree ? () => this.#hold(slot) : undefined)
    return isFree
  }

  give(holder: object): void {
    const slot = this.#slots.get(holder)
    if (!slot) return
    this.#slots.delete(holder)
    this.#link.remove(slot.key, slot.member)
  }

  stop(): void {
    clearInterval(this.#renewal)
  }

  #hold({ key, member }: HeldSlot, most = WITHOUT_LIMIT): Command {
    return { script: slotScript, key, args: [most, String(this.#link.timing.leaseMs * 1000), member] }
  }

  #renewSome(): void {
    this.#turn += 1
    let left = Math.ceil(this.#slots.size / (PARTS_OF_RENEWAL / 2))
    for (const [holder, slot] of this.#slots) {
      if (left === 0 || this.#turn - slot.renewedAt < PARTS_OF_RENEWAL) return
      left -= 1
      slot.renewedAt = this.#turn
      this.#slots.delete(holder)
      this.#slots.set(holder, slot)
      void this.#link.ask(this.#hold(slot), readSlot)
    }
  }
}
