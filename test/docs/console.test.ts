// The transcripts of the operator's documents are played, each page from its top to its end, and what they show must be
// what is printed.
import { execFile } from 'node:child_process'
import { promisify, stripVTControlCharacters } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { requirement } from '../support/requirements.ts'
import { nameBlock, type Block } from './blocks.ts'
import { preparations, type Stage } from './console-stage.ts'
import { takeBlocks } from './runners.ts'
import { makeClone, startServing } from './shell.ts'
import { Names, readTranscript, type Step } from './transcript.ts'

const execute = promisify(execFile)
const TIMEOUT_MS = 480_000

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
  const clone = makeClone()
  onTestFinished(() => clone.remove())
  const stage: Stage = {
    folder: clone.folder,
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

describe.skipIf(needed.includes(undefined))('the transcripts', () => {
  const blocks = takeBlocks('transcripts')

  it('are on the pages that have a stage', () => {
    expect([...new Set(blocks.map(({ document }) => document))].toSorted()).toEqual(
      Object.keys(preparations).toSorted(),
    )
  })

  it.each(Object.entries(preparations))(
    'of %s show what is printed, one after another',
    async (document, prepare) => {
      const stage = openStage()
      const faults: string[] = []
      const seen = new Map<string, number>()
      for (const block of blocks.filter((one) => one.document === document)) {
        const count = (seen.get(block.heading) ?? 0) + 1
        seen.set(block.heading, count)
        await prepare[count === 1 ? block.heading : `${block.heading} ${count}`]?.(stage)
        faults.push(...(await play(stage, block)))
      }
      expect(faults.join('\n\n')).toBe('')
      expect(Object.keys(prepare).filter((key) => !seen.has(key.replace(/ \d$/, '')))).toEqual([])
    },
    TIMEOUT_MS,
  )
})
