// SECRET_KEY: 32 random bytes in base64; several, separated by commas, while one replaces another. On SQLite
// it is made at the first start and kept beside the database, readable by its owner alone.
import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { Keyring } from '../kernel/keyring.ts'
import type { DatabaseTarget } from '../store/target.ts'
import type { Environment } from './environment.ts'
import { ConfigError } from './setting.ts'

const KEY_BYTES = 32
const KEY_SHAPE = /^[A-Za-z0-9+/_-]{43}=?$/

export const readKeyring = (environment: Environment, database: DatabaseTarget): Keyring => {
  const given = environment['SECRET_KEY']?.trim()
  if (given) return new Keyring(parseKeys(given, 'SECRET_KEY'))
  if (database.engine === 'postgres') {
    throw new ConfigError([
      'SECRET_KEY is required with PostgreSQL, the same on every node; make one with: openssl rand -base64 32',
    ])
  }
  const path = `${database.path}.key`
  return new Keyring(parseKeys(readOrMake(path), path))
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

const readOrMake = (path: string): string => {
  const known = readIfThere(path)
  if (known !== undefined) return known
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  writeFileSync(draft, `${randomBytes(KEY_BYTES).toString('base64')}\n`, { mode: 0o600, flush: true })
  try {
    // A link appears whole or not at all: of two processes that start at once, both read the winner's.
    linkSync(draft, path)
  } catch (error) {
    if (!hasErrorCode(error, 'EEXIST')) throw error
  } finally {
    unlinkSync(draft)
  }
  return readFileSync(path, 'utf8').trim()
}

const readIfThere = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return undefined
    throw error
  }
}

const hasErrorCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code
