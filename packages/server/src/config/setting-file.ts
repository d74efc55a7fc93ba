// A setting that is secret can be in a file, as containers and systemd hand secrets over: NAME_FILE is its path. What is
// in the file is never repeated.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { fileSettings, type Environment } from './environment.ts'

/** `from`: the setting, and its file where it is in one. */
export type FoundSetting =
  { readonly text: string; readonly from: string } | { readonly problem: string } | undefined

/** Undefined where it is not set; an empty text counts as not set. */
export const findSetting = (environment: Environment, name: string): FoundSetting => {
  const text = environment[name]?.trim() ?? ''
  const fileName = `${name}_FILE`
  const path = isFileSetting(name) ? (environment[fileName]?.trim() ?? '') : ''
  if (path === '') return text === '' ? undefined : { text, from: name }
  const from = `${fileName} (${path})`
  if (text !== '') {
    const other = existsSync(path) ? from : fileName
    return { problem: `${name} and ${other} are both set: set one of them` }
  }
  return readLine(path, from) ?? { problem: `${fileName} must be the path of a file, not the secret itself` }
}

const isFileSetting = (name: string): boolean => fileSettings.some((known) => known === name)

/** More than any setting has. */
const MOST_BYTES = 65_536
/** A URL or a key, where a path was meant. */
const SECRET = /^\w+:|^[\w+/-]{43}=?$/

/** Undefined for a path that looks like a secret, and is none of a file. */
const readLine = (path: string, from: string): FoundSetting => {
  try {
    const file = statSync(path)
    if (file.isDirectory()) return { problem: `${from} is a folder, not a file` }
    // A pipe could keep the start waiting.
    if (!file.isFile()) return { problem: `${from} is not a file` }
    if (file.size > MOST_BYTES) return { problem: `${from} must be one line` }
    const text = readFileSync(path, 'utf8').trim()
    if (text === '') return { problem: `${from} is empty` }
    if (text.includes('\0')) return { problem: `${from} must not hold NUL characters` }
    return /[\r\n]/.test(text) ? { problem: `${from} must be one line` } : { text, from }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code === 'EACCES' || code === 'EPERM') return { problem: `this user may not read ${from} (${code})` }
    if (SECRET.test(path)) return undefined
    const isMissing = code === 'ENOENT' || code === 'ENOTDIR'
    return { problem: isMissing ? `${from} does not exist` : `${from} cannot be read (${code})` }
  }
}
