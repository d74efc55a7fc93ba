// What every command of the operator shares: the database it works on, and how it says what it did.
import type { Command } from 'commander'
import { readDatabase } from '../config/config.ts'
import { environment, type Environment } from '../config/environment.ts'
import { systemClock } from '../kernel/clock.ts'
import { migrate } from '../store/migrate.ts'
import { openStore } from '../store/open.ts'
import type { Store } from '../store/store.ts'

export interface CommonOptions {
  readonly databaseUrl?: string
  readonly json?: boolean
}

/** Adds the options that every command takes. */
export const common = (command: Command): Command =>
  command
    .option('--database-url <url>', 'where the data is: sqlite:PATH or postgres://… (else DATABASE_URL)')
    .option('--json', 'print one JSON object, for programs')

/** The environment with what the flags say in its place. */
export const overlaid = (flags: Readonly<Record<string, string | undefined>>): Environment => {
  const given = Object.entries(flags).filter(([, value]) => value !== undefined)
  return { ...environment(), ...Object.fromEntries(given) }
}

/** Opens the database, brings it up to date, does the work, and closes it again. */
export const withStore = async <T>(
  options: CommonOptions,
  work: (store: Store, now: number) => Promise<T>,
): Promise<T> =>
  withUnmigratedStore(options, async (store) => {
    const now = systemClock.now()
    await migrate(store, now)
    return work(store, now)
  })

export const withUnmigratedStore = async <T>(
  { databaseUrl }: CommonOptions,
  work: (store: Store) => Promise<T>,
): Promise<T> => {
  const store = await openStore(readDatabase(overlaid({ DATABASE_URL: databaseUrl })), {
    onIdleError: () => undefined,
  })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

/** One JSON object for programs, or lines for people. */
export const say = ({ json }: CommonOptions, result: object, lines: readonly string[]): void => {
  process.stdout.write(json ? `${JSON.stringify(result)}\n` : lines.map((line) => `${line}\n`).join(''))
}

export const example = (line: string): string => `\nExample:\n  $ challenge-service ${line}\n`
