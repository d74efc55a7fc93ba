// How a database grew before release 0.2.0. Nothing new comes here. These steps are run only for a database that began
// with some of them; a new one is made from schema.ts.
import type { Migration } from '../migration.ts'
import { afterRelease } from './after-release.ts'
import { firstTables } from './first-tables.ts'
import { laterTables } from './later-tables.ts'

/** Whoever runs them goes on to step 20, after which no older release may run. */
const oldestRelease = '0.2.0'

export const stepsOfRelease01: readonly Migration[] = [...firstTables, ...laterTables, ...afterRelease].map(
  (step) => ({ ...step, oldestRelease }),
)
