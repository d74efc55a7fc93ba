// Plays with the last release on a database, in a process of its own and at a time that is given:
//
//   node play.mjs FOLDER URL          fills it with something of every kind; prints what, and what it shows
//   node play.mjs FOLDER URL ASKED    starts on it, and prints what it shows
//
// FOLDER is where it was unpacked; ASKED is JSON: `{ secretKey, now, tokens, paths }` of what the first one printed.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { beginStory, endStory, showAll } from './story.mjs'

const [folder, url, asked] = process.argv.slice(2)

const load = async (path) => await import(pathToFileURL(join(folder, 'packages/server/dist', path)).href)

const { readConfig } = await load('config/config.js')
const { readKeyring } = await load('config/secrets.js')
const { createLog } = await load('log/log.js')
const { startService } = await load('service.js')

const start = async ({ secretKey, clock, jobs }) => {
  const settings = { DATABASE_URL: url, PORT: '0', SECRET_KEY: secretKey, WEBHOOK_ALLOW_PRIVATE: 'true' }
  const config = readConfig({ ...settings, READS_PER_MINUTE: '10000', WRITES_PER_MINUTE: '10000' })
  const keys = readKeyring(settings, config.database)
  return await startService({ config, keys, clock, log: createLog('silent', process.stderr), jobs })
}

const fill = async () => {
  const secretKey = Buffer.alloc(32, 'the key of databases in tests').toString('base64')
  let now = Date.parse('2026-11-10T09:00:00.000Z')
  const clock = { now: () => now, monotonic: () => now }
  const access = await load('features/access/access.service.js')
  const blocks = await load('features/challenges/link/blocks.store.js')
  const first = await start({ secretKey, clock, jobs: true })
  const people = await beginStory({ service: first, access, blocks, clock })
  await first.stop()
  const second = await start({ secretKey, clock, jobs: false })
  const facts = await endStory({ service: second, advance: (ms) => (now += ms) }, people)
  await second.stop()
  return { secretKey, now, ...facts }
}

const show = async ({ secretKey, now, tokens, paths }) => {
  const service = await start({ secretKey, clock: { now: () => now, monotonic: () => now }, jobs: false })
  const shown = await showAll(service.url, tokens, paths)
  await service.stop()
  return shown
}

const result = asked === undefined ? await fill() : await show(JSON.parse(asked))
process.stdout.write(JSON.stringify(result))
