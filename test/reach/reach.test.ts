// Who reaches what: each endpoint asked by everyone who may knock, held against a grid written by hand. A query
// that has lost its owner is found.
import { beforeAll, describe, expect, it } from 'vitest'
import { endpoints, type EndpointName } from '@challenge-service/contract'
import { engines } from '../support/engine.ts'
import { expectNoFaults } from '../support/faults.ts'
import { plantFault, type Edit } from '../support/planted.ts'
import { startPlanted, useService } from '../support/service.ts'
import { callers, gather, wordOf, type Caller, type Cast } from './callers.ts'
import { grid, type Row } from './grid.ts'
import { absent, pathOf, sceneOf } from './scenes.ts'

const settings = {
  WRITES_PER_MINUTE: '1000000',
  READS_PER_MINUTE: '1000000',
  ACCOUNT_QUOTA: '1000000',
  GROUP_QUOTA: '1000000',
  LOG_LEVEL: 'silent',
}

/** What is not as the grid says, of one row. */
const deviations = async (cast: Cast, { name, expected }: Row): Promise<readonly string[]> => {
  const found: string[] = []
  for (const caller of callers) {
    const wanted = expected[caller]
    const seen = await answerTo(cast, name, caller)
    if (seen !== wanted) found.push(`${name} by ${caller}: ${seen} in place of ${wanted}`)
  }
  return found
}

const answerTo = async (cast: Cast, name: EndpointName, caller: Caller): Promise<string> => {
  const { method } = endpoints[name]
  const scene = await sceneOf(cast, name)
  const reply = await cast.by[caller].call(method, pathOf(name, scene), scene.body)
  const word = wordOf(reply, scene.marker)
  if (word !== 'hidden') return word
  const nothing = await cast.by[caller].call(method, absent(name), scene.body)
  return JSON.stringify(reply.body.error) === JSON.stringify(nothing.body.error) ? word : 'a hint'
}

it('every endpoint has its row', () => {
  const [rows, names] = [grid.map(({ name }) => name as string), Object.keys(endpoints)]
  const missing = names.filter((name) => !rows.includes(name))
  const stale = rows.filter((name) => !names.includes(name))
  expectNoFaults([
    ...missing.map((name) => `${name} has no row: add one that says who reaches it to test/reach/grid.ts`),
    ...stale.map((name) => `${name} is no endpoint: take its row out of test/reach/grid.ts`),
  ])
  expect(rows, 'the rows of test/reach/grid.ts are not in the order of the endpoints').toEqual(names)
})

describe.each(engines)('reach, on %s', (engine) => {
  const service = useService(engine, settings)
  let cast: Cast
  beforeAll(async () => {
    cast = await gather(service)
  })

  it.each(grid)('of $name is as the grid says', async (row) => {
    expect(await deviations(cast, row)).toEqual([])
  })
})

describe('a query without its owner is found:', () => {
  const server = 'packages/server/src/features'
  const faults: readonly (readonly [string, Edit, EndpointName, string])[] = [
    [
      'a challenge looked for by its id alone',
      {
        file: `${server}/challenges/storage/challenge.store.ts`,
        from: 'toPerson: `($2 in (c.creator_id, c.opponent_id) or m.person_id is not null) and ${isNotHidden}`',
        to: 'toPerson: "$2 <> \'\'"',
      },
      'getChallenge',
      'getChallenge by stranger: ok in place of hidden',
    ],
    [
      'a challenge looked for by a token of any group',
      {
        file: `${server}/challenges/storage/challenge.store.ts`,
        from: 'toGroup: `c.group_id = $3 and ${isNotHidden}`',
        to: 'toGroup: "$3 <> \'\'"',
      },
      'resolveChallenge',
      'resolveChallenge by other-group: ok in place of hidden',
    ],
    [
      'a listing of nobody',
      {
        file: `${server}/challenges/reading/listing.store.ts`,
        from: 'where listing = $1',
        to: "where $1 <> ''",
      },
      'listChallenges',
      'listChallenges by stranger: + in place of -',
    ],
    [
      'a feed of nobody',
      {
        file: `${server}/events/feed.store.ts`,
        from: 'where feed_id = $1 and seq > $2 and seq < $3 order by seq ${order} limit $4`,\n  )\n\nconst rangeOfType',
        to: "where $1 <> '' and seq > $2 and seq < $3 order by seq ${order} limit $4`,\n  )\n\nconst rangeOfType",
      },
      'listEvents',
      'listEvents by stranger: + in place of -',
    ],
    [
      'a membership of anyone',
      {
        file: `${server}/access/groups.store.ts`,
        from: 'where group_id = $1 and person_id = $2 and left_at is null`',
        to: "where group_id = $1 and $2 <> '' and left_at is null`",
      },
      'getGroupStats',
      'getGroupStats by stranger: ok in place of hidden',
    ],
    [
      'a group of another token',
      {
        file: `${server}/groups/groups.store.ts`,
        from: 'actor.groupId === null || actor.groupId === groupId',
        to: 'actor.groupId !== groupId || groupId.length > 0',
      },
      'listMembers',
      'listMembers by other-group: ok in place of hidden',
    ],
    [
      'the groups of everyone',
      { file: `${server}/groups/groups.store.ts`, from: 'where m.person_id = $1', to: "where $1 <> ''" },
      'listGroups',
      'listGroups by elsewhere: + in place of -',
    ],
  ]

  it.each(faults)('%s', { timeout: 180_000 }, async (_, edit, name, expected) => {
    const sources = plantFault([edit])
    const service = await startPlanted(sources, 'sqlite', settings)
    try {
      const row = grid.find((one) => one.name === name)
      expect(row && (await deviations(await gather(service), row))).toContain(expected)
    } finally {
      await service.stop()
      sources.remove()
    }
  })
})
