// What every command shares: the database it works on, and how it says what it did. Only `migrate` and `serve` bring a
// database up to date: a process of the release before may be serving it, and would break.
import { readDatabase } from '../config/config.ts'
import { environment, type Environment } from '../config/environment.ts'
import type { Clock } from '../kernel/clock.ts'
import { OperatorError } from '../kernel/operator-error.ts'
import { findSchemaState, migrate } from '../store/migrations/migrate.ts'
import { openStore } from '../store/open.ts'
import { openClock } from '../store/clock/service-clock.ts'
import type { Store } from '../store/store.ts'
import { nameDatabase, type DatabaseTarget } from '../store/target.ts'
import { checkDatabaseFile, explainStorage, refuseLostDatabase } from './database.ts'
import type { CommonOptions } from './options.ts'

/** The environment with what the flags say in its place, or in that of a file which it names. */
export const overlaid = (flags: Readonly<Record<string, string | undefined>>): Environment => {
  const given = Object.entries(flags).filter(([, value]) => value !== undefined)
  const files = given.map(([name]): [string, undefined] => [`${name}_FILE`, undefined])
  return { ...environment(), ...Object.fromEntries(files), ...Object.fromEntries(given) }
}

export const locateDatabase = ({ databaseUrl }: CommonOptions): DatabaseTarget =>
  readDatabase(overlaid({ DATABASE_URL: databaseUrl }))

/** `clock` is for what goes on for a while, or begins after a question. */
type StoreWork<T> = (store: Store, now: number, clock: Clock) => Promise<T>

/** Opens a database that is there and up to date, does the work, and closes it again. */
export const withStore = <T>(
  options: CommonOptions,
  work: StoreWork<T>,
  explainOlder: (target: DatabaseTarget) => OperatorError = olderDatabase,
): Promise<T> => {
  const target = locateDatabase(options)
  return withAnyStore(options, async (store, now, clock) => {
    const state = await findSchemaState(store)
    if (state === 'none') throw noDatabase(target)
    if (state === 'older') throw explainOlder(target)
    return work(store, now, clock)
  })
}

/** Of whatever release it is, and left as it is. */
export const withAnyStore = <T>(options: CommonOptions, work: StoreWork<T>): Promise<T> => {
  const target = locateDatabase(options)
  requireDatabaseFile(target)
  return explaining(target, async () => {
    if (!(await mayBeOurs(target))) throw noDatabase(target)
    return withOpenStore(target, async (store) => {
      const clock = await openClock(store)
      return work(store, clock.now(), clock)
    })
  })
}

/** Opening a file of another program would change its mode. */
const mayBeOurs = async (target: DatabaseTarget): Promise<boolean> =>
  target.kind === 'server' || (await import('../store/sqlite/inspect.ts')).hasLedger(target.path)

/** Of a server nothing is known before it was asked. */
export const requireDatabaseFile = (target: DatabaseTarget): void => {
  if (checkDatabaseFile(target) === 'perhaps') return
  refuseLostDatabase(target)
  throw noDatabase(target)
}

/** For a command that can be the first of all: makes the database where there is none. */
export const withNewStore = <T>(options: CommonOptions, work: StoreWork<T>): Promise<T> => {
  const target = locateDatabase(options)
  checkDatabaseFile(target)
  refuseLostDatabase(target)
  return withOpenStore(target, async (store) => {
    const clock = await openClock(store)
    const now = clock.now()
    const state = await findSchemaState(store)
    if (state === 'none') await migrate(store, now)
    if (state === 'older') throw olderDatabase(target)
    return work(store, now, clock)
  })
}

export const withOpenStore = <T>(target: DatabaseTarget, work: (store: Store) => Promise<T>): Promise<T> =>
  explaining(target, async () => {
    const store = await openStore(target, { onIdleError: () => undefined })
    try {
      return await work(store)
    } finally {
      await store.close()
    }
  })

const explaining = async <T>(target: DatabaseTarget, body: () => Promise<T>): Promise<T> => {
  try {
    return await body()
  } catch (error) {
    throw explainStorage(error, target)
  }
}

const noDatabase = (target: DatabaseTarget): OperatorError =>
  new OperatorError(
    `there is no database at ${nameDatabase(target)}: \`challenge-service migrate\` makes one, or DATABASE_URL names another place`,
  )

const olderDatabase = (target: DatabaseTarget): OperatorError =>
  new OperatorError(
    `the database at ${nameDatabase(target)} is of an older release: stop the service, then run \`challenge-service migrate\``,
  )

/** One JSON object for programs, or lines for people. */
export const say = ({ json }: CommonOptions, result: object, lines: readonly string[]): void => {
  process.stdout.write(json ? `${JSON.stringify(result)}\n` : lines.map((line) => `${line}\n`).join(''))
}
