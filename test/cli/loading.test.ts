// Guards how fast a command starts, by what it loads: what it does not need is not there. Times would depend on the
// machine; the modules do not.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { listLoadedModules } from '../support/bundled.ts'
import { createStore, type TestStore } from '../support/engine.ts'

// Processes take a second each, and those of several tests run at once.
vi.setConfig({ testTimeout: 60_000 })

const bin = fileURLToPath(new URL('../../bin/challenge-service', import.meta.url))
const execute = promisify(execFile)

// Prints the address of each module that is loaded.
const hooks = `export const load = (url, context, next) => {
  process._rawDebug('loads ' + url)
  return next(url, context)
}`
const script = (text: string): string => `data:text/javascript,${encodeURIComponent(text)}`
const register = script(`import { register } from 'node:module'; register(${JSON.stringify(script(hooks))})`)

const heavy =
  /node_modules\/(typebox|fastify|pg|undici|nodemailer|pino|prom-client|fast-json-stringify|ajv)\//

describe('a command loads what it needs', () => {
  let database: TestStore
  beforeAll(async () => {
    database = await createStore('sqlite')
  })
  afterAll(() => database.remove())

  const listLoaded = async (...args: readonly string[]): Promise<readonly string[]> => {
    const env = { PATH: process.env['PATH'], DATABASE_URL: database.storage.url }
    // One that asks, and gets no answer here, ends with an error.
    const { stderr } = await execute(process.execPath, ['--import', register, bin, ...args], { env }).catch(
      (error: unknown) => error as { readonly stderr: string },
    )
    return listLoadedModules([...stderr.matchAll(/^loads (\S+)$/gm)].map(([, url = '']) => url))
  }

  it.each([
    ['account list', ['account', 'list']],
    ['account create', ['account', 'create', '--email', 'ana@test.example', '--first-name', 'Ana']],
    ['group list', ['group', 'list']],
    ['mail list', ['mail', 'list']],
    ['mail stops', ['mail', 'stops']],
    ['webhook list', ['webhook', 'list']],
    ['question list', ['question', 'list']],
    ['migrate', ['migrate']],
    ['account move', ['account', 'move', 'ana@test.example', 'ana@new.example']],
    ['account erase, which asks first,', ['account', 'erase', 'ana@new.example']],
    ['webhook enable', ['webhook', 'enable', 'wh_00000000000000000000000000']],
  ])('%s loads nothing of HTTP, of schemas or of another engine', async (_, args) => {
    const loaded = await listLoaded(...args)
    expect(loaded.filter((url) => heavy.test(url))).toEqual([])
    // Were nothing seen, nothing heavy would be either.
    expect(loaded.some((url) => url.endsWith('/store/sqlite/binding.js'))).toBe(true)
  })

  it.each([
    [['--help']],
    [['account', '--help']],
    [['--version']],
    [['completion', 'bash']],
    [['mcp', '--url', 'http://127.0.0.1']],
  ])('%j opens nothing', async (args) => {
    const loaded = await listLoaded(...args)
    expect(loaded.filter((url) => heavy.test(url) || url.includes('/store/sqlite/'))).toEqual([])
    expect(loaded.some((url) => url.includes('node_modules/commander/'))).toBe(true)
  })
})
