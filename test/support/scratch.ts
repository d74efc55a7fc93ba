// Where databases of tests are: in memory where the system offers a folder there, since tests need not survive a power cut
// and would otherwise wait for the disk at every commit.
import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const MEMORY = '/dev/shm'
const ENOUGH_BYTES = 2 * 1024 ** 3

const hasRoom = (folder: string): boolean => {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= ENOUGH_BYTES
  } catch {
    return false
  }
}

export const scratchFolder = process.platform === 'linux' && hasRoom(MEMORY) ? MEMORY : tmpdir()
