// Secrets from files, and from the folder of systemd's credentials: every command takes them, a flag goes before them,
// and none of them is printed.
import { mkdirSync, writeFileSync } from 'node:fs'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { guardCommands, objectOf, pathOf, refusalOf, run, serve, textOf } from './program.ts'

// Processes take a second each, and those of several tests run at once.
vi.setConfig({ testTimeout: 90_000 })
guardCommands()

const KEY = Buffer.alloc(32, 7).toString('base64')
const SMTP = 'smtp://user:hunter2hunter2@127.0.0.1:1'

describe.concurrent('secrets in files', () => {
  beforeAll(() => {
    mkdirSync(pathOf('credentials'))
    const write = (name: string, text: string): void => writeFileSync(pathOf(name), `${text}\n`)
    for (const folder of ['', 'credentials/']) {
      write(`${folder}SECRET_KEY`, KEY)
      write(`${folder}DATABASE_URL`, `sqlite:${pathOf('in-file.db')}`)
      write(`${folder}SMTP_URL`, SMTP)
    }
  })
  const files = (): Readonly<Record<string, string>> => ({
    PORT: '0',
    PUBLIC_URL: 'https://c.example',
    SECRET_KEY_FILE: pathOf('SECRET_KEY'),
    DATABASE_URL_FILE: pathOf('DATABASE_URL'),
    SMTP_URL_FILE: pathOf('SMTP_URL'),
  })

  it('are taken by serve and by commands, and a flag goes before them', async () => {
    const credentials = {
      PORT: '0',
      PUBLIC_URL: 'https://c.example',
      CREDENTIALS_DIRECTORY: pathOf('credentials'),
    }
    objectOf(
      await run(['account', 'create', '--email', 'a@b.example', '--first-name', 'A', '--json'], files()),
    )
    for (const settings of [files(), credentials]) {
      const { stdout } = await (await serve([], settings)).stop()
      expect(stdout).not.toMatch(/hunter2|BwcH/)
      expect(textOf(await run(['account', 'list'], settings))).toContain('a@b.example')
      const { stdout: doctor } = await run(['doctor'], settings)
      expect(doctor).toContain('SECRET_KEY fits the database')
      expect(doctor).not.toMatch(/hunter2|BwcH/)
      const flag = ['account', 'list', '--database-url', `sqlite:${pathOf('none.db')}`]
      expect(refusalOf(await run(flag, settings))).toContain('there is no database at')
    }
  })

  it('stop the start beside the same setting in the environment', async () => {
    const { DATABASE_URL_FILE: _, ...others } = files()
    const beside = { ...others, DATABASE_URL: `sqlite:${pathOf('beside.db')}`, SECRET_KEY: KEY }
    const told = refusalOf(await run(['serve'], beside))
    expect(told).toContain(
      `SECRET_KEY and SECRET_KEY_FILE (${pathOf('SECRET_KEY')}) are both set: set one of them`,
    )
    expect(told).not.toContain(KEY)
  })

  it('that are not needed keep no command from its work', async () => {
    const settings = { ...files(), SMTP_URL_FILE: pathOf('none'), DATABASE_URL_FILE: '' }
    const make = ['account', 'create', '--email', 'c@d.example', '--first-name', 'C']
    textOf(await run([...make, '--database-url', `sqlite:${pathOf('other.db')}`], settings))
    expect(refusalOf(await run(['serve'], settings))).toContain(
      `SMTP_URL_FILE (${pathOf('none')}) does not exist`,
    )
  })
})
