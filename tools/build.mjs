// `npm run build`, and the beginning of `npm start` and of every run of tests: compiles and bundles, unless nothing has
// changed since. A client that is not what the contract says fails here, in plain words, before a test of it fails in others.
import { spawnSync } from 'node:child_process'
import { buildWhatChanged } from './build-stamp.mjs'

const root = process.cwd()

const make = async () => {
  const { error, status } = spawnSync('npm', ['run', '--silent', 'compile'], { stdio: 'inherit' })
  if (error) throw error
  if (status !== 0) return false
  const { bundle } = await import('./bundle.mjs')
  // While esbuild works, in a process of its own.
  const [{ describeStaleClient }] = await Promise.all([import('./client/stale.mjs'), bundle(root)])
  const fault = describeStaleClient(root)
  if (fault !== undefined) console.error(fault)
  return fault === undefined
}

if (!(await buildWhatChanged(root, make))) process.exitCode = 1
