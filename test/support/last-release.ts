// The last release as it runs, unpacked from the repository, and databases that it filled: see tools/last-release.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { repository } from './planted.ts'

const execute = promisify(execFile)

export interface LastRelease {
  readonly folder: string
  /** Its command line. */
  readonly bin: string
  readonly version: string
  remove(): void
}

export const { unpackLastRelease } = (await import(join(repository, 'tools/last-release/unpack.mjs'))) as {
  readonly unpackLastRelease: () => LastRelease
}

type Token = 'ana' | 'ben' | 'group'

/** What a release showed: the data that each path gave to whom. */
export type Shown = Readonly<Partial<Record<Token, Readonly<Record<string, unknown>>>>>

/** How to start on a database that was filled, and what to ask for. */
interface Asked {
  readonly secretKey: string
  readonly now: number
  readonly tokens: Readonly<Record<Token, string>>
  readonly paths: Readonly<Partial<Record<Token, readonly string[]>>>
}

export interface FilledDatabase extends Asked {
  /** Ana's challenges for Ben by their status; `group` is one within the group. */
  readonly challenges: Readonly<Record<string, string>>
  readonly webhook: { readonly id: string; readonly signing_secret: string }
  /** A call that was made with an Idempotency-Key, and the id of what it created. */
  readonly repeated: { readonly body: object; readonly key: string; readonly id: string }
  /** Of the second page of Ana's challenges. */
  readonly cursor: string
  readonly shown: Required<Pick<Shown, 'ana' | 'group'>>
}

const play = async ({ folder }: LastRelease, url: string, ...asked: readonly string[]): Promise<unknown> => {
  const program = join(repository, 'tools/last-release/play.mjs')
  const options = { env: { PATH: process.env['PATH'] }, maxBuffer: 2 ** 26 }
  const { stdout } = await execute(process.execPath, [program, folder, url, ...asked], options)
  return JSON.parse(stdout) as unknown
}

/** Has the last release fill a database with something of every kind. */
export const fillByLastRelease = async (last: LastRelease, url: string): Promise<FilledDatabase> =>
  (await play(last, url)) as FilledDatabase

/** Starts the last release on a database, asks, and stops it. */
export const showByLastRelease = async (
  last: LastRelease,
  url: string,
  { secretKey, now, tokens, paths }: Asked,
): Promise<Shown> => (await play(last, url, JSON.stringify({ secretKey, now, tokens, paths }))) as Shown

/** Runs a command of the last release on a database. */
export const commandByLastRelease = async (
  { bin }: LastRelease,
  url: string,
  ...args: readonly string[]
): Promise<void> => {
  await execute(process.execPath, [bin, ...args], { env: { PATH: process.env['PATH'], DATABASE_URL: url } })
}
