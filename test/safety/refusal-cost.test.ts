// What a refusal may cost: no more than twenty times what a plain text of the same size does, wherever it stands.
import { afterEach, describe, expect, it } from 'vitest'
import { endpoints, type EndpointName } from '@challenge-service/contract'
import { Refusal } from '../../packages/server/src/kernel/refusal.ts'
import { plantFault, soundSources, type Sources } from '../support/planted.ts'
import { comparedWith } from './cost.ts'
import { materialFor, placesOf, plainText, type Place, type Readers } from './places.ts'

const load = <Part>(sources: Sources, file: string): Promise<Part> =>
  sources.load(`packages/server/src/${file}`)

/** The faults are in what the first of them loads. */
const readersOf = async (sources: Sources): Promise<Readers> => ({
  compileInput: (await load<Readers>(sources, 'operations/input.ts')).compileInput,
  parseQuery: (await load<Readers>(soundSources, 'operations/query.ts')).parseQuery,
  readBody: (await load<Readers>(soundSources, 'interfaces/http/body.ts')).readBody,
})

/** The refusal, or what was read where there was none. */
const outcomeOf = (place: Place, json: string): unknown => {
  try {
    return place.read(json)
  } catch (error) {
    return error
  }
}

/** Whether it is one that this list gave is asked once the acting person is known. */
const isJudgedLater = ({ name }: Place): boolean => name.endsWith('query cursor')

const isRefused = (outcome: unknown): boolean =>
  (outcome as Error).name === 'Refusal' || (outcome as { impossibleId?: boolean }).impossibleId === true

interface Findings {
  /** The first that costs too much, in words; the rest is then not tried. */
  readonly excess: string | undefined
  readonly accepted: readonly string[]
  readonly endless: readonly string[]
}

const examine = async (places: readonly Place[]): Promise<Findings> => {
  const accepted: string[] = []
  const endless: string[] = []
  for (const place of places) {
    const findExcess = await comparedWith(() => outcomeOf(place, plainText(place.room)))
    for (const [material, json] of materialFor(place)) {
      const name = `${place.name}, ${material}`
      let outcome: unknown
      const excess = await findExcess(name, () => (outcome = outcomeOf(place, json)))
      if (excess !== undefined) return { excess, accepted, endless }
      if (!isRefused(outcome) && !isJudgedLater(place)) accepted.push(name)
      if (lengthOf(outcome) > 16_384) endless.push(name)
    }
  }
  return { excess: undefined, accepted, endless }
}

const lengthOf = (outcome: unknown): number =>
  outcome instanceof Refusal ? outcome.message.length + JSON.stringify(outcome.details).length : 0

const nothingFound: Findings = { excess: undefined, accepted: [], endless: [] }

describe('One call freezes the process', () => {
  it.each(Object.keys(endpoints) as EndpointName[])(
    '%s refuses the worst material, in every place and as large as may be, at the cost of a plain text',
    async (name) => {
      const places = placesOf(name, endpoints[name], await readersOf(soundSources))

      expect(await examine(places)).toEqual(nothingFound)
    },
    120_000,
  )
})

const prepare = 'packages/server/src/operations/prepare.ts'

describe('the measurement of what a refusal costs', () => {
  let planted: Sources = soundSources
  afterEach(() => planted.remove())

  it.each([
    {
      fault: 'its letters compared with each other before any length',
      edit: {
        file: prepare,
        from: '    const inner = trimmed(value)\n',
        to: '    const inner = trimmed(value)\n    if (isAddress) [...inner].filter((one, at, all) => all.indexOf(one) === at)\n',
      },
      endpoint: 'createChallenge',
      finding: /^createChallenge: body opponent_email, .*different letters: /,
    },
    {
      fault: 'a list compared before it is counted',
      edit: { file: prepare, from: 'value.length > maxItems ? unfit :', to: '' },
      endpoint: 'reviewTally',
      finding: /^reviewTally: body entry_ids, a list of .*: /,
    },
  ] as const)('finds a fault: $fault', async ({ edit, endpoint, finding }) => {
    planted = plantFault([edit])
    const places = placesOf(endpoint, endpoints[endpoint], await readersOf(planted))
    const inBody = places.filter(({ name }) => name.includes(': body ') && !name.endsWith('user_email'))

    expect((await examine(inBody)).excess).toMatch(finding)
  })
})
