// Guards `doctor`: each thing that can be wrong is really wrong here, and is said plainly, with what to do.
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, closeSync, existsSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createGroup } from '../../packages/server/src/features/access/access.service.ts'
import { systemClock } from '../../packages/server/src/kernel/clock.ts'
import { openStore } from '../../packages/server/src/store/open.ts'
import { once as statement } from '../../packages/server/src/store/statements/statement.ts'
import type { Store } from '../../packages/server/src/store/store.ts'
import { call } from '../support/call.ts'
import { createStorage, engines, type Engine, type TestStorage } from '../support/engine.ts'
import { openPostOffice } from '../support/post-office.ts'
import { hasRedis, startRedis } from '../support/redis-server.ts'
import { canMoveClocks, movedBy } from '../support/moved-clock.ts'
import { requirement } from '../support/requirements.ts'
import { newSecret, startOn } from '../safety/keyed-world.ts'

vi.setConfig({ testTimeout: 120_000 })

const bin = fileURLToPath(new URL('../../bin/challenge-service', import.meta.url))
const execute = promisify(execFile)
const secret = newSecret()

type Settings = Readonly<Record<string, string>>

interface Finding {
  readonly check: string
  readonly status: string
  readonly message: string
}

interface Examined {
  readonly code: number
  readonly checks: readonly Finding[]
  readonly stderr: string
}

const storages: TestStorage[] = []
const children: ChildProcess[] = []
afterEach(async () => {
  for (const child of children.splice(0)) await end(child)
  for (const storage of storages.splice(0)) await storage.remove()
})

const end = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

const environmentOf = (url: string, more: Settings = {}) => ({
  PATH: process.env['PATH'],
  DATABASE_URL: url,
  SECRET_KEY: secret,
  PORT: '0',
  ...more,
})

/** By a command that runs `doctor`, such as one that moves the clock. */
const examine = async (
  url: string,
  more: Settings = {},
  prefix: readonly string[] = [],
): Promise<Examined> => {
  const [program, ...args] = [...prefix, bin, 'doctor', '--json']
  const { code, stdout, stderr } = await execute(program, args, { env: environmentOf(url, more) }).then(
    (ended) => ({ code: 0, ...ended }),
    (error: unknown) => error as { readonly code: number; readonly stdout: string; readonly stderr: string },
  )
  return { code, stderr, checks: (JSON.parse(stdout) as { readonly checks: readonly Finding[] }).checks }
}

const failures = ({ checks }: Examined): readonly Finding[] =>
  checks.filter(({ status }) => status === 'failed')

const warnings = ({ checks }: Examined): readonly string[] =>
  checks.filter(({ status }) => status === 'warning').map(({ message }) => message)

interface Served {
  readonly child: ChildProcess
  readonly lines: readonly string[]
  readonly url: string
}

const serve = async (url: string, more: Settings = {}, prefix: readonly string[] = []): Promise<Served> => {
  const [program, ...args] = [...prefix, bin, 'serve']
  const child = spawn(program, args, { env: environmentOf(url, more), stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  const lines: string[] = []
  const died = once(child, 'exit').then(() => Promise.reject(new Error('it ended before it listened')))
  const listens = new Promise<string>((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      lines.push(line)
      if (line.startsWith('listening on ')) resolve(line.slice('listening on '.length))
    })
  })
  return { child, lines, url: await Promise.race([listens, died]) }
}

const newStorage = async (engine: Engine): Promise<TestStorage> => {
  const storage = await createStorage(engine)
  storages.push(storage)
  return storage
}

/** A database that was served once, in good order. */
const prepare = async (engine: Engine): Promise<TestStorage> => {
  const storage = await newStorage(engine)
  const service = await startOn(storage.url, systemClock, secret)
  await service.stop()
  return storage
}

const inside = async <T>({ target }: TestStorage, body: (store: Store) => Promise<T>): Promise<T> => {
  const store = await openStore(target, { onIdleError: () => undefined })
  try {
    return await body(store)
  } finally {
    await store.close()
  }
}

const namespaces = [requirement('unshare'), requirement('nsenter')]

describe.each(engines)('doctor on %s', (engine) => {
  it('finds nothing wrong where nothing is, beside a server too', async () => {
    const { url } = await newStorage(engine)
    await serve(url)
    const examined = await examine(url)
    expect(failures(examined)).toEqual([])
    expect(examined.code).toBe(0)
    expect(new Set(examined.checks.map(({ check }) => check))).toEqual(
      new Set(['settings', 'storage', 'clock', 'key', 'groups', 'mail', 'webhook', 'redis']),
    )
    const { stdout } = await execute(bin, ['doctor'], { env: environmentOf(url) })
    expect(stdout).toMatch(/^ok +settings +every setting can be used\n/)
  })

  it('names a key that does not fit, and the start is refused', async () => {
    const { url } = await prepare(engine)
    const other = { SECRET_KEY: newSecret() }
    const examined = await examine(url, other)
    expect(examined.code).toBe(1)
    expect(failures(examined)).toMatchObject([
      { check: 'key', message: expect.stringMatching(/does not fit this database: the key/) as string },
    ])
    await expect(serve(url, other)).rejects.toThrow('it ended before it listened')
  })

  it.skipIf(!canMoveClocks)('tells of a clock that is an hour off, and so does the log', async () => {
    const { url } = await prepare(engine)
    await examine(url)
    const behind = movedBy('-1h')
    const { lines } = await serve(url, {}, behind)
    expect(
      lines.filter((line) => /the clock of this machine is 3[56]\d\d seconds behind/.test(line)),
    ).toHaveLength(1)
    expect(failures(await examine(url, {}, behind))).toMatchObject([
      {
        check: 'clock',
        message: expect.stringMatching(/is 3[56]\d\d seconds behind .*: set it right/) as string,
      },
    ])
  })

  it('names groups without an admin, a proxy that is not trusted, and a mail server that is away', async () => {
    const storage = await prepare(engine)
    const admin = { email: 'ana@test.example', firstName: 'Ana' }
    const { id } = await inside(storage, async (store) => {
      const made = await store.write((tx) => createGroup(tx, { name: 'Blue', admin }, Date.now()))
      await store.write((tx) => tx.run(statement('update groups set admin_count = 0')))
      return made
    })
    const examined = await examine(storage.url, {
      PUBLIC_URL: 'https://challenges.example',
      SMTP_URL: 'smtp://127.0.0.1:1',
    })
    expect(warnings(examined).join('\n')).toContain(`${id} (Blue) has no admin`)
    expect(warnings(examined).join('\n')).toContain('TRUST_PROXY is not set')
    expect(failures(examined)).toMatchObject([
      { check: 'mail', message: expect.stringMatching(/cannot be reached: .*ECONNREFUSED/) as string },
    ])
  })

  it('signs in to the mail server, and sends nothing', async () => {
    const office = await openPostOffice()
    onTestFinished(() => office.close())
    const { url } = await prepare(engine)
    const mail = { PUBLIC_URL: 'https://challenges.example', SMTP_URL: office.url }
    expect(failures(await examine(url, mail))).toEqual([])
    expect(office.received).toEqual([])
  })

  it('names every setting that is wrong, and looks at the database all the same', async () => {
    const { url } = await prepare(engine)
    const examined = await examine(url, { PORT: 'abc', LOG_LEVEL: 'loud' })
    expect(failures(examined).map(({ message }) => message)).toEqual([
      expect.stringMatching(/^PORT must be/),
      expect.stringMatching(/^LOG_LEVEL must be/),
    ])
    expect(examined.checks.some(({ check, status }) => check === 'key' && status === 'ok')).toBe(true)
  })
})

it.skipIf(!hasRedis)('looks whether Redis answers, and repeats nothing of its URL', async () => {
  const { url } = await prepare('sqlite')
  const redis = await startRedis()
  try {
    const there = await examine(url, { REDIS_URL: redis.url })
    expect(there.checks.find(({ check }) => check === 'redis')).toMatchObject({ status: 'ok' })
  } finally {
    await redis.stop()
  }
  const away = await examine(url, { REDIS_URL: 'redis://:hushhush@127.0.0.1:1' })
  expect(failures(away)).toMatchObject([
    {
      check: 'redis',
      message:
        'Redis refuses the connection (ECONNREFUSED): see that it runs, at the host and port of REDIS_URL. Until then each process counts by itself',
    },
  ])
  expect(JSON.stringify(away)).not.toContain('hushhush')
})

it.skipIf(!hasRedis)('tells a password that Redis refuses from one that is missing', async () => {
  const { url } = await prepare('sqlite')
  const redis = await startRedis(['--requirepass', 'rightone'])
  try {
    const refused = await examine(url, { REDIS_URL: redis.url.replace('//', '//:hushhush@') })
    expect(failures(refused)).toMatchObject([
      {
        check: 'redis',
        message: expect.stringMatching(/refuses the password \(WRONGPASS\): look at/) as string,
      },
    ])
    expect(JSON.stringify(refused)).not.toContain('hushhush')
    expect(failures(await examine(url, { REDIS_URL: redis.url }))).toMatchObject([
      {
        check: 'redis',
        message: expect.stringMatching(/asks for a password \(NOAUTH\): write it/) as string,
      },
    ])
  } finally {
    await redis.stop()
  }
})

it('warns of settings of PostgreSQL under which an acknowledged write can be lost', async () => {
  // The server of the tests runs without fsync.
  const { url } = await prepare('postgres')
  expect(warnings(await examine(url)).join('\n')).toMatch(/PostgreSQL's fsync is off: a crash can lose/)
})

it('says what to do where no PostgreSQL answers', async () => {
  expect(failures(await examine('postgres://user:hushhush@127.0.0.1:1/none'))).toEqual([
    {
      check: 'storage',
      status: 'failed',
      message:
        'no PostgreSQL answers at 127.0.0.1:1/none (ECONNREFUSED): see that it runs, and that DATABASE_URL has its host and port',
    },
  ])
})

it('says of a database that is not there how it is made, and makes none', async () => {
  const { url } = await newStorage('sqlite')
  for (const _ of [1, 2]) {
    const examined = await examine(url)
    expect(failures(examined)).toMatchObject(
      [{ check: 'storage', message: /there is no database/ }].map(({ check, message }) => ({
        check,
        message: expect.stringMatching(message) as string,
      })),
    )
  }
})

it('warns of a database that others may read', async () => {
  const storage = await prepare('sqlite')
  const path = storage.url.slice('sqlite:'.length)
  chmodSync(path, 0o644)
  expect(warnings(await examine(storage.url)).join('\n')).toContain(
    `others may read ${path}: chmod 600 ${path}`,
  )
})

describe('a page that is damaged', () => {
  it('is told by /readyz, by doctor, by the log, and by backup, which leaves nothing', async () => {
    const storage = await prepare('sqlite')
    const path = storage.url.slice('sqlite:'.length)
    const [page, size] = await inside(storage, async (store) => [
      (
        await store.first(
          statement<{ rootpage: number }>("select rootpage from sqlite_master where name = 'challenges'"),
        )
      )?.rootpage ?? 0,
      (await store.first(statement<{ page_size: number }>('pragma page_size')))?.page_size ?? 0,
    ])
    const file = openSync(path, 'r+')
    writeSync(file, Buffer.alloc(size ?? 0, 0xa5), 0, size, ((page ?? 1) - 1) * (size ?? 0))
    closeSync(file)
    const damaged =
      /[^:]+: the database is damaged \([^\n]+\): stop the service and put an earlier backup in place, see Restoring in docs\/operating\.md\n?$/
    const examined = await examine(storage.url)
    expect(examined.code).toBe(1)
    expect(failures(examined)[0]).toMatchObject({
      check: 'storage',
      message: expect.stringMatching(damaged) as string,
    })
    await expect(
      execute(bin, ['backup', `${path}.backup`], { env: environmentOf(storage.url) }),
    ).rejects.toMatchObject({ code: 1, stderr: expect.stringMatching(damaged) as string })
    expect(existsSync(`${path}.backup`)).toBe(false)
    const { url, lines } = await serve(storage.url)
    expect((await call(url, 'GET', '/readyz')).text).toContain('storage damaged')
    await expect.poll(() => lines.join('\n')).toContain('the database is damaged')
  })
})

describe.skipIf(namespaces.includes(undefined))('a disk of its own', () => {
  const [unshare = '', nsenter = ''] = namespaces

  /** Keeps a small disk mounted for itself; `within` runs a program that sees it. */
  const openDisk = async () => {
    const folder = mkdtempSync(join(tmpdir(), 'challenge-service-disk-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const script = `mount -t tmpfs -o size=6m none "${folder}" && echo mounted && exec sleep 600`
    const holder = spawn(unshare, ['-rm', 'sh', '-c', script], { stdio: ['ignore', 'pipe', 'inherit'] })
    children.push(holder)
    await once(holder.stdout, 'data')
    return {
      folder,
      url: `sqlite:${join(folder, 'test.db')}`,
      within: [nsenter, '-t', String(holder.pid), '-m', '-U', '--preserve-credentials'],
    }
  }

  it('that is full is told by /readyz, doctor, the log and backup, which leaves nothing', async () => {
    const { folder, url, within } = await openDisk()
    const [program = '', ...args] = within
    const run = (...command: readonly string[]) =>
      execute(program, [...args, ...command], { env: environmentOf(url) })
    const served = await serve(url, {}, within)
    expect((await call(served.url, 'GET', '/readyz')).status).toBe(200)
    await run('sh', '-c', `dd if=/dev/zero of=${folder}/filling bs=4k 2>/dev/null || true`)
    await expect.poll(async () => (await call(served.url, 'GET', '/readyz')).text).toContain('storage full')
    expect(served.lines.join('\n')).toContain('the database has no room left')
    const examined = await examine(url, {}, within)
    expect(examined.code).toBe(1)
    expect(failures(examined)[0]).toMatchObject({
      check: 'storage',
      message: expect.stringMatching(/the database has no room left.*make room on its disk/) as string,
    })
    expect(warnings(examined).join('\n')).toContain('0 MiB are free on its disk')
    await expect(run(bin, 'backup', `${folder}/backup.db`)).rejects.toMatchObject({ code: 1 })
    await expect(
      run(bin, 'account', 'create', '--email', 'ana@test.example', '--first-name', 'Ana'),
    ).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/no room left \(SQLITE_FULL\): make room on its disk\n$/) as string,
    })
    expect((await run('ls', '-a', folder)).stdout).not.toContain('backup')
    await run('rm', `${folder}/filling`)
    await expect.poll(async () => (await call(served.url, 'GET', '/readyz')).status).toBe(200)
  })

  it('that cannot be written to is told by doctor, and a start is refused', async () => {
    const { folder, url, within } = await openDisk()
    const [program = '', ...args] = within
    const run = (...command: readonly string[]) =>
      execute(program, [...args, ...command], { env: environmentOf(url) })
    await run(bin, 'migrate')
    await run('mount', '-o', 'remount,ro', folder)
    const examined = await examine(url, {}, within)
    expect(examined.code).toBe(1)
    expect(failures(examined).map(({ message }) => message)).toContainEqual(
      expect.stringMatching(/^nothing can be written on the disk of /),
    )
    await expect(run(bin, 'serve')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^error: nothing can be written on the disk of /) as string,
    })
  })
})
