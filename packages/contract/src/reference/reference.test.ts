import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { codes } from '../codes.ts'
import { endpoint } from '../endpoint.ts'
import { endpoints } from '../endpoints.ts'
import { ErrorBody, makeResponseSchema } from '../response.ts'
import { line } from '../schema.ts'
import { describeEndpoint, describeTable, writeCurl } from './describe.ts'
import { signedExample } from './guide-responses.ts'
import { guide } from './guide.ts'
import { listObjectFields } from './object-fields.ts'
import { namedObjects } from './objects.ts'
import { resources } from './resources.ts'
import type { Shape } from './shape.ts'

const references = describeTable()
const find = (name: string) => {
  const found = references.find((reference) => reference.name === name)
  if (!found) throw new Error(`no endpoint ${name}`)
  return found
}

/** A schema and all schemas inside it, each with where it stands and whether it is a member of an object. */
const walk = (shape: Shape, at: string, isMember: boolean): readonly Place[] => [
  { at, shape, isMember },
  ...Object.entries(shape.properties ?? {}).flatMap(([name, member]) => walk(member, `${at}.${name}`, true)),
  ...(shape.items ? walk(shape.items, `${at}[]`, false) : []),
]

interface Place {
  readonly at: string
  readonly shape: Shape
  readonly isMember: boolean
}

const places = [
  ...Object.entries(endpoints).flatMap(([name, one]) => [
    ...walk(one.params, `${name} path`, false),
    ...walk(one.query, `${name} query`, false),
    ...(one.body ? walk(one.body, `${name} body`, false) : []),
    ...walk(makeResponseSchema(one), `${name} response`, false),
  ]),
  ...walk(ErrorBody, 'error', false),
]

describe('the words', () => {
  test('explain every member of every request and response, in a sentence', () => {
    const members = places.filter(({ isMember }) => isMember)
    expect(members.length).toBeGreaterThan(900)
    const silent = members.filter(({ shape }) => !/^[A-Z`].*[.]$/.test(shape.description ?? ''))
    expect(silent.map(({ at }) => at)).toEqual([])
  })

  test('introduce every endpoint', () => {
    for (const { endpoint: one } of references) {
      for (const paragraph of one.notes) expect(paragraph).toMatch(/^[A-Z`\d].*[.:]$/s)
    }
  })

  test('have one table for each named object, which leaves nothing unsaid', () => {
    const shown = namedObjects.map(({ name }) => name)
    expect(new Set(shown).size).toBe(shown.length)
    const used = new Set(places.flatMap(({ shape }) => shape.named?.name ?? []))
    expect([...used].toSorted()).toEqual(shown.toSorted())
    for (const object of namedObjects) {
      expect(object.is).toMatch(/^[A-Z].*[.]$/)
      expect(listObjectFields(object).filter(({ meaning }) => !meaning)).toEqual([])
    }
  })

  test('have one object for each name', () => {
    const membersByName = new Map<string, unknown>()
    for (const { shape } of places.filter((place) => place.shape.named)) {
      const name = String(shape.named?.name)
      expect(membersByName.get(name) ?? shape.properties).toBe(shape.properties)
      membersByName.set(name, shape.properties)
    }
  })

  test('lead only to what is on the page', () => {
    const there = new Set([
      ...guide.map(({ slug }) => slug),
      ...resources.map(({ slug }) => slug),
      ...references.map(({ name }) => name),
      ...namedObjects.map(({ name }) => `object-${name}`),
    ])
    const texts = JSON.stringify([guide, references.map((reference) => reference.endpoint.notes)])
    const led = [...texts.matchAll(/\]\(#([^)]+)\)/g)].map(([, slug]) => slug)
    expect(led.length).toBeGreaterThan(0)
    expect(led.filter((slug) => !there.has(String(slug)))).toEqual([])
  })
})

describe('the refusals', () => {
  const listReasons = (name: string) =>
    find(name).refusals.flatMap(({ reasons }) => reasons.map(({ reason }) => reason as string))

  test('of an endpoint follow from its declaration and its rules', () => {
    expect(listReasons('getMe')).not.toContain('not_visible')
    expect(listReasons('getMe')).not.toContain('body_malformed')
    expect(listReasons('listEvents')).toEqual(expect.arrayContaining(['cursor_invalid', 'streams_open']))
    expect(listReasons('createChallenge')).toEqual(
      expect.arrayContaining(['quota_used_up', 'key_reused', 'own_address', 'content_type']),
    )
    expect(listReasons('reviewTally')).toEqual(expect.arrayContaining(['not_visible', 'entry_not_pending']))
    expect(listReasons('acceptChallenge')).not.toContain('quota_used_up')
    expect(listReasons('deleteWebhook')).not.toContain('key_reused')
  })

  test('leave no reason out but the one of unknown paths, and those of tools', () => {
    const given = new Set(Object.keys(endpoints).flatMap(listReasons))
    const all = Object.values(codes).flatMap(({ reasons }) => Object.keys(reasons))
    expect(all.filter((reason) => !given.has(reason))).toEqual([
      'path_unknown',
      'confirmation_invalid',
      'confirmation_differs',
      'confirmation_lapsed',
      'changed_since',
      'changes_now',
      'confirmed_on_site',
    ])
  })

  test('stand under the status of their code', () => {
    for (const { refusals } of references) {
      for (const { code, status } of refusals) expect(status).toBe(codes[code].status)
    }
  })
})

test('each endpoint belongs to a resource', () => {
  const slugs = resources.map(({ slug }) => slug)
  for (const { name, resource } of references) {
    const fault = `${name} is in no part of the reference: let a prefix in reference/resources.ts fit its path`
    expect(slugs, fault).toContain(resource.slug)
  }
  expect(find('getTally').resource.name).toBe('Tally')
})

test('a quote inside a body does not end the shell’s quotes', () => {
  expect(writeCurl(find('createWebhook'), 'https://api.example.com')).toContain(String.raw`"Ana'\''s bot"`)
})

test('an endpoint of another table is described by its own declaration alone', () => {
  const stranger = endpoint({
    method: 'POST',
    path: '/v1/strangers',
    scope: 'profile:read',
    summary: 'Meet a stranger',
    notes: ['Once.'],
    body: { name: line(1, 9, 'Who it is.') },
    result: endpoints.getMe.result,
    refusals: ['already_member'],
    example: { input: { name: 'Ida' }, result: endpoints.getMe.example.result },
  })
  const described = describeEndpoint('meetStranger', stranger)
  expect(described).toMatchObject({
    title: 'Meet stranger',
    resource: { name: 'Other' },
    body: [{ path: 'name', meaning: 'Who it is.' }, { path: 'user_email' }],
    sample: { body: { name: 'Ida' }, response: { data: { first_name: 'Ana' } } },
    result: { type: 'Profile', object: 'Profile' },
  })
  const reasons = described.refusals.flatMap((one) => one.reasons.map(({ reason }) => reason))
  expect(reasons).toContain('already_member')
})

test('the signature that receivers can test with is right', () => {
  const { secret, time, body, v1 } = signedExample
  expect(createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')).toBe(v1)
})
