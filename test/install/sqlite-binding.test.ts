// The binding to SQLite fits the Node that runs, and where it is missing a command says what to do about it.
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it, vi } from 'vitest'
import { bindingPackage, openDatabase } from '../../packages/server/src/store/sqlite/binding.ts'
import { createStorage } from '../support/engine.ts'
import { repository } from '../support/planted.ts'

// A process takes a second, and those of several tests run at once.
vi.setConfig({ testTimeout: 60_000 })

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
const isNewNode = major > 22 || (major === 22 && minor >= 14)

const script = (text: string): string => `data:text/javascript,${encodeURIComponent(text)}`

interface Ending {
  readonly status: number
  readonly stderr: string
}

// Node finds neither of the two packages.
const withoutBinding = script(`
  import Module from 'node:module'
  const find = Module._resolveFilename
  Module._resolveFilename = (name, ...rest) => {
    if (/better-sqlite3|sqlite-for-older-node/.test(name)) throw new Error('not here')
    return find(name, ...rest)
  }
`)

const runWithoutBinding = (databaseUrl: string, ...args: readonly string[]): Promise<Ending> => {
  const bin = join(repository, 'bin/challenge-service')
  const env = { PATH: process.env['PATH'], DATABASE_URL: databaseUrl }
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ['--import', withoutBinding, bin, ...args],
      { env, timeout: 50_000 },
      (_, __, stderr) => resolve({ status: child.exitCode ?? -1, stderr }),
    )
  })
}

const inFolder = async (work: (folder: string) => Promise<void>): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'binding-'))
  try {
    await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

describe('the binding to SQLite', () => {
  it('is the one for the Node that runs, and opens a database', () => {
    expect(bindingPackage).toBe(isNewNode ? 'better-sqlite3' : '@challenge-service/sqlite-for-older-node')
    const db = openDatabase(':memory:', {})
    expect(db.prepare('select 1 as one').get()).toEqual({ one: 1 })
    db.close()
  })

  it.each([
    [['migrate']],
    [['serve', '--port', '0']],
    [['account', 'create', '--email', 'a@test.example', '--first-name', 'A']],
  ])('is asked for in one sentence by %j, where it is missing', (args) =>
    inFolder(async (folder) => {
      const { status, stderr } = await runWithoutBinding(`sqlite:${join(folder, 'new.db')}`, ...args)
      const advice = isNewNode ? 'run `npm install` with this Node' : 'or use Node 22.14 or newer'
      expect(stderr).toMatch(/^error: SQLite is not installed for Node [\d.]+[^\n]*\n$/)
      expect(stderr).toContain(advice)
      expect(status).toBe(1)
    }),
  )

  it('is not needed on PostgreSQL', async () => {
    const storage = await createStorage('postgres')
    const { status, stderr } = await runWithoutBinding(storage.url, 'migrate')
    expect([status, stderr]).toEqual([0, ''])
    // Refused for another reason, after everything was loaded.
    const serving = await runWithoutBinding(storage.url, 'serve', '--port', '0')
    expect(serving.stderr).toContain('SECRET_KEY is required with PostgreSQL')
    await storage.remove()
  })

  it('of an older Node is never the 13 that stands further up, which would crash there', () =>
    inFolder(async (folder) => {
      const [other, older] = [join(folder, 'node_modules/better-sqlite3'), join(folder, 'packages/older')]
      mkdirSync(other, { recursive: true })
      mkdirSync(older, { recursive: true })
      writeFileSync(join(other, 'package.json'), '{ "version": "13.0.3", "main": "index.js" }')
      writeFileSync(join(other, 'index.js'), 'module.exports = class {}')
      for (const file of ['index.cjs', 'package.json'])
        cpSync(join(repository, 'packages/sqlite-for-older-node', file), join(older, file))
      await expect(import(pathToFileURL(join(older, 'index.cjs')).href)).rejects.toThrow(
        'better-sqlite3 12 is not installed, only 13.0.3',
      )
    }))
})
