// What `serve` does.
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { readConfig, type Config } from '../../config/config.ts'
import type { Environment } from '../../config/environment.ts'
import { readKeyring } from '../../config/secrets.ts'
import { hasAnyAccount } from '../../features/sign-in/address.store.ts'
import { OperatorError } from '../../kernel/operator-error.ts'
import type { Keyring } from '../../kernel/keyring.ts'
import { isLoopback } from '../../kernel/networks.ts'
import { createLog, standardOutput, type Log } from '../../log/log.ts'
import { startService, type Service } from '../../service.ts'
import { thisRelease } from '../../kernel/release.ts'
import { takeServeLock } from '../../store/sqlite/serve-lock.ts'
import type { DatabaseTarget } from '../../store/target.ts'
import { overlaid } from '../context.ts'
import { checkDatabaseFile, explainStorage, refuseLostDatabase } from '../database.ts'
import { prepareDemo } from './demo.ts'
import type { ServeOptions } from '../options.ts'

const STOP_WITHIN_MS = 30_000
/** Where nobody reads the log, its last line is never out. */
const LAST_LINE_MS = 1_000
const firstCommands =
  'bin/challenge-service account create --email you@example.com --first-name You --plan club; bin/challenge-service account link you@example.com'

export const serve = async ({
  host,
  port,
  demo,
  acceptNewKey = false,
  databaseUrl,
}: ServeOptions): Promise<void> => {
  const environment = overlaid({ HOST: host, PORT: port, DATABASE_URL: databaseUrl })
  const config = readConfig(environment)
  if (demo && !isLoopback(config.host)) {
    throw new OperatorError(
      `--demo makes tokens that anyone can read off the screen, so it needs a loopback HOST such as 127.0.0.1, not ${config.host}`,
    )
  }
  const keys = prepareDatabase(environment, config.database, acceptNewKey)
  const output = standardOutput()
  const log = createLog(config.logLevel, output)
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'an error that nobody expected')
    flush(output)
    process.exit(1)
  })
  // Something on the side that nobody waited for: no reason to end what is served.
  process.on('unhandledRejection', (error) =>
    log.error({ err: error }, 'something failed that nobody waited for; the service goes on'),
  )
  const service = await startService({ config, keys, log, acceptNewKey }).catch((error: unknown) => {
    throw explainStorage(error, config.database)
  })
  for (const line of service.lost) process.stderr.write(`warning: ${line}\n`)
  log.info(
    { release: thisRelease, node: process.version, pid: process.pid, metrics_port: service.metricsPort },
    'started',
  )
  stopOnSignal(service, log, output, config.drainSeconds * 1_000 + STOP_WITHIN_MS)
  if (demo) await printDemo(service, config, output)
  output.write(`listening on ${service.url}\n`)
  if (config.site.isOn) await adviseOnFirstAccount(service, log)
}

type Output = ReturnType<typeof standardOutput>

/** It throws where nobody reads it any more. */
const flush = (output: Output): void => {
  try {
    output.flushSync()
  } catch {
    // There is nobody to tell.
  }
}

/** A flush would overtake a line that is being written: so the last one waits for its turn, and none comes after it. */
const logLast = async (log: Log, output: Output, text: string): Promise<void> => {
  if (!log.isLevelEnabled('info')) return
  const isOut = once(output, 'drain')
  log.info(text)
  log.level = 'silent'
  await Promise.race([isOut, pause(LAST_LINE_MS)])
}

const printDemo = async (service: Service, config: Config, output: Output): Promise<void> => {
  try {
    for (const line of await prepareDemo(service, config, service.clock.now())) output.write(`${line}\n`)
  } catch (error) {
    await service.stop().catch(() => undefined)
    throw error
  }
}

/** A courtesy: where it cannot be found out, the service goes on all the same. */
const adviseOnFirstAccount = async ({ store }: Service, log: Log): Promise<void> => {
  try {
    if (await hasAnyAccount(store)) return
    log.info(
      `there is no account yet; these make the first and the link that signs in to it: ${firstCommands}`,
    )
  } catch (error) {
    log.warn({ err: error }, 'it could not be found out whether there is an account')
  }
}

/** Locks it, until the process ends, and reads its key. */
const prepareDatabase = (
  environment: Environment,
  database: DatabaseTarget,
  acceptNewKey: boolean,
): Keyring => {
  checkDatabaseFile(database)
  refuseLostDatabase(database)
  try {
    if (database.kind === 'file' && !takeServeLock(database.path))
      throw new OperatorError(
        `${database.path} is being served by another process already: stop that one, or name another file in DATABASE_URL`,
      )
    return readKeyring(environment, database, { acceptNewKey })
  } catch (error) {
    throw explainStorage(error, database)
  }
}

/** The first signal stops in good order; a second one, or too much time, stops at once. */
const stopOnSignal = (service: Service, log: Log, output: Output, withinMs: number): void => {
  const leave = (status: number): void => {
    flush(output)
    process.exit(status)
  }
  const leaveStopped = async (status: number): Promise<void> => {
    await logLast(log, output, 'stopped')
    leave(status)
  }
  let stopping = false
  const onSignal = (signal: NodeJS.Signals): void => {
    if (stopping) {
      log.warn({ reason: signal }, 'stopped at once, by a second signal')
      leave(1)
    }
    stopping = true
    log.info({ reason: signal }, 'stopping')
    // It also keeps the process until all is over, where nothing else does any more.
    setTimeout(() => {
      log.error('stopping took too long: what is left is given up')
      void leaveStopped(1)
    }, withinMs)
    service
      .drain()
      .then(() => service.stop())
      .then(
        () => leaveStopped(0),
        // What failed was logged.
        () => leaveStopped(1),
      )
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
}
