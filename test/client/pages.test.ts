// Walking through lists, against a server that speaks the contract's pages.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { assembleClient } from '../../packages/client/src/client.ts'
import { createSurroundings } from './surroundings.ts'
import { page, refuse, reset, startStandIn, succeed, type StandIn } from './stand-in.ts'

const id = `ch_${'0'.repeat(26)}`

let service: StandIn
beforeAll(async () => {
  service = await startStandIn()
})
afterAll(() => service.stop())

const newClient = () =>
  assembleClient(
    { baseUrl: service.url, token: 'cs_acc_x', userEmail: 'a@b.example' },
    createSurroundings().runtime,
  )

const collect = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const collected: T[] = []
  for await (const item of items) collected.push(item)
  return collected
}

const named = (...names: string[]) => names.map((name) => ({ id: name }))
const queries = () => service.received.map(({ query }) => Object.fromEntries(query))

describe('a list', () => {
  test('gives every item, and tells filters and order on the first page alone', async () => {
    service.plan(
      succeed(named('a', 'b'), { next_cursor: 'one/+=' }),
      succeed(named(), { next_cursor: 'two' }),
      succeed(named('c'), { next_cursor: null }),
    )
    const items = newClient().listChallenges.all({
      status: ['active', 'due'],
      role: 'creator',
      order: 'asc',
      limit: 2,
    })
    expect((await collect(items)).map((item) => item.id)).toEqual(['a', 'b', 'c'])
    const user_email = 'a@b.example'
    expect(queries()).toEqual([
      { status: 'active,due', role: 'creator', order: 'asc', limit: '2', user_email },
      { cursor: 'one/+=', limit: '2', user_email },
      { cursor: 'two', limit: '2', user_email },
    ])
  })

  test('gives its pages whole, keeps the path, and can begin at a cursor', async () => {
    service.plan(
      succeed(named('a'), { next_cursor: 'next' }, { 'x-quota-remaining': '12' }),
      succeed(named('b'), { next_cursor: null }),
    )
    const pages = await collect(
      newClient().listGroupChallenges.pages({ id: 'grp_1', status: ['due'], cursor: 'here' }),
    )
    expect(
      pages.map(({ data, nextCursor, quotaRemaining }) => [data[0]?.id, nextCursor, quotaRemaining]),
    ).toEqual([
      ['a', 'next', 12],
      ['b', null, null],
    ])
    expect(service.received.map(({ path }) => path)).toEqual(Array(2).fill('/v1/groups/grp_1/challenges'))
    expect(queries().map(({ cursor, status }) => [cursor, status])).toEqual([
      ['here', 'due'],
      ['next', undefined],
    ])
  })

  test('asks for no page that nobody wants', async () => {
    service.plan(succeed(named('a', 'b'), { next_cursor: 'next' }))
    for await (const item of newClient().listWebhooks.all()) {
      expect(item.id).toBe('a')
      break
    }
    expect(service.received).toHaveLength(1)
  })

  test('survives what passes between two pages, and ends with what does not', async () => {
    service.plan(
      succeed(named('a'), { next_cursor: 'next' }),
      reset,
      page(503),
      succeed(named('b'), { next_cursor: null }),
    )
    expect(await collect(newClient().listGroups.all())).toEqual(named('a', 'b'))
    service.plan(succeed(named('a'), { next_cursor: 'next' }), refuse('invalid_request', 'cursor_invalid'))
    await expect(collect(newClient().listGroups.all())).rejects.toMatchObject({ reason: 'cursor_invalid' })
  })

  test('read once is its first page, and says with withResponse how to go on', async () => {
    service.plan(succeed(named('a'), { next_cursor: 'next' }))
    expect(await newClient().listChallenges()).toEqual(named('a'))
    expect(await newClient().listChallenges.withResponse()).toMatchObject({
      data: named('a'),
      nextCursor: 'next',
    })
  })
})

test('the tally gives its entries one by one, and its pages with the standing', async () => {
  const standing = { challenge_id: id, pending: 1 }
  const plan = () =>
    service.plan(
      succeed({ ...standing, entries: named('a', 'b') }, { next_cursor: 'next' }),
      succeed({ ...standing, entries: named('c') }, { next_cursor: null }),
    )
  plan()
  expect((await collect(newClient().getTally.all({ id }))).map((entry) => entry.id)).toEqual(['a', 'b', 'c'])
  plan()
  expect((await collect(newClient().getTally.pages({ id }))).map(({ data }) => data.pending)).toEqual([1, 1])
  expect(service.received.map(({ path }) => path)).toEqual(Array(2).fill(`/v1/challenges/${id}/tally`))
})
