// How one setting is read: its name, what it must be, and what it is when nobody says. Faults are collected,
// so that a start that fails names every one of them.
import { parseUrl } from '@challenge-service/contract/plain'
import type { Environment } from './environment.ts'
import { findSetting } from './setting-file.ts'

export type Parse<T> = (text: string) => T | undefined

export class Settings {
  readonly problems: string[] = []
  readonly #environment: Environment

  constructor(environment: Environment) {
    this.#environment = environment
  }

  /** The value, or the fallback where it is not set; an empty text counts as not set. */
  read<T>(name: string, parse: Parse<T>, expects: string, fallback: T): T {
    const found = findSetting(this.#environment, name)
    if (!found) return fallback
    const value = 'text' in found ? parse(found.text) : undefined
    if (value !== undefined) return value
    this.problems.push(
      'text' in found ? `${found.from} ${expects}${repeatValue(name, found.text)}` : found.problem,
    )
    return fallback
  }

  /** Says that a setting is wrong for a reason that lies in another. */
  refuse(problem: string): void {
    this.problems.push(problem)
  }
}

const REPEATED_LENGTH = 100

/** What was given, so that it is seen where it came from. A URL is not repeated: it may hold a password. */
const repeatValue = (name: string, text: string): string =>
  name.endsWith('_URL') || text.length > REPEATED_LENGTH ? '' : `, not ${JSON.stringify(text)}`

export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('; '))
    this.problems = problems
  }
}

export const wholeNumber =
  (min: number, max: number): Parse<number> =>
  (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
    return value >= min && value <= max ? value : undefined
  }

export const flag: Parse<boolean> = (text) => (text === 'true' ? true : text === 'false' ? false : undefined)

export const list: Parse<readonly string[]> = (text) => {
  const items = text.split(',').map((item) => item.trim())
  return items.every((item) => item !== '') ? items : undefined
}

export const onOff: Parse<boolean> = (text) => (text === 'on' ? true : text === 'off' ? false : undefined)

export const oneOf =
  <T extends string>(values: readonly T[]): Parse<T> =>
  (text) =>
    values.find((value) => value === text)

export const oneLine =
  (max: number): Parse<string> =>
  (text) => {
    const line = text.trim()
    return line !== '' && [...line].length <= max && !/\p{Cc}/u.test(line) ? line : undefined
  }

export const readUrl =
  (...protocols: readonly string[]): Parse<string> =>
  (text) => {
    const url = parseUrl(text)
    return url && protocols.includes(url.protocol) && url.hostname !== '' ? text : undefined
  }
