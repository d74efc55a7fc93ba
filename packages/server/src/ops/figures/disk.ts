// The room on the disk of a SQLite file: one call to the system.
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { DatabaseTarget } from '../../store/target.ts'

export interface DiskSpace {
  readonly freeBytes: number
  readonly sizeBytes: number
}

/** Undefined for a server, whose disk is its own. Of the folder, since the file may be gone. */
export const readDisk = async (database: DatabaseTarget): Promise<DiskSpace | undefined> => {
  if (database.kind === 'server') return undefined
  const { bsize, bavail, blocks } = await statfs(dirname(database.path))
  return { freeBytes: bavail * bsize, sizeBytes: blocks * bsize }
}
