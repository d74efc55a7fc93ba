// Which part of the tests this is. A file that asks is run in the rest too: see test/what-runs.ts.
import { inject } from 'vitest'

declare module 'vitest' {
  export interface ProvidedContext {
    readonly isFast: boolean
  }
}

/** Fewer rounds, one width and one theme are enough. */
export const isFast = inject('isFast')
