// Settings from files: what is taken, what is refused in one line, and that no line repeats what is in a file.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { DatabaseTarget } from '../store/target.ts'
import { readConfig, readDatabase } from './config.ts'
import { fileSettings } from './environment.ts'
import { hasKey, isKeyGiven, readKeyring } from './secrets.ts'
import { ConfigError } from './setting.ts'

const SECRET = 'hunter2hunter2'
const KEY = Buffer.alloc(32, 7).toString('base64')
const postgres: DatabaseTarget = { kind: 'server', url: 'postgres://127.0.0.1/none' }

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'challenge-service-files-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const write = (text: string, name = 'secret'): string => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

const problemOf = (body: () => unknown): string => {
  try {
    body()
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  throw new Error('nothing was refused')
}

/** Reads one setting as those do who need it. */
const readers: Readonly<Record<string, (file: string) => unknown>> = {
  SECRET_KEY: (file) => readKeyring({ SECRET_KEY_FILE: file }, postgres),
  DATABASE_URL: (file) => readDatabase({ DATABASE_URL_FILE: file }),
  SMTP_URL: (file) => readConfig({ SMTP_URL_FILE: file, PUBLIC_URL: 'https://c.example' }),
  REDIS_URL: (file) => readConfig({ REDIS_URL_FILE: file }),
}

describe('a setting in a file', () => {
  it('is read as if it stood in the environment, with or without the end of its line', () => {
    const url = `postgres://u:${SECRET}@h/d`
    for (const end of ['', '\n', '\r\n', ' \n\n']) {
      expect(readDatabase({ DATABASE_URL_FILE: write(url + end) })).toEqual({ kind: 'server', url })
    }
    const files = {
      SMTP_URL_FILE: write('smtp://mail.example\n', 'smtp'),
      REDIS_URL_FILE: write('redis://redis.example\n', 'redis'),
    }
    const { smtpUrl, redisUrl } = readConfig({ ...files, PUBLIC_URL: 'https://c.example' })
    expect([smtpUrl, redisUrl]).toEqual(['smtp://mail.example', 'redis://redis.example'])
  })

  it('is a key like any other, several in one line too', () => {
    const mark = (environment: Readonly<Record<string, string>>): string =>
      readKeyring(environment, postgres).sign('link', 'x').toString('hex')
    const other = Buffer.alloc(32, 8).toString('base64')
    const environment = { SECRET_KEY_FILE: write(`${KEY},${other}\n`) }
    expect(mark(environment)).toBe(mark({ SECRET_KEY: `${KEY},${other}` }))
    expect([isKeyGiven(environment), hasKey(environment, postgres)]).toEqual([true, true])
  })

  it('is not set where its name is empty', () => {
    expect(readDatabase({ DATABASE_URL_FILE: ' ', DATABASE_URL: 'sqlite:a.db' })).toMatchObject({
      path: 'a.db',
    })
    expect(readConfig({ REDIS_URL_FILE: '' })).toEqual(readConfig({}))
  })

  it('is read for four settings and no other', () => {
    expect(Object.keys(readers)).toEqual([...fileSettings])
    expect(readConfig({ PORT_FILE: write('80') }).port).toBe(8080)
  })

  describe.each(fileSettings)('%s', (name) => {
    const refusal = (file: string): string => problemOf(() => readers[name]?.(file))

    it('is refused beside the other form, by a line that names both', () => {
      const both = { [name]: SECRET, [`${name}_FILE`]: write(SECRET) }
      const problem = problemOf(() =>
        name === 'SECRET_KEY' ? readKeyring(both, postgres) : readConfig(both),
      )
      expect(problem).toBe(
        `${name} and ${name}_FILE (${join(folder, 'secret')}) are both set: set one of them`,
      )
    })

    it('is refused in one line that names the setting and the file', () => {
      const from = (path: string): string => `${name}_FILE (${path})`
      const missing = join(folder, 'none')
      expect(refusal(missing)).toBe(`${from(missing)} does not exist`)
      expect(refusal(folder)).toBe(`${from(folder)} is a folder, not a file`)
      for (const empty of ['', '\n', ' \r\n ']) {
        const path = write(empty)
        expect(refusal(path)).toBe(`${from(path)} is empty`)
      }
      for (const several of [`${SECRET}\n${SECRET}\n`, `${SECRET}\r${SECRET}`, SECRET.repeat(10_000)]) {
        const path = write(several)
        expect(refusal(path)).toBe(`${from(path)} must be one line`)
      }
      const nul = write(`${SECRET}\0${SECRET}`)
      expect(refusal(nul)).toBe(`${from(nul)} must not hold NUL characters`)
    })

    it('is refused where it holds something else, which is not repeated', () => {
      const path = write(SECRET)
      const problem = refusal(path)
      expect(problem.startsWith(`${name}_FILE (${path}) must be `)).toBe(true)
      expect(problem).not.toContain(SECRET)
    })

    it('is not repeated where it was given for the path', () => {
      for (const secret of [KEY, `postgres://u:${SECRET}@h/d`]) {
        expect(refusal(secret)).toBe(`${name}_FILE must be the path of a file, not the secret itself`)
        const both = { [name]: 'x', [`${name}_FILE`]: secret }
        const problem = problemOf(() =>
          name === 'SECRET_KEY' ? readKeyring(both, postgres) : readConfig(both),
        )
        expect(problem).not.toContain(secret)
      }
    })
  })
})
