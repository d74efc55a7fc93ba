// The last release as it runs, unpacked from the repository: see tools/last-release.
import { join } from 'node:path'
import { repository } from './planted.ts'

interface LastRelease {
  /** Its command line. */
  readonly bin: string
  readonly version: string
  remove(): void
}

export const { unpackLastRelease } = (await import(join(repository, 'tools/last-release/unpack.mjs'))) as {
  readonly unpackLastRelease: () => LastRelease
}
