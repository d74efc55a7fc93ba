// Nothing that a person types is forgotten when they are erased: each text of an event has a word of Ana in the story
// that the tests of erasure tell. A new text fails here until the story writes it, and then in the erasure itself
// until that takes it out.
import { afterEach, describe, expect, it } from 'vitest'
import { Event } from '@challenge-service/contract'
import { engines } from '../support/engine.ts'
import { adminOf } from '../support/groups.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { loopbackAllowed } from '../support/subscriptions.ts'
import { CANARY, tellErasedStory } from './erased-story.ts'

/** What nobody of a challenge types. */
const notTyped = new Set([
  // By the operator.
  'data.challenge.group_name',
  // By the owner of the subscription, and shown to nobody else.
  'data.webhook.description',
  'data.webhook.host',
])

interface Shape {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly format?: string
  readonly idOf?: string
  readonly properties?: Readonly<Record<string, Shape>>
  readonly items?: Shape
}

/** The paths of texts that are neither one of a few words, nor an id, nor an instant. */
const listTexts = (shape: Shape, path = ''): readonly string[] => {
  if (shape.items) return listTexts(shape.items, path)
  if (shape.properties) {
    return Object.entries(shape.properties).flatMap(([name, member]) =>
      listTexts(member, path === '' ? name : `${path}.${name}`),
    )
  }
  const isText = [shape.type].flat().includes('string') && !shape.enum && !shape.format && !shape.idOf
  return isText ? [path] : []
}

/** The paths of all texts that hold the word. */
const findWord = (value: unknown, word: string, path = ''): readonly string[] => {
  if (typeof value === 'string') return value.toLowerCase().includes(word) ? [path] : []
  if (Array.isArray(value)) return value.flatMap((item) => findWord(item, word, path))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) =>
    findWord(member, word, path === '' ? name : `${path}.${name}`),
  )
}

const texts = listTexts(Event as Shape)

it('the texts of an event are found in its schema', () => {
  expect(texts).toContain('data.challenge.claim')
  expect(texts).toContain('data.challenge.closed_reason')
  expect(texts).toContain('data.entries.dispute.reason')
  expect(texts).not.toContain('data.challenge.status')
  expect(texts).not.toContain('data.challenge.due_at')
  expect(texts).not.toContain('data.challenge.id')
  expect(texts).toEqual(expect.arrayContaining([...notTyped]))
})

describe.each(engines)('the story of erasure, on %s', (engine) => {
  let service: TestService
  afterEach(() => service.stop())

  it('has a word of Ana in each text that a person types', { timeout: 120_000 }, async () => {
    service = await startTestService(engine, loopbackAllowed)
    const { ana, group } = await tellErasedStory(service)
    const feeds = [
      await ana.do<readonly Event[]>('GET', '/v1/events?limit=100'),
      (await adminOf(service, group).call('GET', '/v1/events?limit=100')).body.data,
    ]
    const written = new Set(findWord(feeds, CANARY))
    expect(texts.filter((text) => !notTyped.has(text) && !written.has(text))).toEqual([])
  })
})
