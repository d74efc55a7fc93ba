// Guards a SQLite file against a second server, whatever became of the first.
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createStorage, type TestStorage } from '../support/engine.ts'

// Processes take a second each, and those of several tests run at once.
vi.setConfig({ testTimeout: 120_000 })

const bin = fileURLToPath(new URL('../../bin/challenge-service', import.meta.url))
const execute = promisify(execFile)

let storage: TestStorage
let path: string
let keyFile: string
const children: ChildProcess[] = []

beforeEach(async () => {
  storage = await createStorage('sqlite')
  path = storage.url.slice('sqlite:'.length)
  keyFile = `${path}.key`
})
afterEach(async () => {
  for (const child of children.splice(0)) await end(child, 'SIGKILL')
  await storage.remove()
})

const environmentOf = (url: string) => ({ PATH: process.env['PATH'], DATABASE_URL: url, PORT: '0' })

// Long for what is refused, short for a server that should have been.
const PATIENCE_MS = 20_000

const run = (...args: readonly string[]) =>
  execute(bin, [...args], { env: environmentOf(storage.url), timeout: PATIENCE_MS })

const end = async (child: ChildProcess, signal: NodeJS.Signals): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

/** A server that listens. */
const serve = async (...args: readonly string[]): Promise<ChildProcess> => {
  const child = spawn(process.execPath, [bin, 'serve', ...args], {
    env: environmentOf(storage.url),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const died = once(child, 'exit').then(() => Promise.reject(new Error('it ended before it listened')))
  const listens = (async () => {
    for await (const line of createInterface({ input: child.stdout })) {
      if (line.startsWith('listening on ')) return
    }
    await died
  })()
  await Promise.race([listens, died])
  return child
}

const refusedByName = {
  code: 1,
  stderr: expect.stringMatching(
    / is being served by another process already: stop that one, or name another file in DATABASE_URL\n$/,
  ) as string,
}

describe('A second serve on one SQLite file starts silently', () => {
  it('is refused by name while the first lives, by whatever name the file is called', async () => {
    await serve()
    await expect(run('serve')).rejects.toMatchObject(refusedByName)
    const alias = `${path}.alias`
    symlinkSync(path, alias)
    await expect(
      execute(bin, ['serve', '--accept-new-key'], {
        env: environmentOf(`sqlite:${alias}`),
        timeout: PATIENCE_MS,
      }),
    ).rejects.toMatchObject(refusedByName)
  })

  it.each(['SIGKILL', 'SIGTERM'] as const)('the lock ends with the process, at %s', async (signal) => {
    await end(await serve(), signal)
    await serve()
    await expect(run('serve')).rejects.toMatchObject(refusedByName)
  })

  it('the command line works beside the server', async () => {
    await serve()
    const made = await run('account', 'create', '--email', 'ana@test.example', '--first-name', 'Ana')
    expect(made.stdout).toMatch(/^made account/)
  })
})

describe('A key file that is missing or wrong starts without a word', () => {
  it('one is made for a new database, also where the command line made that', async () => {
    await run('account', 'create', '--email', 'ana@test.example', '--first-name', 'Ana')
    expect(existsSync(keyFile)).toBe(false)
    await end(await serve(), 'SIGTERM')
    const key = readFileSync(keyFile, 'utf8')
    await end(await serve(), 'SIGTERM')
    expect(readFileSync(keyFile, 'utf8')).toBe(key)
  })

  it('a missing one is not replaced beside a database that was used with it', async () => {
    await end(await serve(), 'SIGTERM')
    rmSync(keyFile)
    await expect(run('serve')).rejects.toMatchObject({
      code: 1,
      stderr: `error: ${keyFile} is missing, and ${path} was used with a key: put the key file back or give SECRET_KEY, or accept what is lost without it: serve --accept-new-key\n`,
    })
    expect(existsSync(keyFile)).toBe(false)
    await end(await serve('--accept-new-key'), 'SIGTERM')
    await serve()
  })

  it('secret rotate puts a new key into it, while no server runs, and ends where it was interrupted', async () => {
    const server = await serve()
    const first = readFileSync(keyFile, 'utf8').trim()
    await expect(run('secret', 'rotate')).rejects.toMatchObject({
      code: 1,
      stderr: 'error: the service runs on this database: stop it, run this, and start it again\n',
    })
    expect(readFileSync(keyFile, 'utf8').trim()).toBe(first)
    await end(server, 'SIGKILL')
    await expect(run('secret', 'rotate')).resolves.toBeDefined()
    const second = readFileSync(keyFile, 'utf8').trim()
    expect(second).toHaveLength(44)
    expect(second).not.toBe(first)
    // Killed after the new key was written, before anything was encrypted with it.
    const third = Buffer.alloc(32, 3).toString('base64')
    writeFileSync(keyFile, `${third},${second}\n`)
    await run('secret', 'rotate')
    expect(readFileSync(keyFile, 'utf8').trim()).toBe(third)
    await serve()
  })
})
