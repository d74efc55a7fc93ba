// The tables of docs/settings.md list what the program reads, with its defaults and examples that it takes.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../../packages/server/src/config/config.ts'
import { fileSettings, type Environment } from '../../packages/server/src/config/environment.ts'
import { readKeyring } from '../../packages/server/src/config/secrets.ts'
import { repository } from '../support/planted.ts'

interface Row {
  readonly name: string
  readonly standard: string
  /** What it does, with an example behind "such as". */
  readonly text: string
}

const readCode = (cell: string): string => /^`([^`]+)`$/.exec(cell)?.[1] ?? ''

const rows: readonly Row[] = readFileSync(join(repository, 'docs/settings.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, name = '', standard = '', text = '']) => ({ name: readCode(name), standard, text }))

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

const exampleOf = ({ text }: Row): string | undefined => /such as `([^`]+)`/.exec(text)?.[1]

describe('the tables of settings', () => {
  it('name every setting that is read, and no other', () => {
    expect(rows.map(({ name }) => name).toSorted()).toEqual([...listRead()].toSorted())
  })

  it('say of each what it does', () => {
    expect(rows.filter(({ text }) => text.length < 10)).toEqual([])
  })

  // This one is made of HOST and PORT where a link needs it.
  const madeUp = ['PUBLIC_URL']

  it.each(rows.filter(({ standard, name }) => readCode(standard) !== '' && !madeUp.includes(name)))(
    '$name is by default what the table says',
    ({ name, standard }) => {
      expect(readConfig({ [name]: readCode(standard) })).toEqual(readConfig({}))
    },
  )

  it('have for each secret that a file can hold the path of one', () => {
    const files = rows.filter(({ name }) => name.endsWith('_FILE'))
    expect(files.map(({ name }) => name)).toEqual(fileSettings.map((name) => `${name}_FILE`))
    for (const row of files) expect(exampleOf(row)).toMatch(/^\/run\/secrets\/\w+$/)
  })

  const withExample = rows.flatMap((row) => {
    const example = row.name.endsWith('_FILE') ? undefined : exampleOf(row)
    return example === undefined ? [] : [{ name: row.name, example }]
  })

  it.each(withExample)('$name takes its example, and is another by it', ({ name, example }) => {
    const beside = name === 'SMTP_URL' ? { PUBLIC_URL: 'https://challenges.example.com' } : {}
    expect(readConfig({ ...beside, [name]: example })).not.toEqual(readConfig(beside))
  })

  it('have an example or the choices of each setting but the key', () => {
    const choices = ['LANGUAGE', 'LOG_LEVEL', 'SITE', 'SIGN_UP', 'DEFAULT_PLAN', 'WEBHOOK_ALLOW_PRIVATE']
    const without = rows.filter((row) => exampleOf(row) === undefined).map(({ name }) => name)
    expect(without.toSorted()).toEqual(['SECRET_KEY', ...choices].toSorted())
    for (const { name, standard, text } of rows.filter((row) => choices.includes(row.name))) {
      const words = [...`${standard} ${text}`.matchAll(/`([a-zA-Z-]+)`/g)].map(([, word = '']) => word)
      expect(words.length).toBeGreaterThan(1)
      for (const word of words) expect(() => readConfig({ [name]: word }), `${name}=${word}`).not.toThrow()
    }
  })
})
