// The package as a user gets it: packed from a fresh copy, installed elsewhere without a network, compiled against and
// run, as a module and as CommonJS.
import { execFile, type ExecFileOptions } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { repository } from '../support/planted.ts'
import { useService } from '../support/service.ts'

interface Packed {
  readonly filename: string
  readonly size: number
  readonly files: readonly { readonly path: string }[]
}

let folder: string
let packed: Packed
let bot: string
let installed: string

const run = async (program: string, args: readonly string[], options: ExecFileOptions): Promise<string> => {
  const { stdout } = await promisify(execFile)(program, args, { ...options, encoding: 'utf8' })
  return stdout
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'packed-'))
  const source = join(folder, 'packages/client')
  cpSync(join(repository, 'packages/client'), source, {
    recursive: true,
    filter: (path) => !path.endsWith('/dist'),
  })
  cpSync(join(repository, 'tsconfig.base.json'), join(folder, 'tsconfig.base.json'))
  symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'))
  // Leftovers of an earlier build must not get into the package.
  mkdirSync(join(source, 'dist/esm'), { recursive: true })
  writeFileSync(join(source, 'dist/esm/gone.js'), '')
  const told = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: source })
  packed = (JSON.parse(told.slice(told.indexOf('[\n'))) as [Packed])[0]

  bot = mkdtempSync(join(tmpdir(), 'bot-'))
  writeFileSync(join(bot, 'package.json'), '{ "name": "bot", "private": true }')
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', join(folder, packed.filename)], {
    cwd: bot,
  })
  installed = join(bot, 'node_modules/@challenge-service/client')
}, 120_000)

afterAll(() => {
  for (const made of [folder, bot]) rmSync(made, { recursive: true, force: true })
})

const readInstalled = (path: string): string => readFileSync(join(installed, path), 'utf8')

describe('the package', () => {
  test('holds the client twice with its types, the licence and the README, and nothing else', () => {
    const paths = packed.files.map(({ path }) => path)
    const built = /^dist\/(?:esm|cjs)\/(?:generated\/)?[a-z-]+\.(?:js|d\.ts)$/
    expect(paths.filter((path) => !built.test(path)).toSorted()).toEqual([
      'LICENSE',
      'README.md',
      'dist/cjs/package.json',
      'package.json',
    ])
    expect(paths).toContain('dist/esm/generated/challenges.d.ts')
    expect(paths).not.toContain('dist/esm/gone.js')
    expect(readInstalled('LICENSE')).toBe(readFileSync(join(repository, 'LICENSE'), 'utf8'))
  })

  test('needs no other package, in its code and in its types', () => {
    const code = packed.files.map(({ path }) => path).filter((path) => /\.(?:js|d\.ts)$/.test(path))
    for (const path of code) {
      const text = readInstalled(path)
      const named = [...text.matchAll(/(?:\bfrom |\bimport\(|\brequire\()['"]([^'"]+)['"]/g)].map(
        ([, name]) => name,
      )
      for (const name of named) expect([path, name]).toEqual([path, expect.stringMatching(/^\.\.?\/.+\.js$/)])
      expect(text).not.toContain('sourceMappingURL')
    }
    expect(JSON.parse(readInstalled('package.json'))).not.toHaveProperty('dependencies')
  })

  test('is small: 50 KB packed, 6 KB of code minified and compressed, 1.5 KB for a receiver of webhooks', async () => {
    const measure = async (contents: string): Promise<number> => {
      const { outputFiles } = await build({
        stdin: { contents, resolveDir: bot },
        bundle: true,
        minify: true,
        format: 'esm',
        write: false,
      })
      return gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length
    }
    expect(packed.size).toBeLessThan(50_000)
    expect(await measure("export * from '@challenge-service/client'")).toBeLessThan(6_000)
    expect(await measure("export { verifyWebhook } from '@challenge-service/client'")).toBeLessThan(1_500)
  })
})

// Forty lines, as a module and as CommonJS.
const program = `import { createClient, isServiceError, type Challenge, type ClientOptions } from '@challenge-service/client'

const options: ClientOptions = { baseUrl: String(process.env['URL']), token: String(process.env['TOKEN']) }
const client = createClient(options)
const opponent = createClient({ ...options, token: String(process.env['OPPONENT_TOKEN']) })

const describe = ({ claim, status, proposal }: Challenge): string =>
  \`\${claim}: \${status}\${proposal === null ? '' : \`, \${proposal.outcome}\`}\`

const play = async (): Promise<void> => {
  const { id } = await client.createChallenge({
    claim: 'The bot compiles',
    opponent_email: String(process.env['OPPONENT']),
    stake: 'a coffee',
    due_days: 5,
  })
  console.log(describe(await opponent.acceptChallenge({ id })))
  console.log(describe(await client.resolveChallenge({ id, outcome: 'creator_won' })))

  for await (const challenge of client.listChallenges.all({ status: ['proposed'] })) {
    console.log('listed', describe(challenge))
  }

  const stopping = new AbortController()
  for await (const event of client.followEvents({}, { signal: stopping.signal })) {
    console.log(event.type)
    if (event.type === 'challenge.proposed') stopping.abort()
  }

  try {
    await opponent.acceptChallenge({ id })
  } catch (error) {
    if (!isServiceError(error, 'invalid_state')) throw error
    console.log(error.reason, error.allowedActions?.includes('dispute'))
  }
}

play().catch((error: unknown) => {
  console.error(error)
  process.exitCode = 1
})
`

describe('a bot of forty lines', () => {
  const service = useService('sqlite')

  const makeEnvironment = async (): Promise<Record<string, string>> => {
    const [creator, opponent] = [await service.account(), await service.account()]
    return {
      URL: service.url,
      TOKEN: (await service.token(creator)).token,
      OPPONENT: opponent.email,
      OPPONENT_TOKEN: (await service.token(opponent)).token,
    }
  }

  test.each([
    ['a module', 'bot.mts', 'bot.mjs'],
    ['CommonJS', 'bot.cts', 'bot.cjs'],
  ])(
    'compiles as %s with the types of the package checked, and plays',
    async (_, file, compiled) => {
      writeFileSync(join(bot, file), program)
      const compilerOptions = {
        strict: true,
        skipLibCheck: false,
        exactOptionalPropertyTypes: true,
        module: 'nodenext',
        target: 'es2022',
        types: ['node'],
        typeRoots: [join(repository, 'node_modules/@types')],
      }
      writeFileSync(join(bot, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: [file] }))
      const tsc = join(repository, 'node_modules/.bin/tsc')
      const said = await run(tsc, ['-p', bot, '--extendedDiagnostics'], { cwd: bot }).catch(
        (error: unknown) => (error as { stdout: string }).stdout,
      )
      expect(said).not.toContain('error TS')
      // A count and not a time, so that it is the same on every machine. Nearly all of it is @types/node.
      expect(Number(/Instantiations:\s+(\d+)/.exec(said)?.[1])).toBeLessThan(80_000)

      const env = await makeEnvironment()
      expect(await run(process.execPath, [compiled], { cwd: bot, env })).toBe(
        [
          'The bot compiles: active',
          'The bot compiles: proposed, creator_won',
          'listed The bot compiles: proposed, creator_won',
          'challenge.created',
          'challenge.accepted',
          'challenge.proposed',
          'status_forbids true',
          '',
        ].join('\n'),
      )
    },
    60_000,
  )
})
