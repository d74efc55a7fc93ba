// The code in the client's README: all of it compiles, and what can run by itself runs against the service.
import { execFile } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { plantedFolder, repository } from '../support/planted.ts'
import { useService } from '../support/service.ts'
import { takeBlocks } from '../docs/runners.ts'

const run = promisify(execFile)
const blocks = takeBlocks('code of the client').map(({ code }) => code)

const blockWith = (text: string): string => {
  const found = blocks.filter((block) => block.includes(text))
  if (found.length !== 1) throw new Error(`${found.length} blocks of the README have ${text}`)
  return String(found[0])
}

// Inside the repository, so that packages resolve as they do for a user.
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(plantedFolder(), 'readme-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What the compiler says of the blocks, each a module of its own with a client at hand. */
const compile = async (sources: readonly string[]): Promise<string> => {
  const inFolder = mkdtempSync(join(folder, 'compile-'))
  sources.forEach((source, at) => writeFileSync(join(inFolder, `block-${at}.ts`), `${source}\nexport {}\n`))
  writeFileSync(
    join(inFolder, 'given.d.ts'),
    `declare const client: import('@challenge-service/client').Client
     declare const createClient: typeof import('@challenge-service/client').createClient\n`,
  )
  const compilerOptions = {
    noEmit: true,
    customConditions: ['source'],
    types: ['node'],
    lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'],
    noPropertyAccessFromIndexSignature: false,
    noUnusedLocals: false,
  }
  writeFileSync(
    join(inFolder, 'tsconfig.json'),
    JSON.stringify({ extends: join(repository, 'tsconfig.base.json'), compilerOptions, include: ['*.ts'] }),
  )
  const tsc = join(repository, 'node_modules/.bin/tsc')
  return run(tsc, ['-p', inFolder]).then(
    ({ stdout }) => stdout,
    (error: unknown) => (error as { stdout: string }).stdout,
  )
}

/** The block with all it imports, from the sources, as one file for Node. */
const bundle = async (source: string, name: string): Promise<string> => {
  const outfile = join(folder, `${name}.mjs`)
  await build({
    stdin: { contents: source, resolveDir: folder, loader: 'ts' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    conditions: ['source'],
    logLevel: 'silent',
    outfile,
  })
  return outfile
}

describe('the code of the README', () => {
  test('compiles', async () => {
    expect(blocks.length).toBeGreaterThanOrEqual(7)
    expect(await compile(blocks)).toBe('')
  }, 180_000)

  test('would not, if it named what is not there', async () => {
    const wrong = [
      'await client.createChalenge({})',
      'const n: number = await client.getMe()',
      'await client.getChallenge()',
    ]
    const complaints = await compile(wrong)
    for (const at of wrong.keys()) expect(complaints).toContain(`block-${at}.ts`)
  }, 180_000)
})

describe('what can run', () => {
  const service = useService('sqlite')
  let token: string
  beforeAll(async () => {
    token = (await service.token(await service.account())).token
  })

  const execute = async (source: string, name: string): Promise<string> => {
    const file = await bundle(source.replace('http://127.0.0.1:8080', service.url), name)
    const { stdout } = await run(process.execPath, [file], { env: { CHALLENGE_TOKEN: token } })
    return stdout
  }
  const withClient = (block: string): string => `${blockWith('has won')}\n${block}`

  test('the first call', async () => {
    expect(await execute(blockWith('has won'), 'first-call')).toBe('Pat has won 0 challenges\n')
  })

  test('the whole answer', async () => {
    const said = await execute(withClient(blockWith('getMe.withResponse')), 'whole-answer')
    expect(said).toMatch(/\nperson\d+@test\.example 200 req_\w{26} \d+ 1000\n$/)
  })

  test('the errors', async () => {
    const said = await execute(withClient(blockWith('possible now:')), 'errors')
    expect(said).toMatch(/\nthere is no such challenge for you\n$/)
  })

  test('the receiver of webhooks', async () => {
    const file = await bundle(blockWith('export default'), 'receiver')
    const receiver = (await import(file)) as {
      default: { fetch(request: Request, env: object): Promise<Response> }
    }
    const SIGNING_SECRET = 'whsec_abc'
    const body = '{"id":"evt_1","type":"webhook.test"}'
    const time = Math.floor(Date.now() / 1000)
    const signature = createHmac('sha256', SIGNING_SECRET).update(`${time}.${body}`).digest('hex')
    const deliver = (text: string) =>
      receiver.default.fetch(
        new Request('http://receiver.example', {
          method: 'POST',
          body: text,
          headers: { 'x-svc-signature': `t=${time},v1=${signature}` },
        }),
        { SIGNING_SECRET },
      )
    expect((await deliver(body)).status).toBe(204)
    const refused = await deliver(`${body} `)
    expect([refused.status, await refused.text()]).toEqual([400, 'mismatch'])
  })
})
