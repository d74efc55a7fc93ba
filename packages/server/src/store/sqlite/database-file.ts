// The file of a database, and the folder that it is in.
import { closeSync, lstatSync, mkdirSync, openSync, readlinkSync, realpathSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** Makes it where it is not there. A new file is its owner's alone from the first moment; the log takes its mode from it. */
export const makeDatabaseFile = (path: string): void => {
  makeFolder(dirname(path))
  closeSync(openSync(path, 'a', 0o600))
}

/** Where SQLite has the file, and its log beside it: behind links, also behind one that leads to nothing. */
const followLinks = (path: string): string => {
  if (statSync(path, { throwIfNoEntry: false })) return realpathSync(path)
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
  return isLink ? followLinks(resolve(dirname(path), readlinkSync(path))) : path
}

/** The log of a database. */
export const logOf = (path: string): string => `${followLinks(path)}-wal`

/** Which file stands under a name now; undefined where there is none. */
export const identifyFile = (path: string): string | undefined => {
  const file = statSync(path, { throwIfNoEntry: false })
  return file && `${file.dev} ${file.ino}`
}

/** Where a file stands in its place, some versions of Node say so here and others do not: opening always does. */
const makeFolder = (path: string): void => {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
