// Every step of the schema since release 0.2.0, in order. Forward only: a released one is never changed. What each does
// is in schema.ts as well.
import { release03 } from './0040-release-03.ts'
import type { Migration } from './migration.ts'

/** Where the databases begin that this release takes over. Release 0.2.0 does not work on one that lacks this step. */
export const release02: Migration = {
  version: 20,
  name: 'release 0.2.0',
  oldestRelease: '0.2.0',
  statements: [],
}

export const migrations: readonly Migration[] = [release02, release03]
