// `npm run build`, and the beginning of `npm start`: compiles, unless nothing has changed since.
import { spawnSync } from 'node:child_process'
import { buildWhatChanged } from './build-stamp.mjs'

const compile = () => {
  const { error, status } = spawnSync('npm', ['run', '--silent', 'compile'], { stdio: 'inherit' })
  if (error) throw error
  return status === 0
}

if (!buildWhatChanged(process.cwd(), compile)) process.exitCode = 1
