// Processes whose wall clock is off: `Date` tells another time there, while monotonic time runs on as it is.
import { execFileSync } from 'node:child_process'
import { requirement } from './requirements.ts'

const faketime = requirement('faketime')

export const canMoveClocks = faketime !== undefined

/** Where the library is that answers for the clock. */
const library =
  faketime && execFileSync(faketime, ['-f', '+0', 'printenv', 'LD_PRELOAD'], { encoding: 'utf8' })

/** What a program is started with. `faketime` itself would stay between, and a signal would reach it alone. */
export const movedBy = (offset: string): readonly string[] => [
  'env',
  `LD_PRELOAD=${library?.trim()}`,
  `FAKETIME=${offset}`,
  'FAKETIME_DONT_FAKE_MONOTONIC=1',
]
