import { Compile } from 'typebox/compile'
import { describe, expect, expectTypeOf, test } from 'vitest'
import type { Position } from './challenges/challenge-words.ts'
import type { Challenge } from './challenges/challenge.schema.ts'
import { endpoint, floorParameters, type InputOf, type ResultOf } from './endpoint.ts'
import { endpoints } from './endpoints.ts'
import type { EventKind } from './events/event-kinds.ts'
import { integer, line, list, optional, string } from './schema.ts'

type Input<Name extends keyof typeof endpoints> = InputOf<(typeof endpoints)[Name]>
type Result<Name extends keyof typeof endpoints> = ResultOf<(typeof endpoints)[Name]>

const declared = endpoint({
  method: 'POST',
  path: '/v1/things/{id}',
  scope: 'challenges:write',
  summary: 'Make a thing',
  notes: ['A thing has a name.'],
  params: { id: line(1, 9, 'The thing.') },
  query: { deep: optional(integer(1, 9, 'How deep.')) },
  body: { name: line(1, 9, 'Its name.'), note: optional(line(0, 9, 'What for.')) },
  result: list(string()),
  paged: 'asc',
  statuses: [201, 200],
  example: { input: { id: 'a', name: 'b' }, result: ['c'] },
})

describe('the types of a handler', () => {
  test('input is what path, query and body hold together, without the floor’s parameters', () => {
    expectTypeOf<InputOf<typeof declared>>().toEqualTypeOf<{
      id: string
      deep?: number
      name: string
      note?: string
    }>()
    expectTypeOf<Input<'resolveChallenge'>>().toEqualTypeOf<{ id: string; outcome: Position }>()
    expectTypeOf<Input<'recordTally'>>().toEqualTypeOf<{ id: string; amount?: number; note?: string }>()
    expectTypeOf<Input<'reviewTally'>>().toEqualTypeOf<{ id: string; entry_ids: string[] }>()
    expectTypeOf<Input<'listEvents'>>().toEqualTypeOf<{
      types?: EventKind[]
      after?: string
      wait?: number
    }>()
    expectTypeOf<Input<'createWebhook'>>().toEqualTypeOf<{
      url: string
      events?: ('*' | EventKind)[]
      description?: string
      headers?: Record<string, string>
    }>()
    expectTypeOf<Input<'addMember'>>().toEqualTypeOf<{
      id: string
      email: string
      first_name: string
      last_name?: string
      role?: 'admin' | 'member'
    }>()
    expectTypeOf<Input<'removeMember'>>().toEqualTypeOf<{ id: string; member_id: string }>()
  })

  test('result is what stands in data', () => {
    expectTypeOf<Result<'createChallenge'>>().toEqualTypeOf<Challenge>()
    expectTypeOf<Result<'listChallenges'>>().toEqualTypeOf<Challenge[]>()
    expectTypeOf<Result<'createChallenge'>['opponent']>().toEqualTypeOf<{ first_name: string | null }>()
    expectTypeOf<Result<'createChallenge'>['positions']['creator']>().toEqualTypeOf<Position | null>()
    expectTypeOf<Result<'getChallenge'>['evidence'][number]['by']>().toEqualTypeOf<'creator' | 'opponent'>()
    expectTypeOf<Result<'deleteWebhook'>>().toEqualTypeOf<{ id: string; deleted: true }>()
    expectTypeOf<Result<'getGroupStats'>['outcomes']['void']>().toEqualTypeOf<number>()
    expectTypeOf<Result<'getDailyQuestion'>['results']>().toEqualTypeOf<{
      total: number
      counts: Record<string, number>
    } | null>()
  })
})

describe('what the wire takes', () => {
  test('user_email may stand in the query and in the body, paging in the query', () => {
    expect(Object.keys(declared.query.properties).toSorted()).toEqual([
      'cursor',
      'deep',
      'limit',
      'order',
      'user_email',
    ])
    expect(Object.keys(declared.body?.properties ?? {})).toEqual(['name', 'note', 'user_email'])
    expect([...floorParameters].toSorted()).toEqual(['cursor', 'limit', 'order', 'user_email'])
  })

  test('what is not declared is refused, and only what is required must be there', () => {
    const body = Compile(declared.body ?? declared.params)
    expect(body.Check({ name: 'a' })).toBe(true)
    expect(body.Check({ name: 'a', user_email: 'a@b.c' })).toBe(true)
    expect(body.Check({ user_email: 'a@b.c' })).toBe(false)
    expect(body.Check({ name: 'a', nmae: 'a' })).toBe(false)
    const tally = Compile(endpoints.recordTally.body ?? endpoints.recordTally.params)
    expect(tally.Check({})).toBe(true)
    expect(tally.Check({ amount: 0 })).toBe(false)
    expect(tally.Check({ amount: -3, note: 'x' })).toBe(true)
  })

  test('creating is told from the first status, an extension from its mark', () => {
    expect(declared).toMatchObject({ creates: true, extension: false, statuses: [201, 200], paged: 'asc' })
    expect(endpoints.getMe).toMatchObject({ creates: false, statuses: [200], paged: null, body: null })
  })
})

describe('a declaration', () => {
  const thing = {
    method: 'POST',
    path: '/v1/things',
    scope: 'challenges:write',
    summary: 'Make a thing',
    body: { name: line(1, 9, 'Its name.') },
    result: string(),
  } as const
  const notes = ['A thing has a name.'] as const
  const example = { input: { name: 'a' }, result: 'b' }

  test('does not compile without notes, an example that fits, and a sentence for each member', () => {
    endpoint({ ...thing, notes, example })
    // @ts-expect-error There are no notes.
    endpoint({ ...thing, example })
    // @ts-expect-error There is no paragraph in the notes.
    endpoint({ ...thing, notes: [], example })
    // @ts-expect-error There is no example.
    endpoint({ ...thing, notes })
    // @ts-expect-error The example sends something else.
    endpoint({ ...thing, notes, example: { ...example, input: { nmae: 'a' } } })
    // @ts-expect-error The example gives something else.
    endpoint({ ...thing, notes, example: { ...example, result: 1 } })
    // @ts-expect-error No such reason exists.
    endpoint({ ...thing, notes, example, refusals: ['because'] })
    // @ts-expect-error The name is not explained.
    endpoint({ ...thing, notes, example, body: { name: line(1, 9) } })
    // @ts-expect-error Nor is it where it may be left out.
    endpoint({ ...thing, notes, example, body: { name: optional(line(1, 9)) } })
    expect(endpoint({ ...thing, notes, example })).toMatchObject({ notes, example, refusals: [] })
  })
})
