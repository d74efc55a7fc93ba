// Whether this is the fast part of the tests. A file that imports it also runs in the rest: see test/what-runs.ts.
import { inject } from 'vitest'

declare module 'vitest' {
  export interface ProvidedContext {
    readonly isFast: boolean
  }
}

/** Then fewer rounds, one width and one theme are enough. */
export const isFast = inject('isFast')
