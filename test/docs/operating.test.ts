// docs/operating.md: its transcripts are played from the top of the page to its end, and what they show must be what
// is printed; its settings and statements are used as they stand.
import { execFile } from 'node:child_process'
import { promisify, stripVTControlCharacters } from 'node:util'
import pg from 'pg'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { readKeyring } from '../../packages/server/src/config/secrets.ts'
import { call } from '../support/call.ts'
import { openPostOffice } from '../support/post-office.ts'
import { requirement } from '../support/requirements.ts'
import { nameBlock, type Block } from './blocks.ts'
import { findCode } from './document.ts'
import { preparations, type Stage } from './operating-stage.ts'
import { takeBlocks } from './runners.ts'
import { makeClone, runBlock, startServing } from './shell.ts'
import { findDifferences } from './shown.ts'
import { Names, readTranscript, type Step } from './transcript.ts'

const execute = promisify(execFile)
const TIMEOUT_MS = 480_000

const openClone = (): string => {
  const clone = makeClone()
  onTestFinished(() => clone.remove())
  return clone.folder
}

const translate = (stage: Stage, text: string): string =>
  [...stage.words].reduce((translated, [word, here]) => translated.replaceAll(word, here), text)

const SEPARATOR = '--- the next command'

/**
 * What each command prints, both streams as on a terminal. They run in one shell, so `$?` is that of the one before.
 */
const runCommands = async (stage: Stage, commands: readonly string[]): Promise<readonly string[]> => {
  const between = `__status=$?; printf '%s\\n' '${SEPARATOR}'; (exit $__status)`
  const script = ['exec 2>&1', ...commands.flatMap((command) => [command, between])].join('\n')
  const { PATH, HOME } = process.env
  const { stdout } = await execute('bash', ['-c', script], {
    cwd: stage.folder,
    env: { PATH, HOME, ...stage.environment },
    timeout: TIMEOUT_MS,
  }).catch((error: unknown) => error as { readonly stdout: string })
  return stdout.split(`${SEPARATOR}\n`).map((text) => text.trim())
}

/** A command that asks, on a terminal, where someone types yes. */
const runAnswering = async (stage: Stage, command: string): Promise<string> => {
  const [printed = ''] = await runCommands(stage, [`printf 'yes\\n' | script -qec "${command}" /dev/null`])
  return cleanTerminal(printed)
}

/**
 * What stays on the screen: without what was typed before it was asked for, moves of the cursor, and the bar that is
 * wiped.
 */
const cleanTerminal = (printed: string): string =>
  stripVTControlCharacters(printed)
    .replaceAll('\r', '')
    .replaceAll(/deleting \[[^\]]*\] \d+\/\d+/g, '')
    .replace(/^yes\n/, '')
    .replaceAll(/\n{2,}/g, '\n')

const runServing = async (stage: Stage, command: string): Promise<string> => {
  const served = await startServing(command, { cwd: stage.folder, environment: stage.environment })
  await served.stop()
  return served.printed.trim()
}

const run = async (stage: Stage, steps: readonly Step[]): Promise<readonly string[]> => {
  const commands = steps.map(({ command }) => stage.names.fill(translate(stage, command)))
  const [first = ''] = commands
  const shown = steps[0]?.shown ?? ''
  if (shown.startsWith('listening on')) return [await runServing(stage, first)]
  if (shown.includes('Type yes to do it: yes')) return [await runAnswering(stage, first)]
  return runCommands(stage, commands)
}

/** Steps that name what a step before them shows are run after it. */
const groupSteps = (steps: readonly Step[]): readonly (readonly Step[])[] => {
  const needsShell = steps.some(({ command }) => command.includes('$?'))
  return needsShell ? [steps] : steps.map((step) => [step])
}

const play = async (stage: Stage, block: Block): Promise<readonly string[]> => {
  const faults: string[] = []
  for (const steps of groupSteps(readTranscript(block.code))) {
    const printed = await run(stage, steps)
    for (const [at, { command, shown }] of steps.entries()) {
      const text = printed[at] ?? ''
      if (!stage.names.fits(translate(stage, shown), text)) {
        faults.push(`${nameBlock(block)}: $ ${command}\nshows\n${shown}\nand prints\n${text}`)
      }
    }
  }
  return faults
}

const openStage = (): Stage => {
  const stage: Stage = {
    folder: openClone(),
    environment: {},
    words: new Map(),
    names: new Names(),
    ends: [],
  }
  onTestFinished(async () => {
    for (const end of stage.ends.toReversed()) await end()
  })
  return stage
}

const needed = (['curl', 'openssl'] as const).map(requirement)

describe.skipIf(needed.includes(undefined))('the transcripts of operating', () => {
  it(
    'show what is printed, one after another',
    async () => {
      const stage = openStage()
      const faults: string[] = []
      const seen = new Map<string, number>()
      for (const block of takeBlocks('transcripts of operating')) {
        const count = (seen.get(block.heading) ?? 0) + 1
        seen.set(block.heading, count)
        await preparations[count === 1 ? block.heading : `${block.heading} ${count}`]?.(stage)
        faults.push(...(await play(stage, block)))
      }
      expect(faults.join('\n\n')).toBe('')
      expect(Object.keys(preparations).filter((key) => !seen.has(key.replace(/ \d$/, '')))).toEqual([])
    },
    TIMEOUT_MS,
  )
})

describe('the settings of operating', () => {
  const blocks = takeBlocks('settings of operating')

  it('are all tried here', () => {
    expect(blocks.map(({ heading }) => heading)).toEqual(['SECRET_KEY', 'Mails', 'Logs'])
  })

  it.skipIf(requirement('openssl') === undefined)('make a key that the service takes', async () => {
    const key = await runBlock(findCode(blocks, 'SECRET_KEY'), { cwd: openClone(), url: '' })
    expect(() =>
      readKeyring({ SECRET_KEY: key.trim() }, { kind: 'server', url: 'postgres://db.example/challenges' }),
    ).not.toThrow()
  })

  it('serve with mails', async () => {
    const office = await openPostOffice()
    onTestFinished(() => office.close())
    const code = findCode(blocks, 'Mails').replace(/smtps:\S+/, office.url)
    const served = await startServing(code, { cwd: openClone() })
    onTestFinished(() => served.stop())
    expect((await call(served.url, 'GET', '/readyz')).status).toBe(200)
  }, 60_000)

  it('show a line of the log as it is written', async () => {
    const cwd = openClone()
    const served = await startServing('bin/challenge-service serve --demo', {
      cwd,
      environment: { LOG_LEVEL: 'info' },
    })
    const [, token = ''] = /Bearer (cs_acc_\w+)/.exec(served.printed) ?? []
    await call(served.url, 'GET', '/v1/me', { token })
    await served.stop()
    const line = served.printed.split('\n').find((text) => text.includes('"msg":"call"'))
    const shown = JSON.parse(
      findCode(blocks, 'Logs').replaceAll(/(\w+_)\w+…/g, `$1${'0'.repeat(26)}`),
    ) as object
    const given = JSON.parse(line ?? '{}') as object
    expect(Object.keys(given)).toEqual(Object.keys(shown))
    expect(findDifferences({ ...shown, ms: 0 }, { ...given, ms: 0 })).toEqual([])
  }, 60_000)
})

it('the role that the statements make can serve', async () => {
  const admin = inject('postgresUrl')
  const query = async (url: string, text: string): Promise<void> => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      await client.query(text)
    } finally {
      await client.end()
    }
  }
  const [{ code } = { code: '' }, ...more] = takeBlocks('statements of operating')
  expect(more).toEqual([])
  // A name of its own, since the server is shared by all tests.
  const name = `challenges_${process.pid}`
  const statements = code
    .replaceAll('challenges', name)
    .replace('…', 'a password')
    .split(/;\s*/)
    .filter(Boolean)
  for (const statement of statements) await query(admin, statement)
  onTestFinished(async () => {
    await query(admin, `drop database ${name} with (force)`)
    await query(admin, `drop role ${name}`)
  })
  const url = new URL(admin)
  url.username = name
  url.password = 'a password'
  url.pathname = `/${name}`
  const environment = { DATABASE_URL: url.href, SECRET_KEY: 'A'.repeat(43) + '=' }
  const served = await startServing('bin/challenge-service serve', { cwd: openClone(), environment })
  onTestFinished(() => served.stop())
  expect((await call(served.url, 'GET', '/readyz')).status).toBe(200)
}, 60_000)
