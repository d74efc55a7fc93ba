// `npm run build`, and the beginning of `npm start`: compiles and bundles, unless nothing has changed since.
import { spawnSync } from 'node:child_process'
import { buildWhatChanged } from './build-stamp.mjs'

const root = process.cwd()

const make = async () => {
  const { error, status } = spawnSync('npm', ['run', '--silent', 'compile'], { stdio: 'inherit' })
  if (error) throw error
  if (status !== 0) return false
  const { bundle } = await import('./bundle.mjs')
  await bundle(root)
  return true
}

if (!(await buildWhatChanged(root, make))) process.exitCode = 1
