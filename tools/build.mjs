// `npm run build`, and the beginning of `npm start` and of every run of tests: compiles and bundles, unless nothing has
// changed since. A client that is not what the contract says fails here, in plain words, before a test of it fails in others.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildWhatChanged } from './build-stamp.mjs'
import { compileWords } from './words/compile.mjs'

const root = process.cwd()

/** What was built from a file that has moved since: the compiler leaves it, and a search of the build finds it twice. */
const removeLeftovers = (folder) => {
  const dist = join(root, folder, 'dist')
  const built = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.d.ts'),
  )
  for (const name of built.map((path) => path.slice(0, -'.d.ts'.length))) {
    if (existsSync(join(root, folder, 'src', `${name}.ts`))) continue
    for (const end of ['.d.ts', '.js', '.js.map']) rmSync(join(dist, name + end), { force: true })
  }
}

const make = async () => {
  compileWords(root)
  const { error, status } = spawnSync('npm', ['run', '--silent', 'compile'], { stdio: 'inherit' })
  if (error) throw error
  if (status !== 0) return false
  for (const folder of ['packages/contract', 'packages/server']) removeLeftovers(folder)
  const { bundle } = await import('./bundle.mjs')
  // While esbuild works, in a process of its own.
  const [{ describeStaleClient }] = await Promise.all([import('./client/stale.mjs'), bundle(root)])
  const fault = describeStaleClient(root)
  if (fault !== undefined) console.error(fault)
  return fault === undefined
}

if (!(await buildWhatChanged(root, make))) process.exitCode = 1
