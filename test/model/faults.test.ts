// Where a rule is wrong, the model sees it within the sequences of a short run.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plantFault, type Edit } from '../support/planted.ts'
import { startPlanted } from '../support/service.ts'
import { commands } from './commands.ts'
import { settings, SHORT, tellStory } from './telling.ts'

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
      'in which of the terms is which',
      {
        file: 'packages/server/src/features/challenges/rules/life.rules.ts',
        from: 'claim: sent.claim,\n  stake: sent.stake,',
        to: 'claim: sent.stake,\n  stake: sent.claim,',
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
