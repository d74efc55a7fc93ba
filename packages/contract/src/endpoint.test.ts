import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { describe, expect, expectTypeOf, test } from 'vitest'
import type { Challenge, Position } from './challenge.schema.ts'
import { endpoint, floorParameters, type InputOf, type ResultOf } from './endpoint.ts'
import { endpoints } from './endpoints.ts'
import type { EventKind } from './event-kinds.ts'
import { integer, line } from './schema.ts'

type Input<Name extends keyof typeof endpoints> = InputOf<(typeof endpoints)[Name]>
type Result<Name extends keyof typeof endpoints> = ResultOf<(typeof endpoints)[Name]>

describe('the types of a handler', () => {
  test('input is what path, query and body hold together, without the floor’s parameters', () => {
    expectTypeOf<Input<'createChallenge'>>().toEqualTypeOf<{
      claim: string
      opponent_email: string
      stake: string
      due_days: number
      reference?: string
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
  const declared = endpoint({
    method: 'POST',
    path: '/v1/things/{id}',
    scope: 'challenges:write',
    summary: 'Make a thing',
    params: { id: line(1, 9) },
    query: { deep: Type.Optional(integer(1, 9)) },
    body: { name: line(1, 9) },
    result: Type.Array(Type.String()),
    paged: 'asc',
    statuses: [201, 200],
  })

  test('user_email may stand in the query and in the body, paging in the query', () => {
    expect(Object.keys(declared.query.properties).toSorted()).toEqual([
      'cursor',
      'deep',
      'limit',
      'order',
      'user_email',
    ])
    expect(Object.keys(declared.body?.properties ?? {})).toEqual(['name', 'user_email'])
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
