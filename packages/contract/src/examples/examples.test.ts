import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { describe, expect, test } from 'vitest'
import { endpoints } from '../endpoints.ts'
import { eventDescriptions, eventKinds } from '../events/event-kinds.ts'
import { Event } from '../events/event.schema.ts'
import { describeTable } from '../reference/describe.ts'
import { makeResponseSchema } from '../response.ts'
import { eventsByKind } from './events.ts'

const listErrors = (schema: TSchema, value: unknown): readonly string[] =>
  Compile(schema)
    .Errors(value)
    .map(({ instancePath, message }) => `${instancePath} ${message}`)

/** Members that a schema does not name: results are open, so that more can be added, but examples add nothing. */
const listStrangers = (schema: unknown, value: unknown, at = ''): readonly string[] => {
  const { properties, items } = schema as { properties?: Record<string, unknown>; items?: unknown }
  if (Array.isArray(value)) return value.flatMap((item) => listStrangers(items, item, `${at}[]`))
  if (typeof value !== 'object' || value === null || !properties) return []
  return Object.entries(value).flatMap(([name, member]) =>
    name in properties ? listStrangers(properties[name], member, `${at}.${name}`) : [`${at}.${name}`],
  )
}

const listTimes = (text: string): readonly string[] => text.match(/\d{4}-\d\d-\d\dT[\d:.]+Z/g) ?? []

describe.each(describeTable())('the example of $name', ({ endpoint, sample }) => {
  test('sends what the endpoint takes', () => {
    expect(listErrors(endpoint.params, sample.params)).toEqual([])
    expect(listErrors(endpoint.query, sample.query)).toEqual([])
    expect(endpoint.body ? listErrors(endpoint.body, sample.body ?? {}) : []).toEqual([])
    expect(sample.path).not.toMatch(/[{}]/)
  })

  test('shows what the endpoint answers, and nothing else', () => {
    expect(listErrors(makeResponseSchema(endpoint), sample.response)).toEqual([])
    expect(listStrangers(makeResponseSchema(endpoint), sample.response)).toEqual([])
  })
})

describe.each(eventKinds)('the event %s', (kind) => {
  const event = eventsByKind[kind]

  test('is a valid event of its kind, with what its kind holds', () => {
    expect(listErrors(Event, event)).toEqual([])
    expect(listStrangers(Event, event)).toEqual([])
    expect(event.type).toBe(kind)
    expect(Object.keys(event.data).toSorted()).toEqual([...eventDescriptions[kind].holds].toSorted())
    expect(event.challenge_id).toBe(event.data.challenge?.id ?? null)
  })

  test('shows nothing from after the moment it tells of, deadlines aside', () => {
    const { due_at: _, ...challenge } = event.data.challenge ?? {}
    const past = JSON.stringify(challenge).replaceAll(/"(confirm_by|decide_by|lapses_at)":"[^"]*"/g, '')
    for (const time of listTimes(past)) expect(time <= event.created_at).toBe(true)
  })
})

test('no two events have one id', () => {
  const ids = Object.values(eventsByKind).map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
})

test('all names and addresses are those of the story', () => {
  const examples = Object.values(endpoints).map(({ example }) => example)
  const text = JSON.stringify([examples, eventsByKind])
  expect(new Set(text.match(/[\w.]+@[\w.]+/g))).toEqual(
    new Set(['ana@demo.example', 'ben@demo.example', 'dan@demo.example']),
  )
})
