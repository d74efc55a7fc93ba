// Guards databases against commands: only migrate and serve bring one up to date, what reads makes none, and whatever
// cannot be opened is named.
import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { once } from '../../packages/server/src/store/statements/statement.ts'
import { SqliteConnection } from '../../packages/server/src/store/sqlite/connection.ts'
import { takeServeLock } from '../../packages/server/src/store/sqlite/serve-lock.ts'
import { openStore } from '../../packages/server/src/store/open.ts'
import { commandOf, type Run } from '../support/command.ts'
import { createStorage, engines, type Engine, type TestStorage, type TestStore } from '../support/engine.ts'
import { commandByLastRelease, unpackLastRelease } from '../support/last-release.ts'

// Processes take a second each, and those of several tests run at once.
vi.setConfig({ testTimeout: 90_000 })

const secretKey = randomBytes(32).toString('base64')
const refusal = (line: string) => ({ code: 1, stdout: '', stderr: `error: ${line}\n` })

describe.each(engines)('a database that is not there, on %s', (engine) => {
  let storage: TestStorage
  let run: Run
  let where: string
  beforeEach(async () => {
    storage = await createStorage(engine)
    run = commandOf({ databaseUrl: storage.url, secretKey })
    where = engine === 'sqlite' ? storage.url.slice('sqlite:'.length) : new URL(storage.url).pathname
  })
  afterEach(() => storage.remove())
  const listFiles = (): readonly string[] => (engine === 'sqlite' ? readdirSync(dirname(where)) : [])

  it.each([
    [['account', 'list']],
    [['mail', 'stops']],
    [['account', 'erase', 'ana@test.example', '--yes']],
    [['secret', 'rotate']],
  ])('is not made by %j', async (args) => {
    await expect(run(...args)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        new RegExp(`^error: there is no database at .*${where}: .challenge-service migrate. makes one`),
      ) as string,
    })
    expect(listFiles()).toEqual([])
  })

  it('is made by a command that can be the first of all', async () => {
    await run('account', 'create', '--email', 'ana@test.example', '--first-name', 'Ana')
    expect(await run('account', 'list')).toMatch(/^acc_\w+ {2}ana@test\.example {2}Ana {2}free\n$/)
  })
})

describe('a SQLite file that was removed, while something of it is still there', () => {
  it.each(['-wal', '.key'])('is not replaced beside its %s', async (end) => {
    const storage = await createStorage('sqlite')
    try {
      const path = storage.url.slice('sqlite:'.length)
      writeFileSync(`${path}${end}`, 'of the one before')
      const run = commandOf({ databaseUrl: storage.url, secretKey })
      for (const args of [['serve'], ['migrate'], ['account', 'list'], ['account', 'create']]) {
        const more = args[1] === 'create' ? ['--email', 'ana@test.example', '--first-name', 'Ana'] : []
        await expect(run(...args, ...more)).rejects.toMatchObject({
          code: 1,
          stderr: expect.stringMatching(
            /^error: .* is missing, and of it there is still .*Restoring/,
          ) as string,
        })
      }
      expect(readdirSync(dirname(path))).toEqual([`${basename(path)}${end}`])
      expect(readFileSync(`${path}${end}`, 'utf8')).toBe('of the one before')
    } finally {
      await storage.remove()
    }
  })

  it.each([
    ['a link that leads to it', 'missing', (real: string, path: string) => symlinkSync(real, path)],
    ['an empty file in its place', 'empty', (_: string, path: string) => writeFileSync(path, '')],
  ])('is not replaced by way of %s', async (_, state, prepare) => {
    const storage = await createStorage('sqlite')
    try {
      const path = storage.url.slice('sqlite:'.length)
      const real = state === 'missing' ? `${path}-real` : path
      writeFileSync(`${real}-wal`, 'of the one before')
      prepare(basename(real), path)
      const run = commandOf({ databaseUrl: storage.url, secretKey })
      for (const command of ['serve', 'migrate']) {
        await expect(run(command)).rejects.toMatchObject({
          code: 1,
          stderr: expect.stringContaining(`is ${state}, and of it there is still ${real}-wal:`) as string,
        })
      }
      expect(readFileSync(`${real}-wal`, 'utf8')).toBe('of the one before')
    } finally {
      await storage.remove()
    }
  })
})

const last = unpackLastRelease()
afterAll(() => last.remove())

/** As the release before left it. */
const createOlderStore = async (engine: Engine): Promise<TestStore> => {
  const storage = await createStorage(engine)
  await commandByLastRelease(last, storage.url, 'migrate')
  const store = await openStore(storage.target, { onIdleError: () => undefined })
  return {
    store,
    storage,
    remove: async () => {
      await store.close()
      await storage.remove()
    },
  }
}

const countSteps = async ({ store }: TestStore): Promise<number> =>
  (await store.all(once('select version from schema_migrations'))).length

describe.each(engines)('a database of an older release, on %s', (engine) => {
  let older: TestStore
  let run: Run
  beforeEach(async () => {
    older = await createOlderStore(engine)
    run = commandOf({ databaseUrl: older.storage.url, secretKey })
  })
  afterEach(() => older.remove())

  it.each([
    [['mail', 'list']],
    [['account', 'create', '--email', 'ana@test.example', '--first-name', 'Ana']],
    [['account', 'plan', 'ana@test.example', 'club']],
  ])('is left as it is by %j, which says what to run', async (args) => {
    const before = await countSteps(older)
    await expect(run(...args)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^error: the database at .+ is of an older release: stop the service, then run `challenge-service migrate`\n$/,
      ) as string,
    })
    expect(await countSteps(older)).toBe(before)
  })

  it('is brought up to date by migrate, once', async () => {
    expect(await run('migrate')).toMatch(/^applied \d{4}-release \d+\.\d+\.\d+\n$/)
    expect(await run('migrate')).toBe('up to date\n')
    expect(await run('account', 'list')).toBe('no accounts\n')
  })
})

describe('a SQLite file of an older release', () => {
  it('is not migrated while a process serves it', async () => {
    const older = await createOlderStore('sqlite')
    const run = commandOf({ databaseUrl: older.storage.url, secretKey })
    const path = older.storage.url.slice('sqlite:'.length)
    const lock = takeServeLock(path)
    const before = await countSteps(older)
    await expect(run('migrate')).rejects.toMatchObject(
      refusal(`${path} is being served by another process: stop it, run this, and start the new release`),
    )
    expect(await countSteps(older)).toBe(before)
    lock?.release()
    expect(await run('migrate')).toMatch(/^applied/)
    await older.remove()
  })
})

describe('what cannot be opened is named', () => {
  let storage: TestStorage
  let folder: string
  beforeEach(async () => {
    storage = await createStorage('sqlite')
    folder = dirname(storage.url.slice('sqlite:'.length))
  })
  afterEach(() => storage.remove())
  const runOn = (databaseUrl: string) => commandOf({ databaseUrl, secretKey })

  it.each([[['account', 'list']], [['serve', '--port', '0']]])('a folder, by %j', async (args) => {
    await expect(runOn(`sqlite:${folder}`)(...args)).rejects.toMatchObject(
      refusal(
        `DATABASE_URL names a folder, ${folder}: name a file in it, such as sqlite:${folder}/challenges.db`,
      ),
    )
  })

  it.each([[['account', 'list']], [['migrate']], [['serve', '--port', '0']]])(
    'a file that is no database, by %j',
    async (args) => {
      const file = join(folder, 'notes.txt')
      writeFileSync(file, 'not a database, but long enough to look like one to a hasty reader\n'.repeat(20))
      await expect(runOn(`sqlite:${file}`)(...args)).rejects.toMatchObject(
        refusal(`${file} is not a SQLite database: name another file in DATABASE_URL`),
      )
    },
  )

  it('a database of another program, which is left as it is', async () => {
    const file = join(folder, 'other.db')
    const { db: other } = new SqliteConnection(file, { readonly: false })
    other.exec('create table notes (text text)')
    other.close()
    const before = readFileSync(file)
    await expect(runOn(`sqlite:${file}`)('account', 'list')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`there is no database at ${file}`) as string,
    })
    expect(readFileSync(file).equals(before)).toBe(true)
  })

  it('a path that leads through a file', async () => {
    const file = join(folder, 'file')
    writeFileSync(file, '')
    await expect(runOn(`sqlite:${file}/x.db`)('migrate')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining(file) as string,
    })
    expect(existsSync(`${file}/x.db`)).toBe(false)
  })

  it('a PostgreSQL that refuses, with its host and port and never the password', async () => {
    const postgres = await createStorage('postgres')
    const url = new URL(postgres.url)
    url.pathname = '/not_there'
    const refused: unknown = await runOn(url.href)('account', 'list').catch((error: unknown) => error)
    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        new RegExp(
          `^error: PostgreSQL at ${url.hostname}:${url.port}/not_there refuses: .*not_there.*\\(3D000\\): make that database`,
        ),
      ) as string,
    })
    await postgres.remove()
  })
})
