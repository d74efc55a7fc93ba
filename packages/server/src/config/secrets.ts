// SECRET_KEY: 32 random bytes in base64; several, separated by commas, while one replaces another. On SQLite
// it is made for a new database and kept beside it, readable by its owner alone.
import { Keyring } from '../kernel/keyring.ts'
import { wasUsedWithKey } from '../store/sqlite/inspect.ts'
import type { DatabaseTarget } from '../store/target.ts'
import type { Environment } from './environment.ts'
import { makeKeyFile, newKey, readKeyFile, replaceKeyFile } from './key-file.ts'
import { ConfigError } from './setting.ts'
import { findSetting } from './setting-file.ts'

const KEY_BYTES = 32
const KEY_SHAPE = /^[A-Za-z0-9+/_-]{43}=?$/

export const readKeyring = (
  environment: Environment,
  database: DatabaseTarget,
  { acceptNewKey = false }: { readonly acceptNewKey?: boolean } = {},
): Keyring => {
  const path = findKeyFile(environment, database)
  if (path === undefined) {
    const { text, from } = findGivenKey(environment) ?? { text: '', from: 'SECRET_KEY' }
    return new Keyring(parseKeys(text, from))
  }
  return new Keyring(parseKeys(readKeyFile(path) ?? makeKey(path, database, acceptNewKey), path))
}

/** Whether there is a key, or was one: false for a database that was never used with any. */
export const hasKey = (environment: Environment, database: DatabaseTarget): boolean => {
  const path = findKeyFile(environment, database)
  if (path === undefined || readKeyFile(path) !== undefined) return true
  return database.kind === 'file' && wasUsedWithKey(database.path)
}

/** Where the key is kept; undefined where it is given. */
export const findKeyFile = (environment: Environment, database: DatabaseTarget): string | undefined => {
  if (isKeyGiven(environment)) return undefined
  if (database.kind === 'file') return `${database.path}.key`
  throw new ConfigError([
    'SECRET_KEY is required with PostgreSQL, the same on every node: give the one that this database is served with; for a new database make one with: openssl rand -base64 32',
  ])
}

export interface KeyChange {
  /** The new key first, then those that it replaces. */
  readonly keys: Keyring
  /** Leaves the new key alone in the file. */
  finish(): void
}

/** Puts a new key before the one in the file; where one stands there already, it is gone on with. */
export const changeKeyFile = (path: string): KeyChange => {
  const known = (readKeyFile(path) ?? '').split(',').map((part) => part.trim())
  parseKeys(known.join(','), path)
  const keys = known.length > 1 ? known : [newKey(), ...known]
  if (keys !== known) replaceKeyFile(path, keys)
  return {
    keys: new Keyring(parseKeys(keys.join(','), path)),
    finish: () => replaceKeyFile(path, keys.slice(0, 1)),
  }
}

/** In SECRET_KEY, or in the file that SECRET_KEY_FILE names. */
export const isKeyGiven = (environment: Environment): boolean => findGivenKey(environment) !== undefined

const findGivenKey = (environment: Environment) => {
  const found = findSetting(environment, 'SECRET_KEY')
  if (found && 'problem' in found) throw new ConfigError([found.problem])
  return found
}

const makeKey = (path: string, database: DatabaseTarget, acceptNewKey: boolean): string => {
  if (!acceptNewKey && database.kind === 'file' && wasUsedWithKey(database.path)) {
    // Another process may have made it, and used it, since we looked.
    const made = readKeyFile(path)
    if (made !== undefined) return made
    throw new ConfigError([
      `${path} is missing, and ${database.path} was used with a key: put the key file back or give SECRET_KEY, ` +
        'or accept what is lost without it: serve --accept-new-key',
    ])
  }
  return makeKeyFile(path)
}

const parseKeys = (text: string, where: string): readonly Buffer[] => {
  const parts = text.split(',').map((part) => part.trim())
  const keys = parts.map((part) => Buffer.from(part, 'base64'))
  // Buffer.from skips what is not base64, so the text is looked at too.
  if (parts.every((part) => KEY_SHAPE.test(part)) && keys.every((key) => key.length === KEY_BYTES))
    return keys
  throw new ConfigError([
    `${where} must be 32 bytes in base64, or several such, separated by commas; make one with: openssl rand -base64 32`,
  ])
}
