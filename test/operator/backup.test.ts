// Guards `backup`: taken while the service is written to, it holds every write that was acknowledged before it began;
// it is its owner's alone, checked, whole or not there at all.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, statSync, watch } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { migrate } from '../../packages/server/src/store/migrations/migrate.ts'
import { openStore } from '../../packages/server/src/store/open.ts'
import { once as statement } from '../../packages/server/src/store/statements/statement.ts'
import type { Store } from '../../packages/server/src/store/store.ts'
import { parseDatabaseUrl } from '../../packages/server/src/store/target.ts'
import { call } from '../support/call.ts'
import { prepareDatabase, type PreparedDatabase } from '../support/child-service.ts'
import { TestClock } from '../support/clock.ts'
import { createStorage, engines, type Engine, type TestStorage } from '../support/engine.ts'
import { unpackLastRelease } from '../support/last-release.ts'
import { makeOldDatabase } from '../support/old-database.ts'
import { everything, makeKeyedWorld, newSecret, startOn } from '../safety/keyed-world.ts'
import { fillUp, readEverything } from './copied-world.ts'

vi.setConfig({ testTimeout: 180_000 })

const bin = fileURLToPath(new URL('../../bin/challenge-service', import.meta.url))
const execute = promisify(execFile)

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'challenge-service-backup-'))
  file = join(folder, 'backup.db')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

interface Place {
  readonly url: string
  readonly secretKey: string
}

const environmentOf = ({ url, secretKey }: Place) => ({
  PATH: process.env['PATH'],
  DATABASE_URL: url,
  SECRET_KEY: secretKey,
})

const backup = (place: Place, ...more: readonly string[]) =>
  execute(bin, ['backup', file, ...more], { env: environmentOf(place), timeout: 120_000 })

const placeOf = ({ settings }: PreparedDatabase): Place => ({
  url: settings['DATABASE_URL'] ?? '',
  secretKey: settings['SECRET_KEY'] ?? '',
})

/** Writes without a pause until it is stopped; what was acknowledged so far is in `done`. */
const writeOn = (url: string, token: string) => {
  const done: string[] = []
  const stopping = new AbortController()
  const body = { claim: 'It holds.', opponent_email: 'bo@test.example', stake: 'a coffee', due_days: 5 }
  const writer = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const reply = await call(url, 'POST', '/v1/challenges', { token, body })
      if (reply.status !== 201) throw new Error(reply.text)
      done.push((reply.body.data as { readonly id: string }).id)
    }
  }
  const ended = Promise.all(Array.from({ length: 4 }, writer))
  return {
    done,
    stop: async (): Promise<void> => {
      stopping.abort()
      await ended
    },
  }
}

describe.each(engines)('a backup of %s', (engine) => {
  it('under load holds every write that was acknowledged before it began', async () => {
    const database = await prepareDatabase(engine)
    try {
      const { url } = await database.start()
      const load = writeOn(url, database.token)
      await vi.waitUntil(() => load.done.length >= 200, { timeout: 60_000 })
      const before = [...load.done]
      await backup(placeOf(database))
      expect(load.done.length).toBeGreaterThan(before.length)
      await load.stop()
      const restored = await startOn(`sqlite:${file}`, new TestClock(), placeOf(database).secretKey)
      try {
        const rows = await restored.store.all(statement<{ id: string }>('select id from challenges'))
        const held = new Set(rows.map(({ id }) => id))
        expect(before.filter((id) => !held.has(id))).toEqual([])
        const path = `/v1/challenges/${before[0]}`
        expect((await call(restored.url, 'GET', path, { token: database.token })).status).toBe(200)
      } finally {
        await restored.stop()
      }
    } finally {
      await database.remove()
    }
  })

  it('is its owner alone, one file, the same row by row, and works with the key', async () => {
    const secretKey = newSecret()
    const world = await makeKeyedWorld(engine, secretKey)
    try {
      await fillUp(world.storage.target, 100)
      const { stdout } = await backup({ url: world.storage.url, secretKey })
      expect(stdout).toMatch(/checked\nits key is what stands in SECRET_KEY: .*useless\n$/)
      expect(readdirSync(folder)).toEqual(['backup.db'])
      expect(statSync(file).mode & 0o777).toBe(0o600)
      const target = parseDatabaseUrl(`sqlite:${file}`)
      if (!target) throw new Error('no database')
      expect(await readEverything(target)).toEqual(await readEverything(world.storage.target))
      const service = await startOn(`sqlite:${file}`, world.clock, secretKey)
      expect(await world.whatHolds(service)).toEqual(everything)
      await service.stop()
    } finally {
      await world.remove()
    }
  })

  it('never replaces a file, and names the key', async () => {
    const secretKey = newSecret()
    const world = await makeKeyedWorld(engine, secretKey)
    try {
      const place = { url: world.storage.url, secretKey }
      expect(JSON.parse((await backup(place, '--json')).stdout)).toMatchObject({ file, key_file: null })
      const before = statSync(file)
      await expect(backup(place)).rejects.toMatchObject({
        code: 1,
        stderr: `error: ${file} is there already: name a file that is not there yet\n`,
      })
      expect(statSync(file).mtimeMs).toBe(before.mtimeMs)
      expect(readdirSync(folder)).toEqual(['backup.db'])
    } finally {
      await world.remove()
    }
  })

  it('is made with a key that does not fit too, and says which one does', async () => {
    const secretKey = newSecret()
    const world = await makeKeyedWorld(engine, secretKey)
    try {
      const { url } = world.storage
      const { stdout, stderr } = await backup({ url, secretKey: newSecret() })
      expect(stdout).toMatch(/^backed up to .*, checked\n$/)
      const needed = /^warning: SECRET_KEY does not fit this database: find the key (\w+), without it/.exec(
        stderr,
      )
      rmSync(file)
      const told = JSON.parse((await backup({ url, secretKey: newSecret() }, '--json')).stdout) as unknown
      expect(told).toMatchObject({ missing_keys: [needed?.[1]] })
      rmSync(file)
      expect((await backup({ url, secretKey })).stderr).toBe('')
      const wrong = {
        code: 1,
        stderr: expect.stringMatching(/^error: SECRET_KEY must be 32 bytes/) as string,
      }
      rmSync(file)
      await expect(backup({ url, secretKey: 'short' })).rejects.toMatchObject(wrong)
      expect(readdirSync(folder)).toEqual([])
    } finally {
      await world.remove()
    }
  })

  it('leaves nothing where it is interrupted, and is its owner alone from the first byte', async () => {
    const secretKey = newSecret()
    const world = await makeKeyedWorld(engine, secretKey)
    try {
      await fillUp(world.storage.target)
      const seen = new Promise<number>((resolve) => {
        const watcher = watch(folder, (_, name) => {
          if (!name?.endsWith('.part')) return
          watcher.close()
          resolve(statSync(join(folder, name)).mode & 0o777)
        })
      })
      const child = spawn(bin, ['backup', file], {
        env: environmentOf({ url: world.storage.url, secretKey }),
        stdio: 'ignore',
      })
      const ended = once(child, 'exit')
      expect(await seen).toBe(0o600)
      child.kill('SIGINT')
      expect(await ended).toEqual([130, null])
      expect(readdirSync(folder)).toEqual([])
    } finally {
      await world.remove()
    }
  })
})

describe('a backup of another release', () => {
  const last = unpackLastRelease()
  afterAll(() => last.remove())

  /** As the last release left it: only the ledger is looked at. */
  const makeOlder = async (store: Store): Promise<void> => {
    await migrate(store, 0)
    await store.write((tx) => tx.run(statement('delete from schema_migrations where version > 20')))
  }
  const readLedger = async (storage: TestStorage, url: string) => {
    const target = parseDatabaseUrl(url) ?? storage.target
    const store = await openStore(target, { onIdleError: () => undefined })
    const rows = await store.all(
      statement<{ version: number }>('select version from schema_migrations order by version'),
    )
    await store.close()
    return rows.map(({ version }) => version)
  }

  const make = async (engine: Engine, fill: (store: Store) => Promise<unknown>): Promise<TestStorage> => {
    const storage = await createStorage(engine)
    const store = await openStore(storage.target, { onIdleError: () => undefined })
    await fill(store)
    await store.close()
    return storage
  }

  it.each([
    ['0.1', (store: Store) => makeOldDatabase(store, last)],
    ['the one before', makeOlder],
    [
      'a later one, which this one may not use',
      async (store: Store) => {
        await migrate(store, 0)
        const step = "values (9999, 'later', 0, '999.0.0')"
        await store.write((tx) =>
          tx.run(
            statement(`insert into schema_migrations (version, name, applied_at, oldest_release) ${step}`),
          ),
        )
      },
    ],
  ])('is made of a file of %s as it is, and migrates nothing', async (_, fill) => {
    const storage = await make('sqlite', fill)
    const before = await readLedger(storage, storage.url)
    expect((await backup({ url: storage.url, secretKey: newSecret() })).stdout).toContain('checked')
    expect(await readLedger(storage, `sqlite:${file}`)).toEqual(before)
    expect(await readLedger(storage, storage.url)).toEqual(before)
    await storage.remove()
  })

  it('of PostgreSQL needs no key', async () => {
    const storage = await make('postgres', (store) => migrate(store, 0))
    const { stdout, stderr } = await backup({ url: storage.url, secretKey: '' })
    expect(stdout).toContain('its key is the SECRET_KEY that it is served with: keep that too')
    expect(stderr).toBe('')
    await storage.remove()
  })

  it('is refused of an older PostgreSQL, and pg_dump named', async () => {
    const storage = await make('postgres', makeOlder)
    await expect(backup({ url: storage.url, secretKey: newSecret() })).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/is of an older release: back it up as it is with pg_dump\n$/) as string,
    })
    expect(readdirSync(folder)).toEqual([])
    await storage.remove()
  })
})

describe('a backup of a SQLite file', () => {
  let storage: TestStorage
  beforeEach(async () => {
    storage = await createStorage('sqlite')
  })
  afterEach(() => storage.remove())

  it('counts the rows that a copy of it counts', async () => {
    const run = async (...args: readonly string[]) => {
      const env = { PATH: process.env['PATH'], DATABASE_URL: storage.url }
      return JSON.parse((await execute(bin, [...args, '--json'], { env })).stdout) as { rows: number }
    }
    await run('account', 'create', '--email', 'ana@test.example', '--first-name', 'Ana')
    await run('mail', 'stops')
    const { rows } = await run('backup', file)
    expect(rows).toBeGreaterThan(2)
    const copied = await run('copy', '--from', storage.url, '--to', `sqlite:${join(folder, 'copy.db')}`)
    expect(copied.rows).toBe(rows)
  })

  it('names the key file, which is not in it', async () => {
    const run = (...args: readonly string[]) =>
      execute(bin, [...args], { env: { PATH: process.env['PATH'], DATABASE_URL: storage.url } })
    const path = storage.url.slice('sqlite:'.length)
    await run('migrate')
    expect((await run('backup', `${file}.early`)).stdout).toContain('no key was made for this database yet')
    // What reads the key makes one.
    await run('mail', 'stops')
    expect((await run('backup', file)).stdout).toContain(
      `its key is in ${path}.key: keep that too, in another place; without it the backup is useless\n`,
    )
    rmSync(`${path}.key`)
    expect((await run('backup', `${file}.late`)).stderr).toMatch(
      /^warning: .*\.key is missing: find the key \w+,/,
    )
  })
})
