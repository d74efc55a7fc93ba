// The service against the model: random sequences of what two people do, by calls and on pages, and of what the
// clock does, on both engines; what can have changed is compared after every command, and all of it at the end.
// A failure shrinks, and its seed and path repeat it.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { challengeStatuses } from '@challenge-service/contract'
import { engines } from '../support/engine.ts'
import { useService } from '../support/service.ts'
import { commands, moves, type Command } from './commands.ts'
import { targetOf } from './step.ts'
import { settings, SHORT, tellStory } from './telling.ts'
import { toAndFro } from './to-and-fro.ts'
import { currentOf, sideOf, type World } from './world.ts'

/** From so many on, every move by each side must have been tried in every status. */
const LONG = 2_000
const count = Number(process.env['MODEL_COUNT'] ?? SHORT)
const seed = Number(process.env['MODEL_SEED'] ?? Date.now() % 2 ** 31)
const path = process.env['MODEL_PATH']

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

describe.each(engines)('the model, on %s', (engine) => {
  const service = useService(engine, settings)

  it(`agrees with ${count} sequences of up to 30 commands`, { timeout: count * 2_000 }, async () => {
    console.log(`model on ${engine}: ${count} sequences, seed ${seed}`)
    const reached = new Reached()
    const tick = progressOf(engine)
    await fc.assert(
      fc.asyncProperty(commands, async (told) => {
        await tellStory(service, told, (world, command) => reached.note(world, command))
        tick()
      }),
      { numRuns: count, seed, ...(path === undefined ? {} : { path }) },
    )
    if (path !== undefined || count < SHORT) return
    expect(reached.missing(count >= LONG ? everyPair : commonPairs)).toEqual([])
  })

  it('agrees with what goes to and fro for longer than it may', { timeout: 180_000 }, async () => {
    await expect(tellStory(service, toAndFro)).resolves.toBeUndefined()
  })
})
