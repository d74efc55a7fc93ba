// docs/several-nodes.md: its statements and settings are used as they stand. Its transcript is run by console.test.ts, its
// commands are checked by installing.test.ts.
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { readConfig } from '../../packages/server/src/config/config.ts'
import { readKeyring } from '../../packages/server/src/config/secrets.ts'
import { call } from '../support/call.ts'
import { postgresOfRun } from '../support/run-storage.ts'
import { takeBlocks } from './runners.ts'
import { readSettings } from './setting-lines.ts'
import { makeClone, startServing } from './shell.ts'

it('the settings are read, but for the key, which readers make themselves', () => {
  for (const { code } of takeBlocks('settings of several nodes')) {
    const shown = readSettings(code)
    const { database, redisUrl } = readConfig(shown)
    expect([database.kind, redisUrl]).toEqual(['server', 'redis://127.0.0.1:6379/0'])
    expect(() => readKeyring(shown, database)).toThrow(/^SECRET_KEY must be/)
  }
})

it('the role that the statements make can serve', async () => {
  const { adminUrl: admin } = await postgresOfRun()
  const query = async (url: string, text: string): Promise<void> => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      await client.query(text)
    } finally {
      await client.end()
    }
  }
  const [{ code } = { code: '' }, ...more] = takeBlocks('statements for PostgreSQL')
  expect(more).toEqual([])
  // A name of its own, since the server is shared by all tests.
  const name = `challenges_${process.pid}`
  const statements = code
    .replaceAll('challenges', name)
    .replace('…', 'a password')
    .split(/;\s*/)
    .filter(Boolean)
  for (const statement of statements) await query(admin, statement)
  onTestFinished(async () => {
    await query(admin, `drop database ${name} with (force)`)
    await query(admin, `drop role ${name}`)
  })
  const url = new URL(admin)
  url.username = name
  url.password = 'a password'
  url.pathname = `/${name}`
  const environment = { DATABASE_URL: url.href, SECRET_KEY: 'A'.repeat(43) + '=' }
  const clone = makeClone()
  onTestFinished(() => clone.remove())
  const served = await startServing('bin/challenge-service serve', { cwd: clone.folder, environment })
  onTestFinished(() => served.stop())
  expect((await call(served.url, 'GET', '/readyz')).status).toBe(200)
}, 180_000)
