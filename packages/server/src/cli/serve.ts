// challenge-service serve
import { BlockList, isIP } from 'node:net'
import type { Command } from 'commander'
import { readConfig } from '../config/config.ts'
import { readKeyring } from '../config/secrets.ts'
import { OperatorError } from '../features/access/operator-input.ts'
import { systemClock } from '../kernel/clock.ts'
import { createLog, standardOutput } from '../log/log.ts'
import { startService, type Service } from '../service.ts'
import { takeServeLock } from '../store/sqlite/serve-lock.ts'
import type { DatabaseTarget } from '../store/target.ts'
import { common, overlaid, type CommonOptions } from './context.ts'
import { prepareDemo } from './demo.ts'

const STOP_WITHIN_MS = 30_000

interface ServeOptions extends CommonOptions {
  readonly host?: string
  readonly port?: string
  readonly demo?: boolean
  readonly acceptNewKey?: boolean
}

export const addServeCommand = (program: Command): void => {
  common(program.command('serve'))
    .description('run the service; all other settings come from the environment')
    .option('--host <host>', 'the address to listen on (else HOST, else 127.0.0.1)')
    .option('--port <port>', 'the port to listen on, 0 for any free one (else PORT, else 8080)')
    .option('--demo', 'on an empty database, make two people with tokens and print calls to paste')
    .option('--accept-new-key', 'go on although SECRET_KEY does not fit the database, and say what is lost')
    .action(serve)
}

const serve = async ({
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
      '--demo makes tokens that anyone can read off the screen, so it needs a loopback HOST',
    )
  }
  // Held until the process ends.
  lockDatabase(config.database)
  const keys = readKeyring(environment, config.database, { acceptNewKey })
  const output = standardOutput()
  const log = createLog(config.logLevel, output)
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'an error that nobody expected')
    output.flushSync()
    process.exit(1)
  })
  const service = await startService({ config, keys, clock: systemClock, log, acceptNewKey })
  for (const line of service.lost) process.stderr.write(`warning: ${line}\n`)
  stopOnSignal(service, () => output.flushSync())
  try {
    const lines = demo ? await prepareDemo(service.store, service.url, systemClock.now()) : []
    process.stdout.write([...lines, `listening on ${service.url}`].map((line) => `${line}\n`).join(''))
  } catch (error) {
    await service.stop()
    throw error
  }
}

const lockDatabase = (database: DatabaseTarget): void => {
  if (database.kind === 'file' && !takeServeLock(database.path))
    throw new OperatorError(`${database.path} is being served by another process already`)
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

const isLoopback = (host: string): boolean =>
  host === 'localhost' || (isIP(host) !== 0 && loopback.check(host, isIP(host) === 6 ? 'ipv6' : 'ipv4'))

/** The first signal stops in good order; a second one, or too much time, stops at once. */
const stopOnSignal = (service: Service, flush: () => void): void => {
  const leave = (status: number): void => {
    flush()
    process.exit(status)
  }
  let stopping = false
  const onSignal = (): void => {
    if (stopping) leave(1)
    stopping = true
    setTimeout(() => leave(1), STOP_WITHIN_MS).unref()
    service.stop().then(
      () => leave(0),
      () => leave(1),
    )
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
}
