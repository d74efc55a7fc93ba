// The per-minute limits of tokens, sessions and links: reads and writes of each are counted apart.
import { limits } from '@challenge-service/contract/plain'
import type { Admission } from '../kernel/sliding-window.ts'
import { Windows, type HeldWindow } from './windows.ts'

export type RateClass = 'read' | 'write'

const rateClasses = ['read', 'write'] as const satisfies readonly RateClass[]

export type PerMinute = Readonly<Record<RateClass, number>>

export interface RateLimiter {
  /**
   * Asks for the call of a secret while it is still being looked up, where it is known by now what the secret is counted
   * as. Undefined: ask with `admit` when it was found.
   */
  ahead(secretHash: string, rateClass: RateClass): Promise<Admission> | undefined
  /** `secretHash`: of the secret that is counted as this from now on. */
  admit(name: string, rateClass: RateClass, secretHash?: string): Admission | Promise<Admission>
}

/** The calls of a name that still count, and how much of the limit they are; 1 where it is reached. */
export interface KeptWindow extends HeldWindow {
  readonly rateClass: RateClass
  readonly fullness: number
}

/** Counts in this process alone. */
export class LocalRateLimiter implements RateLimiter {
  readonly windows: Readonly<Record<RateClass, Windows>>

  constructor({ read, write }: PerMinute, monotonic: () => number) {
    const spanMs = limits.rateWindowMs
    this.windows = {
      read: new Windows({ limit: read, spanMs }, monotonic),
      write: new Windows({ limit: write, spanMs }, monotonic),
    }
  }

  /** There is nobody to ask. */
  ahead(): undefined {
    return undefined
  }

  admit(name: string, rateClass: RateClass): Admission {
    return this.windows[rateClass].admit(name)
  }

  /** Every window with a call that counts now. */
  held(): readonly KeptWindow[] {
    return rateClasses.flatMap((rateClass) => {
      const windows = this.windows[rateClass]
      return windows
        .held()
        .map((held) => ({ ...held, rateClass, fullness: held.calls.length / windows.rule.limit }))
    })
  }
}
