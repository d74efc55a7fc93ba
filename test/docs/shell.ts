// Runs a block of a document in a shell, as a reader pastes it.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { repository } from '../support/planted.ts'

const execute = promisify(execFile)

/** Where the service of a reader listens. */
const SHOWN_URL = 'http://127.0.0.1:8080'

export interface Shell {
  readonly cwd: string
  readonly url: string
  readonly environment?: Readonly<Record<string, string>>
}

const TIMEOUT_MS = 60_000

/** What a block prints; it fails where one of its commands does. */
export const runBlock = async (code: string, { cwd, url, environment = {} }: Shell): Promise<string> => {
  const { PATH, HOME } = process.env
  const { stdout } = await execute('bash', ['-ec', code.replaceAll(SHOWN_URL, url)], {
    cwd,
    env: { PATH, HOME, ...environment },
    timeout: TIMEOUT_MS,
  })
  return stdout
}

/** A folder in which commands run as they do in a clone: `bin` is there, and nothing else. */
export const makeClone = (): { readonly folder: string; remove(): void } => {
  const folder = mkdtempSync(join(tmpdir(), 'challenge-service-reader-'))
  symlinkSync(join(repository, 'bin'), join(folder, 'bin'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

export interface Served {
  readonly url: string
  /** What was printed until now, both streams as on a terminal. */
  readonly printed: string
  stop(signal?: NodeJS.Signals): Promise<void>
}

/** Runs commands of which the last one serves, on a free port, until `stop`. */
export const startServing = async (
  code: string,
  { cwd, environment = {} }: Omit<Shell, 'url'>,
): Promise<Served> => {
  const { PATH, HOME } = process.env
  const child = spawn('bash', ['-ec', `exec 2>&1\n${code}`], {
    cwd,
    env: { PATH, HOME, PORT: '0', LOG_LEVEL: 'silent', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
    // A group of its own: the signal is for the service below the shell.
    detached: true,
  })
  const ended = once(child, 'close')
  let printed = ''
  child.stdout.setEncoding('utf8')
  const listening = new Promise<string>((resolve) => {
    child.stdout.on('data', (text: string) => {
      printed += text
      const [, url] = /^listening on (\S+)$/m.exec(printed) ?? []
      if (url !== undefined) resolve(url)
    })
  })
  const url = await Promise.race([listening, ended.then(() => undefined)])
  if (url === undefined) throw new Error(`it did not come to serve: ${printed}`)
  return {
    url,
    get printed() {
      return printed
    },
    stop: async (signal = 'SIGTERM') => {
      if (child.pid !== undefined) process.kill(-child.pid, signal)
      await ended
    },
  }
}
