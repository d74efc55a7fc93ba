// Programs that some tests need and npm cannot bring. An absent one is said loudly and its tests are skipped;
// with REQUIRE_ALL=1, as in CI, it is a failure.
import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'

export type Program =
  | 'chromium'
  | 'strace'
  | 'ps'
  | 'curl'
  | 'python3'
  | 'openssl'
  | 'redis-server'
  | 'promtool'
  | 'faketime'
  | 'unshare'
  | 'nsenter'
  | 'nginx'
  | 'systemd-analyze'
  | 'gcc'

/**
 * The program's path: from its variable (`CHROMIUM_BIN`), else from the PATH; undefined if there is none. Chromium without
 * a window is preferred: it takes four fifths of the time.
 */
export const requirement = (program: Program): string | undefined => {
  const variable = `${program.toUpperCase().replaceAll('-', '_')}_BIN`
  const given = process.env[variable]
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  const names = program === 'chromium' ? ['chromium-headless-shell', 'chromium'] : [program]
  const candidates =
    given === undefined || given === ''
      ? names.flatMap((name) => folders.map((folder) => join(folder, name)))
      : [given]
  const found = candidates.find(isExecutable)
  if (found !== undefined) return found

  const sentence = `${program} is not here (looked in ${given ?? 'the PATH'}; ${variable} names it)`
  if (process.env['REQUIRE_ALL'] === '1') throw new Error(`REQUIRE_ALL: ${sentence}`)
  process.stderr.write(`NOT RUN: tests that need ${program}: ${sentence}\n`)
  return undefined
}

const isExecutable = (path: string) => {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
