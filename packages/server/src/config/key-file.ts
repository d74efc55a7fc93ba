// The file beside a SQLite database that holds its key, readable by its owner alone. It is never half written.
import { randomBytes } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'

const KEY_BYTES = 32

export const newKey = (): string => randomBytes(KEY_BYTES).toString('base64')

export const readKeyFile = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return undefined
    throw error
  }
}

/** Of two processes that start at once, both get the winner's. */
export const makeKeyFile = (path: string): string => {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const draft = writeDraft(path, newKey())
  try {
    // A link appears whole or not at all, and never replaces what is there.
    linkSync(draft, path)
  } catch (error) {
    if (!hasErrorCode(error, 'EEXIST')) throw error
  } finally {
    unlinkSync(draft)
  }
  syncFolder(path)
  return readFileSync(path, 'utf8').trim()
}

/** On disk when it returns: what is encrypted with a new key must not be there before the key is. */
export const replaceKeyFile = (path: string, keys: readonly string[]): void => {
  renameSync(writeDraft(path, keys.join(',')), path)
  syncFolder(path)
}

const writeDraft = (path: string, content: string): string => {
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  writeFileSync(draft, `${content}\n`, { mode: 0o600, flush: true })
  return draft
}

const syncFolder = (path: string): void => {
  const folder = openSync(dirname(path), 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

const hasErrorCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code
