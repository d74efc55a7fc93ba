// What takes a while to find out, when the figures are asked for. One look at a time, and none is waited for longer than a
// moment: the figures are there while storage is away, without these.
const PATIENCE_MS = 2_000

export class TimedSample<Found> {
  readonly #look: () => Promise<Found>
  #looking: Promise<Found | undefined> | undefined

  constructor(measure: () => Promise<Found>) {
    this.#look = measure
  }

  /** Undefined where it cannot be found out in time. */
  async read(): Promise<Found | undefined> {
    this.#looking ??= this.#look()
      .catch(() => undefined)
      .finally(() => (this.#looking = undefined))
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), PATIENCE_MS)
    })
    try {
      return await Promise.race([this.#looking, late])
    } finally {
      clearTimeout(timer)
    }
  }
}
