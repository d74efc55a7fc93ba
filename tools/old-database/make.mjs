// Makes the databases that test/store/brought-over.test.ts brings over: real ones, of the service of an older checkout,
// on both engines, with something of every kind in them. Run by hand, once for a release:
//
//   node tools/old-database/make.mjs CHECKOUT NAME
//
// CHECKOUT is built; NAME is what the files in test/store/old-databases are called.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { startTestPostgres } from '../test-support.mjs'
import { dumpDatabase } from './dump.mjs'
import { beginStory, endStory } from './story.mjs'

const [checkout, name] = process.argv.slice(2)
if (checkout === undefined || name === undefined) throw new Error('usage: make.mjs CHECKOUT NAME')

const folder = join(import.meta.dirname, '../../test/store/old-databases')
const START = Date.parse('2026-11-10T09:00:00.000Z')
const secretKey = Buffer.from('the key of old databases in tests').subarray(0, 32).toString('base64')

const load = async (path) =>
  await import(pathToFileURL(join(resolve(checkout), 'packages/server/dist', path)).href)

const startService = async (url, clock, jobs) => {
  const { readConfig } = await load('config/config.js')
  const { readKeyring } = await load('config/secrets.js')
  const { createLog } = await load('http/log.js')
  const { startService: start } = await load('service.js')
  const settings = { DATABASE_URL: url, PORT: '0', SECRET_KEY: secretKey, WEBHOOK_ALLOW_PRIVATE: 'true' }
  const config = readConfig({ ...settings, READS_PER_MINUTE: '10000', WRITES_PER_MINUTE: '10000' })
  const keys = readKeyring(settings, config.database)
  return await start({ config, keys, clock, log: createLog('silent', process.stderr), jobs })
}

const make = async (engine, url) => {
  let now = START
  const clock = { now: () => now, monotonic: () => now }
  const access = await load('features/access/access.service.js')
  const first = await startService(url, clock, true)
  const people = await beginStory({ service: first, access, clock })
  await first.stop()
  const second = await startService(url, clock, false)
  const facts = await endStory({ service: second, advance: (ms) => (now += ms) }, people)
  await second.stop()

  const { openStore } = await load('store/open.js')
  const { parseDatabaseUrl } = await load('store/target.js')
  const { migrations } = await load('store/migrations/all.js')
  const { renderMigration } = await load('store/dialect.js')
  const store = await openStore(parseDatabaseUrl(url), { onIdleError: () => undefined })
  const steps = migrations.flatMap(({ statements }) =>
    statements.map((text) => renderMigration(engine, text)),
  )
  const sql = await dumpDatabase(store, engine, steps)
  await store.close()
  const made = JSON.stringify({ engine, secretKey, now, ...facts, sql })
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${name}-${engine}.json.gz`)
  writeFileSync(file, gzipSync(made, { level: 9 }))
  console.log(`wrote ${file}`)
}

const temporary = mkdtempSync(join(tmpdir(), 'old-database-'))
const postgres = await startTestPostgres()
try {
  await make('sqlite', `sqlite:${join(temporary, 'old.db')}`)
  await make('postgres', postgres.url)
} finally {
  await postgres.remove()
  rmSync(temporary, { recursive: true, force: true })
}
