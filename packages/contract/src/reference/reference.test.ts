import { createHmac } from 'node:crypto'
import type { TObject } from 'typebox'
import { describe, expect, test } from 'vitest'
import { codes } from '../codes.ts'
import { endpoint } from '../endpoint.ts'
import { endpoints } from '../endpoints.ts'
import { line } from '../schema.ts'
import { curlOf, describeEndpoint, describeTable } from './describe.ts'
import { signedExample } from './guide-answers.ts'
import { guide } from './guide.ts'
import { objectFields } from './object-fields.ts'
import { objectWords } from './object-words.ts'
import { namedObjects } from './objects.ts'
import { resources } from './resources.ts'

const references = describeTable()
const find = (name: string) => {
  const found = references.find((reference) => reference.name === name)
  if (!found) throw new Error(`no endpoint ${name}`)
  return found
}

describe('the words', () => {
  test('explain every parameter and member that a call takes', () => {
    const silent = references.flatMap(({ name, params, query, body }) =>
      [...params, ...query, ...body].filter(({ meaning }) => !meaning).map(({ path }) => `${name}.${path}`),
    )
    expect(silent).toEqual([])
  })

  test('explain every member of every object', () => {
    const silent = namedObjects.flatMap((object) =>
      objectFields(object)
        .filter(({ meaning }) => !meaning)
        .map(({ path }) => `${object.name}.${path}`),
    )
    expect(silent).toEqual([])
  })

  test('explain nothing that is not there', () => {
    const stray = namedObjects.flatMap((object) => {
      const { name, schema } = object
      const { extends: _, ...whole } = object
      const known = new Set(objectFields({ ...whole, schema }).map(({ path }) => path))
      return Object.keys(objectWords[name] ?? {}).filter((path) => !known.has(path))
    })
    expect(stray).toEqual([])
  })

  test('are of named objects alone', () => {
    const names = namedObjects.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(Object.keys(objectWords).toSorted()).toEqual(names.toSorted())
    for (const { schema } of namedObjects) expect((schema as TObject).properties).toBeDefined()
  })

  test('lead only to what is on the page', () => {
    const there = new Set([
      ...guide.map(({ slug }) => slug),
      ...resources.map(({ slug }) => slug),
      ...references.map(({ name }) => name),
      ...namedObjects.map(({ name }) => `object-${name}`),
    ])
    const texts = JSON.stringify([guide, references.map(({ paragraphs }) => paragraphs)])
    const led = [...texts.matchAll(/\]\(#([^)]+)\)/g)].map(([, slug]) => slug)
    expect(led.length).toBeGreaterThan(0)
    expect(led.filter((slug) => !there.has(String(slug)))).toEqual([])
  })
})

describe('the refusals', () => {
  const reasonsOf = (name: string) =>
    find(name).refusals.flatMap(({ reasons }) => reasons.map(({ reason }) => reason as string))

  test('of an endpoint follow from its declaration and its rules', () => {
    expect(reasonsOf('getMe')).not.toContain('not_visible')
    expect(reasonsOf('getMe')).not.toContain('body_malformed')
    expect(reasonsOf('listEvents')).toEqual(expect.arrayContaining(['cursor_invalid', 'streams_open']))
    expect(reasonsOf('createChallenge')).toEqual(
      expect.arrayContaining(['quota_used_up', 'key_reused', 'own_address', 'content_type']),
    )
    expect(reasonsOf('reviewTally')).toEqual(expect.arrayContaining(['not_visible', 'entry_not_pending']))
    expect(reasonsOf('acceptChallenge')).not.toContain('quota_used_up')
    expect(reasonsOf('deleteWebhook')).not.toContain('key_reused')
  })

  test('leave no reason out but the one of unknown paths', () => {
    const given = new Set(Object.keys(endpoints).flatMap(reasonsOf))
    const all = Object.values(codes).flatMap(({ reasons }) => Object.keys(reasons))
    expect(all.filter((reason) => !given.has(reason))).toEqual(['path_unknown'])
  })

  test('stand under the status of their code', () => {
    for (const { refusals } of references) {
      for (const { code, status } of refusals) expect(status).toBe(codes[code].status)
    }
  })
})

test('each endpoint belongs to a resource', () => {
  const slugs = resources.map(({ slug }) => slug)
  for (const { resource } of references) expect(slugs).toContain(resource.slug)
  expect(find('getTally').resource.name).toBe('Tally')
})

test('a quote inside a body does not end the shell’s quotes', () => {
  expect(curlOf(find('createWebhook'), 'https://api.example.com')).toContain(String.raw`"Ana'\''s bot"`)
})

test('an endpoint that is in no list is described without an example', () => {
  const stranger = endpoint({
    method: 'POST',
    path: '/v1/strangers',
    scope: 'profile:read',
    summary: 'Meet a stranger',
    body: { name: line(1, 9) },
    result: endpoints.getMe.result,
  })
  expect(describeEndpoint('meetStranger', stranger)).toMatchObject({
    title: 'Meet stranger',
    sample: undefined,
    paragraphs: [],
    answer: { type: 'Profile', object: 'Profile' },
  })
})

test('the signature that receivers can test with is right', () => {
  const { secret, time, body, v1 } = signedExample
  expect(createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')).toBe(v1)
})
