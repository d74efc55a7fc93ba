// The table of tools: each is described, stands on an endpoint, and takes from it what it takes.
import { describe, expect, it } from 'vitest'
import type { TObject, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import type { Challenge } from '../challenges/challenge.schema.ts'
import type { Endpoint } from '../endpoint.ts'
import { endpoints } from '../endpoints.ts'
import { run, seenByBen } from '../examples/run.ts'
import { isNothingToDo } from './tool.ts'
import { makeToolInput, writeToolInput, writeToolOutput } from './tool-schemas.ts'
import { tools, type ConfirmedCall, type Tool, type ToolCall } from './tools.ts'

const none = { actingPerson: false, ofGroup: false, confirmation: false }
const all = { actingPerson: true, ofGroup: true, confirmation: true }

const byName = (name: string): Tool => tools.find((tool) => tool.name === name) as Tool

const callOf = (name: string, seen?: Challenge, input?: object): ToolCall => {
  const tool = byName(name)
  const added = seen && tool.addsOf ? tool.addsOf(seen) : {}
  if (isNothingToDo(added)) throw new Error(added.nothingToDo)
  return tool.toCall({ ...tool.example, ...input }, added)
}

const inputsOf = ({ params, query, body }: Endpoint): readonly (TObject | null)[] => [params, query, body]

describe('the tools', () => {
  it('keep the names that assistants rely on, each once', () => {
    const names = tools.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(names).toEqual(
      expect.arrayContaining([
        'accept_challenge',
        'add_evidence',
        'agree',
        'concede',
        'create_challenge',
        'decline_or_cancel',
        'dispute_outcome',
        'get_challenge',
        'get_daily_question',
        'get_group_stats',
        'get_tally',
        'list_challenges',
        'list_events',
        'list_group_challenges',
        'list_groups',
        'propose_outcome',
        'record_tally',
        'review_tally',
        'support_side',
        'vote',
      ]),
    )
  })

  it('that bind or cost someone are confirmed, and no other', () => {
    expect(
      tools
        .filter(({ confirms }) => confirms)
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual([
      'accept_challenge',
      'agree',
      'concede',
      'create_challenge',
      'decline_or_cancel',
      'dispute_outcome',
      'propose_outcome',
      'review_tally',
      'vote',
    ])
  })

  describe.each(tools)('$name', (tool) => {
    it('says what it does and what follows, in whole sentences', () => {
      expect(tool.title).not.toBe('')
      expect(tool.description).toMatch(/^[A-Z].{60,}[.]$/)
    })

    it('stands on endpoints of one scope, one class and one result', () => {
      for (const endpoint of tool.endpoints) {
        expect(Object.values(endpoints)).toContain(endpoint)
        expect([endpoint.scope, endpoint.method, endpoint.result]).toEqual([
          tool.endpoint.scope,
          tool.endpoint.method,
          tool.endpoint.result,
        ])
      }
    })

    it('takes each argument as the endpoint has it, with a sentence', () => {
      const members = new Map(
        tool.endpoints.flatMap(inputsOf).flatMap((place) => Object.entries(place?.properties ?? {})),
      )
      for (const [name, schema] of Object.entries(tool.input.properties)) {
        const [member] = [...members.keys()].filter((one) => tool.nameOf(one) === name)
        expect(schema).toEqual({
          ...members.get(member ?? ''),
          description: (schema as { description?: string }).description,
        })
        expect((schema as { description?: string }).description).toMatch(/^[A-Z].*[.]$/)
      }
    })

    it('has another name only for ids, of which no endpoint ever says that they are at fault', () => {
      const members = tool.endpoints
        .flatMap(inputsOf)
        .flatMap((place) => Object.entries<TSchema & { readonly idOf?: string }>(place?.properties ?? {}))
      const renamed = members.filter(([member]) => tool.nameOf(member) !== member)
      expect(renamed.filter(([, { idOf }]) => idOf === undefined)).toEqual([])
    })

    it('has an example that it takes, and that its endpoint takes', () => {
      expect(Compile(makeToolInput(tool, none)).Check(tool.example)).toBe(true)
      const { endpoint, params, body } = callOf(tool.name, run.proposed)
      expect(Compile(endpoint.params).Check(params)).toBe(true)
      expect(endpoint.body === null || Compile(endpoint.body).Check(body)).toBe(true)
      expect(writeToolInput(tool, none)).toMatchObject({ examples: [tool.example] })
    })

    it('asks for the acting person and for a confirmation only where they are taken', () => {
      const extra = (names: readonly string[]) =>
        names.filter((name) => name === 'user_email' || name === 'confirmation')
      expect(extra(Object.keys(makeToolInput(tool, none).properties))).toEqual([])
      expect(extra(Object.keys(makeToolInput(tool, all).properties))).toEqual(
        tool.confirms ? ['user_email', 'confirmation'] : ['user_email'],
      )
      expect(makeToolInput(tool, all).required).toContain('user_email')
    })

    it('shows schemas without anything of our own, and patterns that every language reads', () => {
      const written = JSON.stringify([writeToolInput(tool, all), writeToolOutput(tool)])
      expect(written).not.toMatch(/"(?:expects|idOf|named|listsNames)":|\\\\p\{|\(\?[=!<]/)
    })

    it('reads where its endpoint reads, and is said to bind where it is confirmed', () => {
      const isRead = tool.endpoint.method === 'GET'
      expect(tool.annotations).toMatchObject({
        readOnlyHint: isRead,
        destructiveHint: tool.confirms,
        openWorldHint: false,
      })
      expect(isRead && tool.confirms).toBe(false)
    })
  })

  it('say in their type which endpoints they call, so that one without words in the server does not compile', () => {
    // @ts-expect-error No tool calls it.
    const stray: ToolCall['name'] = 'getMe'
    // @ts-expect-error Nobody is asked before it.
    const unasked: ConfirmedCall['name'] = 'listChallenges'
    const called = tools.flatMap((tool) => tool.endpoints)
    expect(called).not.toContain(endpoints[stray])
    expect(called).toContain(endpoints[unasked])
  })

  it('list ten at once unless they are asked for more', () => {
    for (const { name } of tools.filter(({ endpoint: { paged } }) => paged !== null)) {
      expect(callOf(name).query['limit']).toBe('10')
      expect(callOf(name, undefined, { limit: 50 }).query['limit']).toBe('50')
    }
  })

  it('tell of the newest events first, and of those after one in the order in which they came', () => {
    const orderOf = (input: object): string | undefined =>
      byName('list_events').toCall({ ...input }).query['order']
    expect([
      orderOf({}),
      orderOf({ after: 'evt_x' }),
      orderOf({ cursor: 'x' }),
      orderOf({ order: 'asc' }),
    ]).toEqual(['desc', undefined, undefined, 'asc'])
  })

  it('grant the win to the other party, on either side', () => {
    expect(callOf('concede', run.active).body).toEqual({ outcome: 'opponent_won' })
    expect(callOf('concede', seenByBen(run.active)).body).toEqual({ outcome: 'creator_won' })
  })

  it('agree to what the other party said, and to nothing else', () => {
    expect(callOf('agree', seenByBen(run.proposed)).body).toEqual({ outcome: 'creator_won' })
    expect(byName('agree').addsOf?.(run.active)).toHaveProperty('nothingToDo')
  })

  it('take the id of a member only with the token of a group', () => {
    const takes = (ofGroup: boolean): readonly string[] =>
      Object.keys(makeToolInput(byName('create_challenge'), { ...none, ofGroup }).properties)
    expect(takes(true)).toContain('opponent_member_id')
    expect(takes(false)).not.toContain('opponent_member_id')
    expect(takes(false)).toContain('opponent_email')
  })

  it('say which arguments do not go together', () => {
    const tool = byName('review_tally')
    expect(tool.listMisfits({ challenge_id: 'ch_x', entry_ids: [], reason: 'no' })).toEqual([
      { field: 'reason', message: 'goes only with dispute_entry_id' },
    ])
    expect(
      tool.listMisfits({ challenge_id: 'ch_x', entry_ids: [], dispute_entry_id: 'x', reason: 'no' }),
    ).toEqual([{ field: 'entry_ids', message: 'does not go with dispute_entry_id' }])
    expect(tool.listMisfits({ challenge_id: 'ch_x', dispute_entry_id: 'x', reason: 'no' })).toEqual([])
  })

  it('object to an entry where one is named for that, and confirm otherwise', () => {
    const { endpoint, body } = callOf('review_tally', undefined, {
      entry_ids: undefined,
      dispute_entry_id: 'tly_x',
      reason: 'no',
    })
    expect([endpoint, body]).toEqual([endpoints.disputeTally, { entry_id: 'tly_x', reason: 'no' }])
    expect(callOf('review_tally').endpoint).toBe(endpoints.reviewTally)
  })
})
