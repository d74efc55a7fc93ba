// The table of docs/settings.md is what the program reads: the same names, defaults that are the defaults, and examples
// that are taken. The role of its statements can serve.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readConfig } from '../../packages/server/src/config/config.ts'
import { fileSettings, type Environment } from '../../packages/server/src/config/environment.ts'
import { readKeyring } from '../../packages/server/src/config/secrets.ts'
import { call } from '../support/call.ts'
import { repository } from '../support/planted.ts'
import { postgresOfRun } from '../support/run-storage.ts'
import { takeBlocks } from './runners.ts'
import { makeClone, startServing } from './shell.ts'

interface Row {
  readonly name: string
  readonly standard: string
  readonly example: string
  readonly changes: string
}

const readCode = (cell: string): string => /^`([^`]+)`/.exec(cell)?.[1] ?? ''

const readTable = (): readonly Row[] => {
  const text = readFileSync(join(repository, 'docs/settings.md'), 'utf8')
  const [, table = ''] = /\n\| name .*\n\| -.*\n((?:\|.*\n)+)/.exec(text) ?? []
  return table
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, name = '', standard = '', , example = '', changes = '']) => ({
      name: readCode(name),
      standard,
      example: readCode(example),
      changes,
    }))
}

const rows = readTable()

/** Every name that the program asks the environment for. */
const listRead = (): ReadonlySet<string> => {
  const asked = new Set<string>()
  const environment: Environment = new Proxy<Record<string, string>>(
    {},
    {
      get: (_, name) => {
        asked.add(String(name))
        // Without a key the next thing to be looked for would be a file.
        return name === 'SECRET_KEY' ? 'A'.repeat(43) + '=' : undefined
      },
    },
  )
  const { database } = readConfig(environment)
  readKeyring(environment, database)
  return asked
}

describe('the table of settings', () => {
  it('names every setting that is read, and no other', () => {
    expect(rows.map(({ name }) => name).toSorted()).toEqual([...listRead()].toSorted())
  })

  it('says of each what changes by it', () => {
    expect(rows.filter(({ changes }) => changes.length < 5)).toEqual([])
  })

  // These two are made up where none is set.
  const madeUp = ['SECRET_KEY', 'MAIL_FROM']

  it.each(rows.filter(({ standard, name }) => standard.startsWith('`') && !madeUp.includes(name)))(
    '$name is by default what the table says',
    ({ name, standard }) => {
      expect(readConfig({ [name]: readCode(standard) })).toEqual(readConfig({}))
    },
  )

  it('has for an example no key that somebody could copy', () => {
    const example = rows.find(({ name }) => name === 'SECRET_KEY')?.example ?? ''
    expect(() => readKeyring({ SECRET_KEY: example }, readConfig({}).database)).toThrow(/^SECRET_KEY must be/)
  })

  it('has for each secret that a file can hold the path of one', () => {
    const files = rows.filter(({ name }) => name.endsWith('_FILE'))
    expect(files.map(({ name }) => name)).toEqual(fileSettings.map((name) => `${name}_FILE`))
    for (const { example } of files) expect(example).toMatch(/^\/run\/secrets\/\w+$/)
  })

  const others = rows.filter(({ name }) => name !== 'SECRET_KEY' && !name.endsWith('_FILE'))

  it.each(others)('$name takes its example, and is another by it', ({ name, example }) => {
    expect(example).not.toBe('')
    const beside = name === 'SMTP_URL' ? { PUBLIC_URL: 'https://challenges.example.com' } : {}
    expect(readConfig({ ...beside, [name]: example })).not.toEqual(readConfig(beside))
  })
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
  const [{ code } = { code: '' }, ...more] = takeBlocks('statements of the settings')
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
