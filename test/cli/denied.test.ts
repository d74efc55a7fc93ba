// Where the surroundings of a command deny it something: a disk that is full, nobody who reads its errors, files that
// belong to someone else. It says so in one sentence, and ends with the status that it would have had.
import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

// Processes take a second each, and those of several tests run at once.
vi.setConfig({ testTimeout: 60_000 })

const bin = fileURLToPath(new URL('../../bin/challenge-service', import.meta.url))
const execute = promisify(execFile)

/** Root may do everything. Without these rights it may do what the owner of a file may. */
const lessThanRoot =
  process.getuid?.() === 0
    ? [
        'setpriv',
        '--bounding-set=-dac_override,-dac_read_search',
        '--inh-caps=-dac_override,-dac_read_search',
      ]
    : []

interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

describe('a command that is denied something', () => {
  let folder: string
  let databaseUrl: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'denied-'))
    databaseUrl = `sqlite:${folder}/challenges.db`
    await run('"$0" account create --email ana@example.com --first-name Ana')
  })
  afterEach(async () => {
    await chmod(folder, 0o700)
    await rm(folder, { recursive: true })
  })

  const run = (line: string, before: readonly string[] = []): Promise<Ended> => {
    const [program, ...args] = [...before, 'bash', '--norc', '-c', line, bin]
    return execute(program, args, { env: { PATH: process.env['PATH'], DATABASE_URL: databaseUrl } }).then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      (error: unknown) => error as Ended,
    )
  }

  it('says that the disk is full in one sentence', async () => {
    expect(await run('"$0" account list >/dev/full')).toMatchObject({
      code: 1,
      stderr: 'error: what this command prints cannot be written (ENOSPC)\n',
    })
  })

  it.each([
    ['a wrong use', 'account lst', 2],
    ['a refusal', 'account show ben@example.com', 1],
  ])('%s ends with its status where nobody reads why', async (_, command, code) => {
    expect(await run(`"$0" ${command} 2>/dev/full`)).toMatchObject({ code })
    expect(await run(`"$0" ${command} 2>&-`)).toMatchObject({ code })
    expect(await run(`"$0" ${command} 2> >(exec 0<&-)`)).toMatchObject({ code })
  })

  it('says which setting is in a file that it may not read', async () => {
    const path = join(folder, 'smtp')
    await writeFile(path, 'smtp://user:password@mail.example\n', { mode: 0o000 })
    const line = `PUBLIC_URL=https://c.example SMTP_URL_FILE=${path} "$0" serve`
    expect(await run(line, lessThanRoot)).toMatchObject({
      code: 1,
      stderr: `error: this user may not read SMTP_URL_FILE (${path}) (EACCES)\n`,
    })
  })

  it('that is refused makes no key file', async () => {
    for (const command of ['erase ben@example.com --yes', 'erase ana@example.com']) {
      expect((await run(`"$0" account ${command}`)).code).toBe(1)
      expect((await readdir(folder)).filter((name) => name.endsWith('.key'))).toEqual([])
    }
    expect((await run('"$0" account erase ana@example.com --yes')).code).toBe(0)
    expect(await readdir(folder)).toContain('challenges.db.key')
    // What was begun is found by the key that it was begun with.
    const again = await run('"$0" account erase ana@example.com')
    expect(again.stderr).toContain('there is no terminal to ask on')
  })

  it('names the database whose folder it may not write in', async () => {
    await chmod(folder, 0o500)
    const { code, stderr } = await run('"$0" account list', lessThanRoot)
    expect({ code, stderr }).toMatchObject({ code: 1 })
    expect(stderr).toMatch(
      /^error: this user may not write in the folder [^\n]+: run this as the user that owns it, or give the folder to this user \(\w+\)\n$/,
    )
    expect(stderr).toContain(
      `the folder ${folder}, where SQLite keeps files beside the database ${folder}/challenges.db`,
    )
  })

  it('names the database that it may not read', async () => {
    await chmod(`${folder}/challenges.db`, 0o000)
    const { code, stderr } = await run('"$0" account list', lessThanRoot)
    expect({ code, stderr }).toMatchObject({ code: 1 })
    expect(stderr).toMatch(
      new RegExp(
        `^error: this user may not read and write the database ${folder}/challenges.db: run this as the user that owns it, or give the file to this user \\(\\w+\\)\n$`,
      ),
    )
  })

  it('names the key file that it may not read', async () => {
    expect((await run('"$0" mail stops')).code).toBe(0)
    const path = `${folder}/challenges.db.key`
    await chmod(path, 0o000)
    expect(await run('"$0" serve', lessThanRoot)).toMatchObject({
      code: 1,
      stderr: `error: this user may not open ${path}: run this as the user that owns it, or give the file to this user (EACCES)\n`,
    })
  })

  it('names the file that it may not make', async () => {
    const closed = join(folder, 'closed')
    await mkdir(closed, { mode: 0o500 })
    expect(await run(`"$0" backup ${closed}/copy.db`, lessThanRoot)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^error: this user may not open [^\n]+: run this as the user that owns its folder, or choose another place \(EACCES\)\n$/,
      ) as string,
    })
  })
})
