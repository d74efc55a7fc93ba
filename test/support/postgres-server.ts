// A real PostgreSQL for one test run: free loopback port, temporary data folder. It ends with the process that started
// it, even one that was killed, and leaves only the files that later runs start from.
import { type ChildProcess, spawn } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import {
  environment,
  findUnprivileged,
  handOver,
  keepFiles,
  prefix,
  runAsUser,
  type PostgresFiles,
  type RunAs,
} from './postgres-files.ts'
import { isAlive, listAbandoned, makeFolder, removeFolder, temporaryFolder } from './scratch.ts'

const startTimeoutMs = 30_000

export interface PostgresServer {
  /** A superuser's URL, good for creating databases. */
  readonly adminUrl: string
  stop(): Promise<void>
}

/**
 * Starts a server, or names the one of TEST_POSTGRES_URL, which is never stopped. `own` settings come on top of
 * those of a test, which need not survive the machine.
 */
export const startPostgres = async (
  own: Readonly<Record<string, string>> = {},
  parent = temporaryFolder,
): Promise<PostgresServer> => {
  const given = process.env['TEST_POSTGRES_URL']
  if (given !== undefined && given !== '') return { adminUrl: given, stop: async () => {} }

  for (const folder of new Set([temporaryFolder, parent])) await removeStale(folder)
  const runAs = await findUnprivileged()
  const files = await keepFiles(runAs)
  const base = makeFolder(parent, prefix)
  try {
    await handOver(base, runAs)
    await runAsUser(runAs, 'cp', ['-R', files.data, join(base, 'data')])
    const { child, port } = await launch(base, files, runAs, own)
    return {
      adminUrl: `postgres://postgres:${files.password}@127.0.0.1:${port}/postgres`,
      stop: async () => {
        await end(child)
        await rm(base, { recursive: true, force: true })
      },
    }
  } catch (error) {
    await rm(base, { recursive: true, force: true })
    throw new Error(`PostgreSQL does not start; if ${files.folder} is damaged, remove it`, { cause: error })
  }
}

/**
 * The server's parent, which holds the other end of our pipe. When that closes, because we stop the server or
 * because we are gone, it shuts the server down; once the server has ended it removes the folder.
 */
const watchdog = `
  base=$1; binary=$2; shift 2
  exec 3<&0
  "$binary" -D "$base/data" "$@" </dev/null 3<&- &
  server=$!
  { cat <&3; kill -INT $server; } >/dev/null 2>&1 &
  wait $server
  cd / && rm -rf "$base"
`

const launch = async (
  base: string,
  { binary }: PostgresFiles,
  runAs: RunAs,
  own: Readonly<Record<string, string>>,
): Promise<{ child: ChildProcess; port: number }> => {
  const port = await findFreePort()
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    // Three nodes of twelve connections for each worker, and some for tests that have more.
    max_connections: 100 + 40 * (availableParallelism() + 1),
    fsync: 'off',
    full_page_writes: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...own,
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn('/bin/sh', ['-c', watchdog, 'postgres-watchdog', base, binary, ...flags], {
    ...runAs,
    cwd: base,
    env: environment,
    detached: true, // a terminal's Ctrl-C is for the tests; the server ends after them
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  await untilReady(child)
  return { child, port }
}

const untilReady = async (child: ChildProcess) => {
  let log = ''
  await new Promise<void>((resolve, reject) => {
    const fail = (reason: string) => {
      child.stdin?.end()
      reject(new Error(`PostgreSQL ${reason}:\n${log}`))
    }
    const timer = setTimeout(() => fail(`was not ready within ${startTimeoutMs} ms`), startTimeoutMs)
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      log = (log + text).slice(-8192)
      if (!log.includes('ready to accept connections')) return
      clearTimeout(timer)
      resolve()
    })
    child.once('exit', () => {
      clearTimeout(timer)
      fail('did not start')
    })
  })
}

const end = async (child: ChildProcess) => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.stdin?.end()
  await ended
}

const findFreePort = async (): Promise<number> => {
  const probe = createServer()
  return await new Promise((resolve, reject) => {
    probe.once('error', reject).listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(address !== null && typeof address === 'object' ? address.port : 0))
    })
  })
}

/** Removes what a run left behind whose watchdog was killed as well. */
const removeStale = async (parent: string) => {
  for (const base of listAbandoned(parent, prefix)) {
    const server = Number.parseInt(
      await readFile(join(base, 'data/postmaster.pid'), 'utf8').catch(() => ''),
      10,
    )
    if (Number.isInteger(server) && isAlive(server)) continue
    removeFolder(base)
  }
}
