// The few mails that one sender hands over at once. A slot is filled again as soon as it comes free, so that a slow
// receiver holds up a slot and nobody else. All addresses of one domain together have two: it may be the slow one.

export const SLOTS = 5
const SLOTS_OF_DOMAIN = 2
/** How many of what is due are looked at; where none of them may begin, how many more. */
const LOOKED_AT = [20, 500] as const
/** While some are under way, others come that may begin. */
const LOOK_AGAIN_MS = 500

/** What may begin now. Nothing else is claimed, so no lease runs while a mail waits for its turn. */
export interface SlotCapacity {
  /** False where there is no slot for it. Null: no address, so no domain that may be slow. */
  take(address: string | null): boolean
  /** Whether something was taken, and whether something was left. */
  readonly counts: () => { readonly taken: number; readonly left: number }
}

interface HandOver {
  readonly address: string | null
  readonly run: () => Promise<void>
}

export class MailSlots {
  readonly #underWay = new Map<Promise<void>, string | null>()
  readonly #failures: Error[] = []
  #isClosed = false

  capacity(): SlotCapacity {
    const domains = [...this.#underWay.values()]
    let [taken, left] = [0, 0]
    return {
      take: (address) => {
        const domain = domainOf(address)
        const isTooMuch = domain !== null && domains.filter((one) => one === domain).length >= SLOTS_OF_DOMAIN
        if (isTooMuch || domains.length >= SLOTS) {
          left += 1
          return false
        }
        domains.push(domain)
        taken += 1
        return true
      },
      counts: () => ({ taken, left }),
    }
  }

  /** Begins all that is due, as slots come free. What it began last may still be under way when it ends. */
  async fill(
    look: () => Promise<{ readonly capacity: SlotCapacity; readonly handOvers: readonly HandOver[] }>,
  ): Promise<void> {
    for (let more = true; more && !this.#isClosed;) {
      this.#throwFailure()
      const { capacity, handOvers } = await look()
      for (const handOver of handOvers) this.#begin(handOver)
      const { taken, left } = capacity.counts()
      more = left > 0
      if (more && (taken === 0 || this.#underWay.size === SLOTS)) await this.#change()
    }
  }

  /** Until nothing is under way. */
  async drain(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay.keys())
    this.#throwFailure()
  }

  /** Claims nothing more. */
  close(): void {
    this.#isClosed = true
  }

  #begin({ address, run }: HandOver): void {
    const work = run()
      .catch((error: unknown) => void this.#failures.push(toError(error)))
      .finally(() => this.#underWay.delete(work))
    this.#underWay.set(work, domainOf(address))
  }

  /** Until one has come free, or others may have come. */
  async #change(): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    const later = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, LOOK_AGAIN_MS)
    })
    await Promise.race([later, ...this.#underWay.keys()])
    clearTimeout(timer)
  }

  #throwFailure(): void {
    const [failure] = this.#failures.splice(0)
    if (failure !== undefined) throw failure
  }
}

const toError = (error: unknown): Error =>
  error instanceof Error ? error : new Error('a mail could not be settled', { cause: error })

const domainOf = (address: string | null): string | null =>
  address === null ? null : address.slice(address.lastIndexOf('@') + 1).toLowerCase()

/** Of what is due, what there is room for. Those of a slow domain may be many, and stand before all others. */
export const listFitting = async <Due>(
  capacity: SlotCapacity,
  list: (limit: number) => Promise<readonly Due[]>,
  addressOf: (due: Due) => string | null,
): Promise<readonly Due[]> => {
  for (const limit of LOOKED_AT) {
    const due = await list(limit)
    const fitting = due.filter((one) => capacity.take(addressOf(one)))
    if (fitting.length > 0 || due.length < limit) return fitting
  }
  return []
}
