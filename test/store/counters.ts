// Counts what SQLite does for a statement, by functions of its own that a C compiler makes for it.
import { execFileSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { requirement } from '../support/requirements.ts'

export const compiler = requirement('gcc')

/** Gives the path of the functions (counters.c), for the SQLite of the binding that this Node has. */
export const compileCounters = (folder: string): string => {
  const output = join(folder, 'counters.so')
  const source = join(import.meta.dirname, 'counters.c')
  const binding = createRequire(
    join(import.meta.dirname, '../../packages/sqlite-for-older-node/index.cjs'),
  ).resolve('better-sqlite3/package.json')
  const headers = join(dirname(binding), 'deps/sqlite3')
  execFileSync(compiler ?? '', ['-shared', '-fPIC', '-I', headers, source, '-o', output])
  return output
}
