// No turn of the event loop reads more of SQLite than a little, whatever is asked for and however much there is: while
// SQLite reads, nobody else is answered.
import { beforeAll, describe, expect, it } from 'vitest'
import { isTooLong, watchReadTurns } from '../support/read-turns.ts'
import { useService } from '../support/service.ts'
import { planWalk, walkSettings, type Step } from './walk.ts'

const sizes = { challenges: 250, entriesOfEachParty: 600, members: 400, others: 400 }

describe('with as much as there may be, on SQLite', () => {
  const service = useService('sqlite', walkSettings)
  let steps: readonly Step[] = []
  beforeAll(async () => {
    steps = await planWalk(service, sizes)
  }, 120_000)

  it('no turn reads more than 200 rows or 256 KB, whatever is asked for', { timeout: 300_000 }, async () => {
    const found: string[] = []
    for (const { name, prepare } of steps) {
      const ask = await prepare()
      const turns = await watchReadTurns(ask)
      const worst = turns.filter(isTooLong).toSorted((a, b) => b.bytes - a.bytes)[0]
      if (worst)
        found.push(
          `${name}: ${worst.rows} rows, ${worst.bytes} bytes of ${[...new Set(worst.statements)].join(', ')}`,
        )
    }
    expect(steps.length).toBeGreaterThan(150)
    expect(found).toEqual([])
  })
})
