// Where databases of tests are: in memory where the system offers a folder there, since tests need not survive a power cut
// and would otherwise wait for the disk at every commit. A folder is named after the process that made it, so that a
// later run can remove what a killed one left.
import { mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

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

/** Everyone can read it. Root's own temporary folder is often closed to the user that runs PostgreSQL. */
export const temporaryFolder = process.getuid?.() === 0 ? '/tmp' : tmpdir()

export const scratchFolder = process.platform === 'linux' && hasRoom(MEMORY) ? MEMORY : temporaryFolder

export const makeFolder = (parent: string, prefix: string): string =>
  mkdtempSync(join(parent, `${prefix}${process.pid}-`))

/** The folders whose process has ended. */
export const listAbandoned = (parent: string, prefix: string): readonly string[] =>
  readdirSync(parent)
    .filter((name) => {
      const maker = new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1]
      return maker !== undefined && !isAlive(Number(maker))
    })
    .map((name) => join(parent, name))

/** Unless it belongs to another user. */
export const removeFolder = (folder: string): void => {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EACCES' && code !== 'EPERM') throw error
  }
}

export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
