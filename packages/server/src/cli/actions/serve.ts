// What `serve` does.
import { readConfig } from '../../config/config.ts'
import type { Environment } from '../../config/environment.ts'
import { readKeyring } from '../../config/secrets.ts'
import { hasAnyAccount } from '../../features/sign-in/address.store.ts'
import { OperatorError } from '../../kernel/operator-error.ts'
import type { Keyring } from '../../kernel/keyring.ts'
import { isLoopback } from '../../kernel/networks.ts'
import { createLog, standardOutput, type Log } from '../../log/log.ts'
import { startService, type Service } from '../../service.ts'
import { thisRelease } from '../../store/release.ts'
import { takeServeLock } from '../../store/sqlite/serve-lock.ts'
import type { DatabaseTarget } from '../../store/target.ts'
import { overlaid } from '../context.ts'
import { checkDatabaseFile, explainStorage, refuseLostDatabase } from '../database.ts'
import { prepareDemo } from './demo.ts'
import type { ServeOptions } from '../options.ts'

const STOP_WITHIN_MS = 30_000
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
    output.flushSync()
    process.exit(1)
  })
  const service = await startService({ config, keys, log, acceptNewKey }).catch((error: unknown) => {
    throw explainStorage(error, config.database)
  })
  for (const line of service.lost) process.stderr.write(`warning: ${line}\n`)
  log.info(
    { release: thisRelease, node: process.version, pid: process.pid, metrics_port: service.metricsPort },
    'started',
  )
  stopOnSignal(service, log, () => output.flushSync())
  try {
    const lines = demo ? await prepareDemo(service, config, service.clock.now()) : []
    if (config.site.isOn && !(await hasAnyAccount(service.store))) {
      log.info(
        `there is no account yet; these make the first and the link that signs in to it: ${firstCommands}`,
      )
    }
    process.stdout.write([...lines, `listening on ${service.url}`].map((line) => `${line}\n`).join(''))
  } catch (error) {
    await service.stop()
    throw error
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
const stopOnSignal = (service: Service, log: Log, flush: () => void): void => {
  const leave = (status: number): void => {
    flush()
    process.exit(status)
  }
  let stopping = false
  const onSignal = (signal: NodeJS.Signals): void => {
    if (stopping) {
      log.warn({ reason: signal }, 'stopped at once, by a second signal')
      leave(1)
    }
    stopping = true
    log.info({ reason: signal }, 'stopping')
    setTimeout(() => {
      log.error('stopped at once: it took too long')
      leave(1)
    }, STOP_WITHIN_MS).unref()
    const stopped = service.drain().then(() => service.stop())
    stopped.then(
      () => {
        log.info('stopped')
        leave(0)
      },
      (error: unknown) => {
        log.error({ err: error }, 'stopped, though not in good order')
        leave(1)
      },
    )
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
}
