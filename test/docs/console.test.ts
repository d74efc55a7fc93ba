// The transcripts of the operator's pages are run, each page from its top to its end, and must print what they show.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { requirement } from '../support/requirements.ts'
import { nameBlock, type Block } from './blocks.ts'
import { preparations, type Stage } from './console-stage.ts'
import { takeBlocks } from './runners.ts'
import { makeClone } from './shell.ts'
import { fits, readTranscript } from './transcript.ts'

const execute = promisify(execFile)
const TIMEOUT_MS = 480_000

const translate = (stage: Stage, text: string): string =>
  [...stage.words].reduce((translated, [word, here]) => translated.replaceAll(word, here), text)

/** What a command prints, both streams as on a terminal. */
const run = async (stage: Stage, command: string): Promise<string> => {
  const { PATH, HOME } = process.env
  const { stdout } = await execute('bash', ['-c', `exec 2>&1\n${command}`], {
    cwd: stage.folder,
    env: { PATH, HOME, ...stage.environment },
    timeout: TIMEOUT_MS,
  }).catch((error: unknown) => error as { readonly stdout: string })
  return stdout.trim()
}

const play = async (stage: Stage, block: Block): Promise<readonly string[]> => {
  const faults: string[] = []
  for (const { command, shown } of readTranscript(block.code)) {
    const printed = await run(stage, translate(stage, command))
    if (!fits(translate(stage, shown), printed)) {
      faults.push(`${nameBlock(block)}: $ ${command}\nshows\n${shown}\nand prints\n${printed}`)
    }
  }
  return faults
}

const openStage = (): Stage => {
  const clone = makeClone()
  onTestFinished(() => clone.remove())
  const stage: Stage = { folder: clone.folder, environment: {}, words: new Map(), ends: [] }
  onTestFinished(async () => {
    for (const end of stage.ends.toReversed()) await end()
  })
  return stage
}

describe.skipIf(requirement('openssl') === undefined)('the transcripts', () => {
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
      const shown = blocks.filter((block) => block.document === document)
      for (const block of shown) {
        await prepare[block.heading]?.(stage)
        faults.push(...(await play(stage, block)))
      }
      expect(faults.join('\n\n')).toBe('')
      const headings = shown.map(({ heading }) => heading)
      expect(Object.keys(prepare).filter((heading) => !headings.includes(heading))).toEqual([])
    },
    TIMEOUT_MS,
  )
})
