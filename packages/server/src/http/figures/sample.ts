// How much waits in the database, read when the figures are asked for. One look at a time, and none is waited for longer
// than a moment: the figures are there while storage is away, without these.
import { readSignInDepth } from '../../features/sign-in/depth.store.ts'
import { readDepth } from '../../features/webhooks/depth.store.ts'
import { readMailDepth } from '../../mail/depth.store.ts'
import type { Reader } from '../../store/store.ts'

const PATIENCE_MS = 2_000

interface Waiting {
  readonly waiting: number
  readonly oldestAt: number | null
}

export interface Depths {
  readonly deliveries: Waiting
  readonly mails: Readonly<Record<'notice' | 'sign_in', Waiting>>
}

export class DepthSample {
  readonly #reader: Reader
  readonly #now: () => number
  #looking: Promise<Depths | undefined> | undefined

  constructor(reader: Reader, now: () => number) {
    this.#reader = reader
    this.#now = now
  }

  /** Undefined where storage does not say in time. */
  async read(): Promise<Depths | undefined> {
    this.#looking ??= this.#look()
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

  async #look(): Promise<Depths | undefined> {
    try {
      const now = this.#now()
      const [deliveries, notice, signIn] = await Promise.all([
        readDepth(this.#reader),
        readMailDepth(this.#reader, now),
        readSignInDepth(this.#reader, now),
      ])
      return { deliveries, mails: { notice, sign_in: signIn } }
    } catch {
      return undefined
    } finally {
      this.#looking = undefined
    }
  }
}
