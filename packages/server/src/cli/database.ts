// What can be said of a database before it is opened, and of one that cannot be.
import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { OperatorError } from '../kernel/operator-error.ts'
import { logOf } from '../store/sqlite/database-file.ts'
import { nameDatabase, type DatabaseTarget } from '../store/target.ts'
import { StorageTrouble, type TroubleKind } from '../store/health/trouble.ts'
import { rightsAdvice } from './errors.ts'

/** `none` where a file is missing or empty. Of a server nothing is known before it was asked. */
export const checkDatabaseFile = (target: DatabaseTarget): 'none' | 'perhaps' => {
  if (target.kind === 'server') return 'perhaps'
  const file = statSync(target.path, { throwIfNoEntry: false })
  if (file?.isDirectory()) {
    throw new OperatorError(
      `DATABASE_URL names a folder, ${target.path}: name a file in it, such as sqlite:${target.path}/challenges.db`,
    )
  }
  return file === undefined || file.size === 0 ? 'none' : 'perhaps'
}

/** What outlives a file that was removed: its log may hold writes that are nowhere else, and its key fits no other. */
export const refuseLostDatabase = (target: DatabaseTarget): void => {
  if (target.kind === 'server') return
  const size = sizeOf(target.path)
  if (size !== undefined && size > 0) return
  const log = logOf(target.path)
  const key = `${target.path}.key`
  // A new file is empty for a moment, and its key may be there. It has no log yet.
  const left = size === undefined ? [log, key].filter((path) => existsSync(path)) : sizeOf(log) ? [log] : []
  if (left.length === 0) return
  throw new OperatorError(
    `${target.path} is ${size === undefined ? 'missing' : 'empty'}, and of it there is still ${left.join(' and ')}: put the database back, see Restoring ` +
      'in docs/operating.md, or move what is left away to begin with an empty one',
  )
}

const sizeOf = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.size

/** What to do about it. */
const advice: Readonly<Record<TroubleKind, string>> = {
  away: 'see that it runs and can be reached',
  busy: 'find out which process holds it, and end it',
  full: 'make room on its disk',
  'read-only': 'make its disk and its files writable for this user',
  damaged: 'stop the service and put an earlier backup in place, see Restoring in docs/operating.md',
}

const READ_ONLY_SERVER =
  'see that it is no standby, and that default_transaction_read_only is off for this database and this user'

/** The same error, or one that says which database cannot be used, why, and what to do. */
export const explainStorage = (error: unknown, target: DatabaseTarget): unknown => {
  if (!(error instanceof Error)) return error
  const code = findCode(error)
  const where = nameDatabase(target)
  if (target.kind === 'file') {
    if (code.startsWith('SQLITE_NOTADB'))
      return new OperatorError(`${where} is not a SQLite database: name another file in DATABASE_URL`)
    const denied = RIGHTS.test(code) ? explainRights(target.path, code) : undefined
    if (denied !== undefined) return denied
    if (code.startsWith('SQLITE_CANTOPEN'))
      return new OperatorError(
        `${where} cannot be opened (${code}): see that this user may read and write the files beside it`,
      )
    if (!(error instanceof StorageTrouble)) return error
    const remedy = error.kind === 'away' ? 'see that its disk is there, and well' : advice[error.kind]
    return new OperatorError(
      `${where}: ${error.message} (${code || findMessage(error).replaceAll(/\s+/g, ' ')}): ${remedy}`,
    )
  }
  const message = findMessage(error)
  const [, remedy] = refused.find(([states]) => states.test(code)) ?? []
  // Its own words name the user or the database, and never the password.
  if (remedy !== undefined)
    return new OperatorError(`PostgreSQL at ${where} refuses: ${message} (${code}): ${remedy}`)
  if (!(error instanceof StorageTrouble)) return error
  if (ABSENT.has(code))
    return new OperatorError(
      `no PostgreSQL answers at ${where} (${code}): see that it runs, and that DATABASE_URL has its host and port`,
    )
  if (UNKNOWN.has(code))
    return new OperatorError(
      `the host of DATABASE_URL is not known: ${where} (${code}): see that it is spelt right, and that this machine can look it up`,
    )
  const hint = error.kind === 'read-only' ? READ_ONLY_SERVER : advice[error.kind]
  return new OperatorError(`PostgreSQL at ${where}: ${error.message} (${message}): ${hint}`)
}

/** What SQLite says where the system denies it a file or a folder. */
const RIGHTS = /^(SQLITE_CANTOPEN|SQLITE_READONLY|SQLITE_PERM|SQLITE_IOERR_ACCESS|EACCES|EPERM|EROFS)/

/** Names the right that this user lacks; undefined where it has those that a database needs. */
const explainRights = (path: string, code: string): OperatorError | undefined => {
  const folder = dirname(path)
  if (isOnReadOnlyDisk(existsSync(path) ? path : folder))
    return new OperatorError(`nothing can be written on the disk of ${path} (${code}): mount it writable`)
  if (existsSync(path) && !isAllowed(path, constants.R_OK | constants.W_OK))
    return new OperatorError(
      `this user may not read and write the database ${path}: ${rightsAdvice('file')} (${code})`,
    )
  if (!isAllowed(folder, constants.W_OK))
    return new OperatorError(
      `this user may not write in the folder ${folder}, where SQLite keeps files beside the database ${path}: ${rightsAdvice('folder')} (${code})`,
    )
  return undefined
}

const isAllowed = (path: string, rights: number): boolean => findDenial(path, rights) === undefined

const isOnReadOnlyDisk = (path: string): boolean => findDenial(path, constants.W_OK) === 'EROFS'

/** The code of the error with which the system denies these rights. */
const findDenial = (path: string, rights: number): string | undefined => {
  try {
    accessSync(path, rights)
    return undefined
  } catch (error) {
    return findCode(error)
  }
}

/** By SQLSTATE: who may come in, a database that is not there, what the user may not do, too many connections. */
const refused: readonly (readonly [state: RegExp, remedy: string])[] = [
  [/^28...$/, 'look at the user and password in DATABASE_URL'],
  [/^3D000$/, 'make that database, or name another in DATABASE_URL'],
  [/^42501$/, 'give the user of DATABASE_URL that right'],
  [/^53300$/, 'end some connections, or let the server take more'],
]

/** Nobody listens on the port, or at the socket, which is a file. */
const ABSENT = new Set(['ECONNREFUSED', 'ENOENT'])
const UNKNOWN = new Set(['ENOTFOUND', 'EAI_AGAIN'])

/** Its own, or that of what caused it. */
const findCode = (error: unknown): string => {
  if (!(error instanceof Error)) return ''
  return 'code' in error && typeof error.code === 'string' ? error.code : findCode(error.cause)
}

const findMessage = (error: Error): string =>
  'code' in error || !(error.cause instanceof Error) ? error.message : findMessage(error.cause)
