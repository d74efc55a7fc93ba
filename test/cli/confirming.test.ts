// What destroys asks on a terminal, and is refused where there is none; and what is printed may be read by `head`.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { commandOf } from '../support/command.ts'
import { engines } from '../support/engine.ts'
import { newMember } from '../support/groups.ts'
import { useService, type TestGroup } from '../support/service.ts'

// Processes take a second each, and those of several tests run at once.
vi.setConfig({ testTimeout: 90_000 })

const bin = fileURLToPath(new URL('../../bin/challenge-service', import.meta.url))
const execute = promisify(execFile)
const noTerminal = 'error: this cannot be undone, and there is no terminal to ask on: say --yes to do it\n'

describe.each(engines)('a question before what destroys, on %s', (engine) => {
  const service = useService(engine)
  let group: TestGroup
  beforeEach(async () => {
    group = await service.group()
    await newMember(service, group)
  })

  /** On a terminal, at which someone types that answer. */
  const runAnswering = async (answer: string, ...args: readonly string[]) => {
    const env = {
      PATH: process.env['PATH'],
      DATABASE_URL: service.databaseUrl,
      SECRET_KEY: service.secretKey,
    }
    const command = [process.execPath, bin, ...args].join(' ')
    const line = `printf '%s\\n' "$0" | script -qec "$1" /dev/null; exit "\${PIPESTATUS[1]}"`
    return execute('bash', ['--norc', '-c', line, answer, command], { env }).then(
      ({ stdout }) => ({ code: 0, stdout }),
      (error: unknown) => error as { readonly code: number; readonly stdout: string },
    )
  }
  /** On a terminal, at which someone presses that key once they are asked. */
  const runPressing = async (key: string, ...args: readonly string[]) => {
    const command = [process.execPath, bin, ...args].join(' ')
    const env = {
      PATH: process.env['PATH'],
      DATABASE_URL: service.databaseUrl,
      SECRET_KEY: service.secretKey,
    }
    const child = spawn('bash', ['--norc', '-c', 'exec script -qec "$0" /dev/null', command], {
      env,
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    let stdout = ''
    child.stdout.on('data', (piece: Buffer) => {
      const wasAsked = stdout.includes('Type yes')
      stdout += piece.toString()
      if (!wasAsked && stdout.includes('Type yes')) child.stdin.write(key)
    })
    const [code] = (await once(child, 'close')) as [number]
    return { code, stdout }
  }
  const isThere = async (): Promise<boolean> => (await commandOf(service)('group', 'list')).includes(group.id)

  it('group delete says what it would do, and leaves all as it is without a yes', async () => {
    const { code, stdout } = await runAnswering('no', 'group', 'delete', group.id)
    expect(code).toBe(1)
    expect(stdout).toContain(`Deleting Blue (${group.id}):`)
    expect(stdout).toContain('2 memberships, 1 token and 0 webhooks')
    expect(stdout).toContain('nothing was done')
    expect(await isThere()).toBe(true)
  })

  it('group delete goes on with a yes', async () => {
    const { code, stdout } = await runAnswering('yes', 'group', 'delete', group.id)
    expect({ code, stdout }).toMatchObject({ code: 0 })
    expect(stdout).toContain('deleted Blue')
    expect(await isThere()).toBe(false)
  })

  it.each([
    ['Ctrl-C', '\x03', 130],
    ['Ctrl-D', '\x04', 1],
  ])('%s at the question leaves all as it is, and says so', async (_, key, status) => {
    const { code, stdout } = await runPressing(key, 'group', 'delete', group.id)
    expect({ code, stdout }).toMatchObject({ code: status })
    const last = stdout.split('Type yes to do it: ')[1] ?? ''
    // The first line is the rest of the question.
    expect(last.trim().split(/\r?\n/).slice(1)).toEqual(['error: nothing was done'])
    expect(await isThere()).toBe(true)
  })

  it('account erase names what ends, and leaves all as it is without a yes', async () => {
    const { email } = await service.account({ plan: 'club' })
    const { code, stdout } = await runAnswering('', 'account', 'erase', email)
    expect(code).toBe(1)
    expect(stdout).toContain(`Erasing ${email}:`)
    expect(stdout).toContain('on the club plan, with 0 tokens and 0 webhooks')
    expect(await commandOf(service)('account', 'show', email)).toContain(email)
  })

  it.each([[['group', 'delete']], [['account', 'erase']]])(
    '%j needs --yes without a terminal',
    async (args) => {
      const named = args[0] === 'group' ? group.id : group.adminEmail
      await expect(commandOf(service)(...args, named)).rejects.toMatchObject({
        code: 1,
        stdout: '',
        stderr: noTerminal,
      })
      expect(await isThere()).toBe(true)
    },
  )

  it('group role, and group list of a group whose admin was erased', async () => {
    const run = commandOf(service)
    const { email } = await newMember(service, group)
    expect(await run('group', 'role', group.id, '--email', email, 'admin')).toBe(
      `${email} is now an admin of Blue\n`,
    )
    expect(JSON.parse(await run('group', 'show', group.id, '--json'))).toMatchObject({
      members: 3,
      admins: 2,
    })
    await run('group', 'role', group.id, '--email', email, 'member')
    await run('account', 'erase', group.adminEmail, '--yes')
    expect(await run('group', 'list')).toMatch(new RegExp(`${group.id}  Blue .* NO ADMIN`))
    await expect(run('group', 'delete', group.id, '--yes', '--json')).resolves.toBe(
      `${JSON.stringify({ id: group.id, name: 'Blue', deleted: true, challenges: { cancelled: 0, kept: 0 } })}\n`,
    )
  })

  it('a reader of only the first lines ends it without an error', async () => {
    const env = { PATH: process.env['PATH'], DATABASE_URL: service.databaseUrl }
    const line = `set -o pipefail; "$0" "$1" group list | true`
    const { stderr } = await execute('bash', ['--norc', '-c', line, process.execPath, bin], { env })
    expect(stderr).toBe('')
  })
})
