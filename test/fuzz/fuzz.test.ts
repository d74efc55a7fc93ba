// Calls made from the OpenAPI document, sound and spoiled, against the running service. Each run has another
// seed; `npm run test:fuzz -- --help` tells how to repeat one, and how to run for long.
import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openApiDocument } from '@challenge-service/contract'
import { engines } from '../support/engine.ts'
import { operationsOf } from './document.ts'
import { fuzz } from './fuzz.ts'
import { startWorld, type World } from './world.ts'

const setting = (name: string): string | undefined => {
  const value = process.env[`FUZZ_${name}`]
  return value === '' ? undefined : value
}

const count = Number(setting('COUNT') ?? 1_500)
const seed = Number(setting('SEED') ?? randomInt(2 ** 31))
const endpoint = setting('ENDPOINT')
const path = setting('PATH')

const document = openApiDocument({ version: 'any' })

describe.each(engines)('calls made from the document, on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  afterAll(() => world.stop())

  it(`keep every promise, ${count} of them`, { timeout: 60_000 + count * 50 }, async () => {
    const run = await fuzz(world, document, { count, seed, path, endpoint })

    const statuses = [...run.statuses].toSorted(([a], [b]) => a - b).map(([status, n]) => `${status}×${n}`)
    console.log(`fuzz: ${engine}, seed ${seed}, ${run.calls} calls: ${statuses.join(' ')}`)
    const only = endpoint === undefined ? '' : ` --endpoint '${endpoint}'`
    const repeat = `npm run test:fuzz -- --engine ${engine} --seed ${seed} --count ${count}${only}`
    if (run.failure) {
      console.log(
        `${run.failure.text}\nrepeat all of it: ${repeat}\nthat call alone: ${repeat} --path ${run.failure.path}`,
      )
    }
    expect(run.failure).toBeUndefined()

    // A run that went past an operation would promise more than it tried.
    const isWhole = path === undefined && endpoint === undefined && count >= 1_000
    const missed = operationsOf(document).filter(({ name }) => isWhole && !run.operations.has(name))
    expect(missed.map(({ name }) => name)).toEqual([])
  })
})
