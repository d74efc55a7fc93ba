import { describe, expect, test } from 'vitest'
import { routes } from './generated/routes.ts'
import { toWire } from './request.ts'

const id = 'ch_01hzy3v7k9m2n4p6q8r0s1t3v5'

describe('where a member goes', () => {
  test('ids into the path, filters into the query, lists with commas', () => {
    expect(toWire(routes.listGroupChallenges, { id: 'grp_1', status: ['active', 'due'], limit: 5 })).toEqual({
      target: '/v1/groups/grp_1/challenges?status=active%2Cdue&limit=5',
      body: undefined,
    })
  })

  test('the rest of a POST into the body, which is never left out', () => {
    expect(toWire(routes.resolveChallenge, { id, outcome: 'draw' })).toEqual({
      target: `/v1/challenges/${id}/resolve`,
      body: '{"outcome":"draw"}',
    })
    expect(toWire(routes.acceptChallenge, { id }).body).toBe('{}')
  })

  test('user_email into the body of a POST, else into the query', () => {
    const user_email = 'a+b@c.example'
    expect(toWire(routes.acceptChallenge, { id, user_email })).toEqual({
      target: `/v1/challenges/${id}/accept`,
      body: '{"user_email":"a+b@c.example"}',
    })
    expect(toWire(routes.getMe, { user_email }).target).toBe('/v1/me?user_email=a%2Bb%40c.example')
    expect(toWire(routes.deleteWebhook, { id: 'whk_1', user_email })).toEqual({
      target: '/v1/webhooks/whk_1?user_email=a%2Bb%40c.example',
      body: undefined,
    })
  })

  test('what is undefined goes nowhere', () => {
    expect(toWire(routes.listEvents, { after: undefined, wait: 5 }).target).toBe('/v1/events?wait=5')
    expect(toWire(routes.cancelChallenge, { id, reason: undefined }).body).toBe('{}')
  })

  test('what the endpoint does not know is sent, for the service to name', () => {
    expect(toWire(routes.listChallenges, { stauts: 'active' }).target).toBe('/v1/challenges?stauts=active')
    expect(toWire(routes.cancelChallenge, { id, raeson: 'x' }).body).toBe('{"raeson":"x"}')
  })
})

describe('an id in the path', () => {
  test.each([[''], ['.'], ['..'], [undefined], [null], [7]])('%j is refused before it is sent', (value) => {
    expect(() => toWire(routes.getChallenge, { id: value })).toThrow(
      new TypeError('id must be the id that stands in /v1/challenges/{id}'),
    )
  })

  test.each([
    ['../groups', '/v1/challenges/..%2Fgroups'],
    ['%2e%2e', '/v1/challenges/%252e%252e'],
    ['a?b#c', '/v1/challenges/a%3Fb%23c'],
  ])('%j stays one step of the path', (value, path) => {
    const { target } = toWire(routes.getChallenge, { id: value })
    expect(new URL(`http://localhost${target}`).pathname + new URL(`http://localhost${target}`).search).toBe(
      path,
    )
  })
})
