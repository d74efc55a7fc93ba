// Guards SECRET_KEY: how it is given, that PostgreSQL needs it, and that on SQLite one key is made, once, for
// its owner alone, however many processes start together.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Keyring } from '../kernel/keyring.ts'
import type { DatabaseTarget } from '../store/target.ts'
import { readKeyring } from './secrets.ts'
import { ConfigError } from './setting.ts'

const postgres: DatabaseTarget = { kind: 'server', url: 'postgres://127.0.0.1/none' }
const newKey = (): string => randomBytes(32).toString('base64')
const keyOf = (length: number): string => Buffer.alloc(length, 7).toString('base64')
const markOf = (keys: Keyring): string => keys.sign('link', 'mark').toString('hex')

// What is built, since Node cannot read the sources; `npm test` builds first.
const built = new URL('../../dist/config/secrets.js', import.meta.url).href
const program = `
  import { readKeyring } from ${JSON.stringify(built)}
  process.stdout.write('ready\\n')
  process.stdin.once('data', (paths) => {
    const keys = JSON.parse(String(paths)).map((path) => readKeyring({}, { kind: 'file', path }))
    process.stdout.write(keys.map((key) => key.sign('link', 'mark').toString('hex')).join('\\n'))
    process.stdin.destroy()
  })`

let folder: string
let database: DatabaseTarget & { readonly kind: 'file' }
let keyFile: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'challenge-service-secrets-'))
  database = { kind: 'file', path: join(folder, 'data', 'challenges.db') }
  keyFile = `${database.path}.key`
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8)

describe('SECRET_KEY', () => {
  it('is required with PostgreSQL, and the line asks for the one in use before it says how to make one', () => {
    for (const environment of [{}, { SECRET_KEY: '' }, { SECRET_KEY: ' \n' }]) {
      expect(() => readKeyring(environment, postgres)).toThrow(ConfigError)
      expect(() => readKeyring(environment, postgres)).toThrow(
        /^SECRET_KEY is required .*: give the one that this database is served with; for a new database make one with: openssl rand -base64 32$/,
      )
    }
  })

  it('may be written in base64 or base64url, with or without its padding, among spaces', () => {
    const bytes = Buffer.alloc(32, 0xfb)
    const marks = [
      bytes.toString('base64'),
      bytes.toString('base64').slice(0, -1),
      bytes.toString('base64url'),
      `  ${bytes.toString('base64')}\n`,
    ].map((given) => markOf(readKeyring({ SECRET_KEY: given }, postgres)))
    expect(new Set(marks).size).toBe(1)
  })

  it('may be several, of which the first makes and all open', () => {
    const [old, fresh] = [newKey(), newKey()]
    const before = readKeyring({ SECRET_KEY: old }, postgres)
    const during = readKeyring({ SECRET_KEY: `${fresh} , ${old}` }, postgres)
    const after = readKeyring({ SECRET_KEY: fresh }, postgres)
    expect(during.open('link', before.seal('link', 'x', 'c'), 'c')).toBe('x')
    expect(after.open('link', during.seal('link', 'y', 'c'), 'c')).toBe('y')
    expect(markOf(during)).toBe(markOf(after))
  })

  it.each([
    'short',
    keyOf(31),
    keyOf(33),
    Buffer.alloc(32, 7).toString('hex'),
    `${keyOf(32)},`,
    `,${keyOf(32)}`,
    `${keyOf(32)},short`,
    `${keyOf(32)} ${keyOf(32)}`,
    `${keyOf(32)}=`,
    `*${keyOf(32).slice(1)}`,
    ',',
  ])('is refused where any of it is not 32 bytes in base64 (%j), without being repeated', (given) => {
    for (const target of [postgres, database]) {
      expect(() => readKeyring({ SECRET_KEY: given }, target)).toThrow(ConfigError)
      expect(() => readKeyring({ SECRET_KEY: given }, target)).toThrow(
        'SECRET_KEY must be 32 bytes in base64, or several such, separated by commas; make one with: openssl rand -base64 32',
      )
    }
  })

  it('leaves no key file where it is given', () => {
    readKeyring({ SECRET_KEY: newKey() }, database)
    expect(readdirSync(folder)).toEqual([])
  })

  it('goes before the key file', () => {
    const made = readKeyring({}, database)
    const given = newKey()
    expect(markOf(readKeyring({ SECRET_KEY: given }, database))).toBe(
      markOf(readKeyring({ SECRET_KEY: given }, postgres)),
    )
    expect(markOf(readKeyring({ SECRET_KEY: given }, database))).not.toBe(markOf(made))
  })
})

describe('the key file', () => {
  it('is made once, beside the database, for its owner alone', () => {
    const first = readKeyring({}, database)
    const written = readFileSync(keyFile, 'utf8')
    expect(Buffer.from(written.trim(), 'base64')).toHaveLength(32)
    expect(modeOf(keyFile)).toBe('600')
    expect(modeOf(join(folder, 'data'))).toBe('700')
    const second = readKeyring({ SECRET_KEY: '' }, database)
    expect(markOf(second)).toBe(markOf(first))
    expect(readFileSync(keyFile, 'utf8')).toBe(written)
    expect(readdirSync(join(folder, 'data'))).toEqual(['challenges.db.key'])
  })

  it('is another for another database', () => {
    const other = { kind: 'file', path: join(folder, 'other.db') } as const
    expect(markOf(readKeyring({}, other))).not.toBe(markOf(readKeyring({}, database)))
  })

  it('may be edited to hold several keys, which is rotation', () => {
    const before = readKeyring({}, database)
    writeFileSync(keyFile, `${newKey()},${readFileSync(keyFile, 'utf8')}`)
    const after = readKeyring({}, database)
    expect(after.open('link', before.seal('link', 'x', 'c'), 'c')).toBe('x')
    expect(markOf(after)).not.toBe(markOf(before))
  })

  it.each(['', '\n', 'spoilt\n', `${keyOf(32)}${keyOf(32)}`])(
    'stops the start, named, where it holds %j, and is not replaced',
    (content) => {
      readKeyring({}, database)
      writeFileSync(keyFile, content)
      expect(() => readKeyring({}, database)).toThrow(`${keyFile} must be 32 bytes in base64`)
      expect(readFileSync(keyFile, 'utf8')).toBe(content)
    },
  )

  it('is the same for processes that start at the same instant', async () => {
    const paths = Array.from({ length: 20 }, (_, index) => join(folder, `${index}`, 'challenges.db'))
    // Loaded first, each waits for our word: so they meet at the files and do not come one after another.
    const children = Array.from({ length: 3 }, () =>
      spawn(process.execPath, ['--input-type=module', '-e', program]),
    )
    try {
      await Promise.all(children.map(({ stdout }) => once(stdout, 'readable')))
      for (const { stdin } of children) stdin.write(JSON.stringify(paths))
      const outputs = await Promise.all(children.map(({ stdout }) => text(stdout)))
      const marks = paths.map((path) => markOf(readKeyring({}, { kind: 'file', path })))
      expect(outputs).toEqual(children.map(() => `ready\n${marks.join('\n')}`))
      expect(paths.flatMap((path) => readdirSync(dirname(path)))).toEqual(
        paths.map(() => 'challenges.db.key'),
      )
    } finally {
      for (const child of children) child.kill()
    }
  })
})
