// What can be said of a database before it is opened, and of one that cannot be.
import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { OperatorError } from '../kernel/operator-error.ts'
import { nameDatabase, type DatabaseTarget } from '../store/target.ts'
import { StorageTrouble } from '../store/trouble.ts'

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

/** The same error, or one that says which database cannot be used, and why. */
export const explainStorage = (error: unknown, target: DatabaseTarget): unknown => {
  if (!(error instanceof Error)) return error
  const code = findCode(error)
  const where = nameDatabase(target)
  if (target.kind === 'file') {
    if (code.startsWith('SQLITE_NOTADB'))
      return new OperatorError(`${where} is not a SQLite database: name another file in DATABASE_URL`)
    const denied = RIGHTS.test(code) ? explainRights(target.path, code) : undefined
    if (denied !== undefined) return denied
    if (code.startsWith('SQLITE_CANTOPEN')) return new OperatorError(`${where} cannot be opened (${code})`)
    return error instanceof StorageTrouble ? new OperatorError(`${where}: ${error.message} (${code})`) : error
  }
  const message = findMessage(error)
  // Its own words name the user or the database, and never the password.
  if (REFUSED.test(code)) return new OperatorError(`PostgreSQL at ${where} refuses: ${message} (${code})`)
  if (!(error instanceof StorageTrouble)) return error
  return new OperatorError(
    unreachable[code]?.(where) ?? `PostgreSQL at ${where}: ${error.message} (${message})`,
  )
}

/** What SQLite says where the system denies it a file or a folder. */
const RIGHTS = /^(SQLITE_CANTOPEN|SQLITE_READONLY|SQLITE_PERM|SQLITE_IOERR_ACCESS|EACCES|EPERM|EROFS)/

/** Names the right that this user lacks; undefined where it has those that a database needs. */
const explainRights = (path: string, code: string): OperatorError | undefined => {
  const folder = dirname(path)
  if (isOnReadOnlyDisk(existsSync(path) ? path : folder))
    return new OperatorError(`nothing can be written on the disk of ${path} (${code})`)
  if (existsSync(path) && !isAllowed(path, constants.R_OK | constants.W_OK))
    return new OperatorError(
      `this user may not read and write the database ${path}: run this as the user that owns it (${code})`,
    )
  if (!isAllowed(folder, constants.W_OK))
    return new OperatorError(
      `this user may not write in the folder ${folder}, where SQLite keeps files beside the database ${path}: run this as the user that owns it (${code})`,
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
const REFUSED = /^(28...|3D000|42501|53300)$/

const unreachable: Readonly<Record<string, (where: string) => string>> = {
  ECONNREFUSED: (where) => `no PostgreSQL answers at ${where} (ECONNREFUSED)`,
  ENOENT: (where) => `no PostgreSQL answers at ${where} (ENOENT)`,
  ENOTFOUND: (where) => `the host of DATABASE_URL is not known: ${where} (ENOTFOUND)`,
  EAI_AGAIN: (where) => `the host of DATABASE_URL is not known: ${where} (EAI_AGAIN)`,
}

/** Its own, or that of what caused it. */
const findCode = (error: unknown): string => {
  if (!(error instanceof Error)) return ''
  return 'code' in error && typeof error.code === 'string' ? error.code : findCode(error.cause)
}

const findMessage = (error: Error): string =>
  'code' in error || !(error.cause instanceof Error) ? error.message : findMessage(error.cause)
