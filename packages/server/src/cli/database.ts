// What can be said of a database before it is opened, and of one that cannot be.
import { statSync } from 'node:fs'
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
