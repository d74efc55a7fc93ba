// Guards `copy`: killed wherever it is, it is gone on with; then every row, cursor, link and signature is what it was.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { verifyWebhook } from '../../packages/client/src/index.ts'
import { COPY_LOCK } from '../../packages/server/src/store/postgres/dialect.ts'
import type { Service } from '../../packages/server/src/service.ts'
import { call } from '../support/call.ts'
import { createStorage, createStore, engines, type Engine, type TestStorage } from '../support/engine.ts'
import { answer, startReceiver } from '../support/receivers.ts'
import { everything, makeKeyedWorld, newSecret, startOn, type KeyedWorld } from '../safety/keyed-world.ts'
import { countCommitted, fillUp, MANY, readEverything } from './copied-world.ts'

/** More of them take longer. */
const WITHIN_MS = 120_000 + 10 * MANY
vi.setConfig({ testTimeout: 6 * WITHIN_MS })

const bin = fileURLToPath(new URL('../../bin/challenge-service', import.meta.url))
const execute = promisify(execFile)
const secret = newSecret()

const storages: TestStorage[] = []
afterEach(async () => {
  for (const storage of storages.splice(0)) await storage.remove()
})

const newStorage = async (engine: Engine): Promise<TestStorage> => {
  const storage = await createStorage(engine)
  storages.push(storage)
  return storage
}

const environment = (secretKey = secret) => ({ PATH: process.env['PATH'], SECRET_KEY: secretKey, PORT: '0' })

const command = (args: readonly string[], secretKey = secret) =>
  execute(bin, [...args], { env: environment(secretKey), timeout: WITHIN_MS })

const copy = (from: TestStorage, to: TestStorage, secretKey = secret) =>
  command(['copy', '--from', from.url, '--to', to.url], secretKey)

/** Kills a copy as soon as so many rows of a table have arrived. */
const killCopy = async (from: TestStorage, to: TestStorage, table: string, rows: number): Promise<void> => {
  const child = spawn(bin, ['copy', '--from', from.url, '--to', to.url], {
    env: environment(),
    stdio: 'inherit',
  })
  const ended = once(child, 'exit')
  await vi.waitUntil(async () => (await countCommitted(to.target, table)) >= rows, {
    interval: 1,
    timeout: WITHIN_MS,
  })
  child.kill('SIGKILL')
  await ended
  expect(child.signalCode).toBe('SIGKILL')
  for (const { url, target } of [from, to]) if (target.kind === 'server') await untilLeft(url)
}

/** PostgreSQL keeps the locks of a process that was killed until it notices that it is gone. */
const untilLeft = async (url: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const others = `select 1 from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`
  try {
    await vi.waitUntil(async () => (await client.query(others)).rows.length === 0, {
      interval: 10,
      timeout: WITHIN_MS,
    })
  } finally {
    await client.end()
  }
}

const makeWorld = async (engine: Engine): Promise<KeyedWorld> => {
  const world = await makeKeyedWorld(engine, secret)
  storages.push(world.storage)
  return world
}

/** What a delivery is signed with is what its owner knows. */
const expectSigned = async (service: Service, { token, webhook, clock }: KeyedWorld): Promise<void> => {
  const receiver = await startReceiver((socket) => socket.write(answer(200)))
  onTestFinished(() => receiver.close())
  const path = `/v1/webhooks/${webhook.id}`
  // Another URL is not sent what was meant for the one before.
  const headers = { 'X-Api-Key': 'it holds' }
  expect(
    (await call(service.url, 'PATCH', path, { token, body: { url: receiver.url, headers } })).status,
  ).toBe(200)
  expect((await call(service.url, 'POST', `${path}/test`, { token, body: {} })).status).toBeLessThan(300)
  await service.runDue()
  const sent = receiver.requests.at(-1)
  await verifyWebhook(sent?.headers['x-svc-signature'], sent?.body ?? '', webhook.signing_secret, {
    now: clock.now,
  })
}

const expectHolding = async (world: KeyedWorld, { url }: TestStorage): Promise<void> => {
  const service = await startOn(url, world.clock, secret)
  try {
    expect(await world.whatHolds(service)).toEqual(everything)
    await expectSigned(service, world)
  } finally {
    await service.stop()
  }
}

describe('copy there and back', () => {
  it('loses nothing, killed twice on either way', async () => {
    const world = await makeWorld('sqlite')
    const here = world.storage
    await fillUp(here.target)
    const [there, back] = [await newStorage('postgres'), await newStorage('sqlite')]

    await killCopy(here, there, 'challenges', MANY / 3)
    await expect(startOn(there.url, world.clock, secret)).rejects.toThrow(/not finished/)
    await killCopy(here, there, 'events', (2 * MANY) / 3)
    const { stdout } = await copy(here, there)
    expect(stdout).toMatch(/and compared every one; \d{4,} were there from a run before/)
    expect(await readEverything(there.target)).toEqual(await readEverything(here.target))
    await expectHolding(world, there)

    await killCopy(there, back, 'challenge_listings', MANY / 3)
    await killCopy(there, back, 'events', MANY / 3)
    await copy(there, back)
    const returned = await readEverything(back.target)
    expect(returned).toEqual(await readEverything(there.target))
    expect(returned['challenges']?.length).toBeGreaterThan(MANY)
    await expectHolding(world, back)
  })

  it('says how the key file becomes SECRET_KEY', async () => {
    const here = await newStorage('sqlite')
    const path = here.url.slice('sqlite:'.length)
    const { SECRET_KEY: _, ...withoutKey } = environment()
    const run = (...args: readonly string[]) => execute(bin, [...args], { env: withoutKey })
    await run('migrate', '--database-url', here.url)
    // What reads the key makes one.
    await run('mail', 'stops', '--database-url', here.url)
    const there = await newStorage('postgres')
    const { stdout } = await run('copy', '--from', here.url, '--to', there.url)
    expect(stdout).toContain(`SECRET_KEY="$(cat ${path}.key)"`)
    rmSync(`${path}.key`)
  })
})

describe.each(engines)('copy refuses, from %s', (engine) => {
  const other = engine === 'sqlite' ? 'postgres' : 'sqlite'
  const refused = (words: RegExp) => ({ code: 1, stderr: expect.stringMatching(words) as string })

  it('a target that is not empty, and leaves it as it is', async () => {
    const { storage: from } = await makeWorld(engine)
    const { storage: to } = await makeWorld(other)
    const before = await readEverything(to.target)
    await expect(copy(from, to)).rejects.toMatchObject(
      refused(/^error: the database of --to is not empty: .*\n$/),
    )
    expect(await readEverything(to.target)).toEqual(before)
  })

  it('an unfinished copy of another database, and a source that changed meanwhile', async () => {
    const [from, others] = [await makeWorld(engine), await makeWorld(engine)]
    const to = await newStorage(other)
    await fillUp(from.storage.target)
    await killCopy(from.storage, to, 'challenges', 1)
    await expect(copy(others.storage, to)).rejects.toMatchObject(
      refused(/unfinished copy of another database/),
    )
    await command([
      'account',
      'rename',
      'keyed@test.example',
      '--first-name',
      'Kim',
      '--database-url',
      from.storage.url,
    ])
    await expect(copy(from.storage, to)).rejects.toMatchObject(
      refused(/differ in accounts: the source was written to/),
    )
    await expect(startOn(to.url, from.clock, secret)).rejects.toThrow(/not finished/)
  })

  it('without the key of the source', async () => {
    const { storage: from } = await makeWorld(engine)
    await expect(copy(from, await newStorage(other), newSecret())).rejects.toMatchObject(
      refused(/does not fit/),
    )
  })

  const untilListening = (output: Readable): Promise<void> =>
    new Promise((resolve) => {
      createInterface({ input: output }).on('line', (line) => {
        if (line.includes('listening on')) resolve()
      })
    })

  it('a source that is being served', async () => {
    const world = await makeWorld(engine)
    const serving = spawn(bin, ['serve', '--database-url', world.storage.url], {
      env: environment(),
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = once(serving, 'exit')
    try {
      await untilListening(serving.stdout)
      await expect(copy(world.storage, await newStorage(other))).rejects.toMatchObject(refused(/served/))
    } finally {
      serving.kill()
      await ended
    }
    await copy(world.storage, await newStorage(other))
  })

  it('takes a database that was made and never used for an empty one', async () => {
    const { storage: from } = await makeWorld(engine)
    const made = await createStore(other)
    storages.push(made.storage)
    await made.store.close()
    await copy(from, made.storage)
    expect(await readEverything(made.storage.target)).toEqual(await readEverything(from.target))
  })
})

it('nobody begins to serve a database of PostgreSQL while it is copied', async () => {
  const world = await makeWorld('postgres')
  const copying = new pg.Client({ connectionString: world.storage.url })
  await copying.connect()
  try {
    await copying.query(`select pg_advisory_lock(${COPY_LOCK})`)
    await expect(world.start(secret)).rejects.toThrow(/being copied/)
  } finally {
    await copying.end()
  }
  await (await world.start(secret)).stop()
})
