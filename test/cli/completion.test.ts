// Completion as the shells do it: bash's own, and of zsh and fish that they can read the script, where they are
// installed.
import { execFile, spawnSync } from 'node:child_process'
import { writeFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeProgram } from '../../packages/server/src/cli/program.ts'
import { readTree } from '../../packages/server/src/cli/completion/tree.ts'
import { writeCompletion } from '../../packages/server/src/cli/completion/write.ts'
import type { Shell } from '../../packages/server/src/cli/completion/shells.ts'

const execute = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'challenge-service-completion-'))
const pathTo = (shell: Shell): string => join(folder, `completion.${shell}`)

beforeAll(() => {
  for (const shell of ['bash', 'zsh', 'fish'] as const) {
    writeFileSync(pathTo(shell), writeCompletion(makeProgram(), shell))
  }
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What bash offers for the last of the words. */
const complete = async (...words: readonly string[]): Promise<readonly string[]> => {
  const line = `source ${pathTo('bash')}
    COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _challenge_service
    printf '%s\\n' "\${COMPREPLY[@]}"`
  const { stdout } = await execute('bash', ['--norc', '-c', line, 'bash', 'challenge-service', ...words])
  return stdout.split('\n').filter((word) => word !== '')
}

describe('completion for bash', () => {
  it.each([
    ['commands', ['acc'], ['account']],
    ['commands below one', ['group', 'r'], ['rename', 'role', 'remove']],
    ['options', ['account', 'erase', '--s'], ['--stop-mails']],
    ['options after an argument', ['account', 'erase', 'a@b.example', '--y'], ['--yes']],
    ['the choices of an option', ['account', 'create', '--plan', ''], ['free', 'club']],
    ['the choices of an argument', ['account', 'plan', 'a@b.example', 'c'], ['club']],
    [
      'the choices of an argument after an option',
      ['group', 'role', 'grp_x', '--email', 'a@b.example', 'a'],
      ['admin'],
    ],
    ['the shells', ['completion', ''], ['bash', 'zsh', 'fish']],
    ['nothing where a value is free', ['account', 'create', '--email', ''], []],
    ['options of the program', ['--v'], ['--version']],
  ])('offers %s', async (_, words, offered) => {
    expect(await complete(...words)).toEqual(offered)
  })

  it('knows every command and every option of the tree', async () => {
    for (const { path, options, subcommands } of readTree(makeProgram())) {
      const words = path === '' ? [] : path.split(' ')
      expect(await complete(...words, '-')).toEqual(options.flatMap(({ names }) => names))
      const offered = subcommands.length > 0 ? await complete(...words, '') : []
      expect(offered).toEqual(subcommands.map(({ name }) => name))
    }
  })

  it('is a script that bash accepts', async () => {
    expect((await execute('bash', ['-n', pathTo('bash')])).stderr).toBe('')
  })
})

describe.each([['zsh', ['-n']] as const, ['fish', ['--no-execute']] as const])(
  'completion for %s',
  (shell, check) => {
    it.skipIf(spawnSync(shell, ['--version']).error !== undefined)(
      'is a script that it accepts',
      async () => {
        expect((await execute(shell, [...check, pathTo(shell)])).stderr).toBe('')
      },
    )

    it('names every command', () => {
      const text = writeCompletion(makeProgram(), shell)
      for (const { path } of readTree(makeProgram())) expect(text).toContain(path)
    })
  },
)
