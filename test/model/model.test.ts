// The service against the model: random sequences of what two people do, by calls and on pages, and of what the
// clock does, on both engines; what can have changed is compared after every command, and all of it at the end.
// A failure shrinks, and its seed and path repeat it.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { challengeStatuses } from '@challenge-service/contract'
import { engines } from '../support/engine.ts'
import { plantFault, type Edit } from '../support/planted.ts'
import { startPlanted, useService } from '../support/service.ts'
import { commands, moves, type Command } from './commands.ts'
import { targetOf } from './step.ts'
import { Story, type StoryService } from './story.ts'
import { toAndFro } from './to-and-fro.ts'
import { currentOf, DAY_MS, sideOf, type World } from './world.ts'

const SHORT = 150
/** From so many on, every move by each side must have been tried in every status. */
const LONG = 2_000
const count = Number(process.env['MODEL_COUNT'] ?? SHORT)
const seed = Number(process.env['MODEL_SEED'] ?? Date.now() % 2 ** 31)
const path = process.env['MODEL_PATH']

const settings = {
  WRITES_PER_MINUTE: '1000000',
  READS_PER_MINUTE: '1000000',
  ACCOUNT_QUOTA: '1000000',
  LOG_LEVEL: 'silent',
}

const PROGRESS = 500

/** A long run says how it gets on. */
const progressOf = (engine: string): (() => void) => {
  const begun = performance.now()
  let told = 0
  return () => {
    told += 1
    const seconds = (performance.now() - begun) / 1000
    if (told % PROGRESS === 0) console.log(`model on ${engine}: ${told} told, ${Math.round(seconds)} s`)
  }
}

/** Which move by which side was tried in which status, over all sequences. */
class Reached {
  readonly #pairs = new Set<string>()

  note(world: World, command: Command): void {
    if (!('on' in command)) return
    const challenge = currentOf(world, targetOf(world, command))
    this.#pairs.add(`${challenge.status} ${command.do}`)
    this.#pairs.add(`${challenge.status} ${command.do} ${sideOf(challenge, command.by)}`)
  }

  missing(wanted: readonly string[]): readonly string[] {
    return wanted.filter((pair) => !this.#pairs.has(pair))
  }
}

const pairsOf = (from: readonly string[], sides: readonly string[]): readonly string[] =>
  from.flatMap((status) => moves.flatMap((move) => sides.map((side) => `${status} ${move}${side}`)))

const commonPairs = pairsOf(['pending', 'active'], [''])
const everyPair = pairsOf(challengeStatuses, [' creator', ' opponent'])

const tellStory = async (
  service: StoryService,
  told: readonly Command[],
  reached?: Reached,
): Promise<void> => {
  const story = await Story.begin(service)
  const open: Command = { do: 'create', by: 0, dueDays: 2 }
  // Long enough for every deadline that can still stand, so that nothing is left for the next sequence.
  const end: readonly Command[] = [{ do: 'advance', ms: 45 * DAY_MS }, { do: 'run_due' }]
  for (const command of [open, ...told, ...end]) {
    reached?.note(story.world, command)
    await story.run(command)
  }
  await story.end()
}

describe.each(engines)('the model, on %s', (engine) => {
  const service = useService(engine, settings)

  it(`agrees with ${count} sequences of up to 30 commands`, { timeout: count * 2_000 }, async () => {
    console.log(`model on ${engine}: ${count} sequences, seed ${seed}`)
    const reached = new Reached()
    const tick = progressOf(engine)
    await fc.assert(
      fc.asyncProperty(commands, async (told) => {
        await tellStory(service, told, reached)
        tick()
      }),
      { numRuns: count, seed, ...(path === undefined ? {} : { path }) },
    )
    if (path !== undefined || count < SHORT) return
    expect(reached.missing(count >= LONG ? everyPair : commonPairs)).toEqual([])
  })

  it('agrees with what goes to and fro for longer than it may', { timeout: 60_000 }, async () => {
    await expect(tellStory(service, toAndFro)).resolves.toBeUndefined()
  })
})

describe('a fault is found by the model', () => {
  const faults: readonly (readonly [string, Edit])[] = [
    [
      'in what a tally claims',
      {
        file: 'packages/server/src/features/tally/tally.rules.ts',
        from: "status === 'withdrawn' ? 0 : amount",
        to: "status === 'withdrawn' ? 0 : 1",
      },
    ],
    [
      'in the instant of a deadline',
      {
        file: 'packages/server/src/features/challenges/rules/clock.rules.ts',
        from: 'deadline === undefined || now < deadline',
        to: 'deadline === undefined || now <= deadline',
      },
    ],
    [
      'in how long a snapshot is current',
      {
        file: 'packages/server/src/features/challenges/reading/reading.service.ts',
        from: 'version === null || !isCurrent(row.next_move_at, now)',
        to: 'version === null',
      },
    ],
    [
      'in what is published',
      {
        file: 'packages/server/src/features/challenges/change/publish.ts',
        from: 'const feedEvents = listToldParties(challenge).map((party) =>',
        to: "const feedEvents = listToldParties(challenge).filter((party) => party !== actor || type !== 'challenge.proposed').map((party) =>",
      },
    ],
    [
      'in whose silence counts',
      {
        file: 'packages/server/src/features/challenges/rules/clock.rules.ts',
        from: 'return wasNoticed(proposal)',
        to: 'return proposal',
      },
    ],
    [
      'in what a button of a page means',
      {
        file: 'packages/server/src/features/challenges/play/choice.rules.ts',
        from: "return choice === 'win' ?",
        to: "return choice !== 'win' ?",
      },
    ],
  ]

  it.each(faults)('%s', { timeout: 240_000 }, async (_, edit) => {
    const sources = plantFault([edit])
    const service = await startPlanted(sources, 'sqlite', settings)
    try {
      const { failed } = await fc.check(
        fc.asyncProperty(commands, (told) => tellStory(service, told)),
        { numRuns: SHORT, endOnFailure: true },
      )
      expect(failed).toBe(true)
    } finally {
      await service.stop()
      sources.remove()
    }
  })
})
