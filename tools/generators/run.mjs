// `npm run test:generators`: what the tools of others make of the OpenAPI document and of the packed client. Linters
// must find nothing; what four generators write must compile under `strict` with all types checked, and play a short
// story against a running service. The tools are many and large, so they are no part of the repository's own packages:
// they are installed, in the versions of package.json, into a temporary folder.
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { openService } from './service.mjs'

const here = import.meta.dirname
const repository = join(here, '../..')
const folder = mkdtempSync(join(tmpdir(), 'generators-'))

/** What a program prints. Not waited for by standing still: the service runs in this process. */
const run = async (program, args, options = {}) => {
  const { stdout } = await promisify(execFile)(program, args, { cwd: folder, ...options })
  return stdout
}
const runTool = (name, ...args) => run(join(folder, 'node_modules/.bin', name), args)

const report = (sentence) => process.stdout.write(`${sentence}\n`)

const install = async () => {
  for (const name of ['package.json', 'tsconfig.json', 'lint.mjs', 'generate.mjs', 'stories']) {
    cpSync(join(here, name), join(folder, name), { recursive: true })
  }
  await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock'])
  report('installed')
}

const checkPackage = async () => {
  const destination = ['--pack-destination', folder]
  const told = await run('npm', ['pack', '--json', ...destination], {
    cwd: join(repository, 'packages/client'),
  })
  const [{ filename }] = JSON.parse(told.slice(told.indexOf('[\n')))
  await runTool('publint', 'run', '--strict', filename)
  await runTool('attw', filename)
  report('publint and attw: nothing to say of the packed client')
}

const EXPECTED = ['pending', 'active', 'listed 1', 'invalid_state status_forbids', ''].join('\n')

const playStory = async (name, service) => {
  const outfile = join(folder, 'played', `${name}.mjs`)
  await build({
    entryPoints: [join(folder, 'stories', `${name}.ts`)],
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
  })
  const printed = await run(process.execPath, [outfile], { env: await service.invite(name) })
  if (printed !== EXPECTED) throw new Error(`${name} printed\n${printed}in place of\n${EXPECTED}`)
  report(`${name}: compiles, and plays`)
}

const service = await openService()
try {
  await install()
  const document = await (await fetch(`${service.url}/openapi.json`)).text()
  writeFileSync(join(folder, 'openapi.json'), document)
  await run(process.execPath, ['lint.mjs'])
  report('Spectral: nothing to say of the document')
  await checkPackage()

  mkdirSync(join(folder, 'written'))
  await run(process.execPath, ['generate.mjs'], { env: { ...process.env, URL: service.url } })
  await runTool('tsc', '-p', '.')
  for (const name of ['openapi-fetch', 'hey-api', 'orval', 'zod']) await playStory(name, service)
} finally {
  await service.close()
  rmSync(folder, { recursive: true, force: true })
}
