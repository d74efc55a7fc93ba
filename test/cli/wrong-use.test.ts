// A wrong use of the command line: exit status 2, what is wrong, and the nearest word that there is.
import { tmpdir } from 'node:os'
import { describe, expect, it, vi } from 'vitest'
import { thisRelease } from '../../packages/server/src/kernel/release.ts'
import { commandOf } from '../support/command.ts'

// Processes take a second each, and those of several tests run at once.
vi.setConfig({ testTimeout: 60_000 })

const run = commandOf({ databaseUrl: `sqlite:${tmpdir()}/there-is-none.db`, secretKey: '' })

describe('a wrong use', () => {
  it.each([
    ['of an unknown command', ['acount'], "unknown command 'acount'\n(Did you mean account?)"],
    ['of an unknown command below one', ['group', 'lst'], "unknown command 'lst'\n(Did you mean list?)"],
    [
      'of an unknown option',
      ['mail', 'list', '--limt', '1'],
      "unknown option '--limt'\n(Did you mean --limit?)",
    ],
    [
      'with a choice that is none',
      ['account', 'plan', 'a@b.example', 'gold'],
      'Allowed choices are free, club.',
    ],
    ['with nothing to change', ['account', 'rename', 'a@b.example'], 'give --first-name or --last-name'],
    ['without what is required', ['account', 'create', '--email', 'a@b.example'], '--first-name'],
    ['with a number that is none', ['group', 'quota', 'grp_x', 'many'], 'whole number'],
    [
      'with both owners',
      ['token', 'create', '--account', 'a@b.example', '--group', 'grp_x'],
      'either --account or',
    ],
    ['with no owner', ['token', 'list'], 'either --account or --group'],
  ])('%s has exit status 2 and says what is wrong', async (_, args, words) => {
    const stderr: unknown = expect.stringContaining(words)
    await expect(run(...args)).rejects.toMatchObject({ code: 2, stdout: '', stderr })
  })

  it('is not to ask for help, or for the release', async () => {
    expect(await run('--version')).toBe(`${thisRelease}\n`)
    const [root, command] = await Promise.all([run('--help'), run('token', 'create', '--help')])
    expect(root).toMatch(/Usage: challenge-service [^]*serve[^]*migrate[^]*account[^]*group[^]*token/)
    expect(command).toMatch(/--account[^]*--group[^]*--scopes[^]*--expires-in-days[^]*Example:/)
  })
})
