// What the story takes from a checkout: its built start, its settings, its command line and its endpoint table.
// Checkouts of several commits are played, so nothing else of their modules may be used.
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const START = 'packages/server/dist/service.js'

/** Why a folder cannot be played; undefined where it can. */
export const findObstacle = (checkout) =>
  existsSync(join(checkout, START)) ? undefined : `${checkout} is not a checkout that is built: no ${START}`

const load = async (checkout, path) => await import(pathToFileURL(join(checkout, path)).href)

/** What is needed to run the service of a checkout within this process. */
export const loadService = async (checkout) => {
  const server = (path) => load(checkout, `packages/server/dist/${path}`)
  const { startService } = await server('service.js')
  const { readConfig } = await server('config/config.js')
  const { readKeyring } = await server('config/secrets.js')
  const { run } = await server('cli/main.js')
  // Commands would ask the server for the time, which the story holds itself.
  const { postgresDialect } = await server('store/postgres/dialect.js')
  Object.assign(postgresDialect, { readClock: undefined })
  const { pino } = createRequire(join(checkout, 'packages/server/package.json'))('pino')
  // A checkout that does not ask before it destroys does not know how to be told not to.
  const asks = existsSync(join(checkout, 'packages/server/dist/cli/confirm.js'))
  const runCommand = (argv) => run(asks ? argv : argv.filter((word) => word !== '--yes'))
  return { startService, readConfig, readKeyring, runCommand, log: pino({ level: 'silent' }) }
}

/** The endpoints, codes, event kinds and statuses that a checkout declares. */
export const loadContract = (checkout) => load(checkout, 'packages/contract/dist/index.js')
