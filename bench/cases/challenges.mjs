// The everyday calls: one challenge, a page of 25, and a new one.
import { ordinary } from '../worlds/clone.mjs'

const bearer = ({ token }) => ({ authorization: `Bearer ${token}` })

export const read = {
  name: 'read',
  title: 'GET /v1/challenges/{id}',
  engines: ['sqlite', 'postgres'],
  status: 200,
  targets: { sqlite: 0.25, postgres: 0.12 },
  worlds: ['everyday'],
  requests: ({ people, everyday }) =>
    people.map((person, index) => ({
      method: 'GET',
      path: `/v1/challenges/${everyday.challengeOf(index)}`,
      headers: bearer(person),
    })),
}

export const list = {
  name: 'list',
  title: 'GET /v1/challenges, 25',
  engines: ['sqlite', 'postgres'],
  status: 200,
  targets: { sqlite: 0.1 },
  worlds: ['everyday'],
  requests: ({ people }) =>
    people.map((person) => ({ method: 'GET', path: '/v1/challenges', headers: bearer(person) })),
}

export const create = {
  name: 'create',
  title: 'POST /v1/challenges',
  engines: ['sqlite', 'postgres', 'slow-disk'],
  writes: true,
  status: 201,
  targets: { sqlite: 0.12, postgres: 0.04 },
  /** Beside the load, now and then, this call is timed. */
  beside: ({ people }) => ({ method: 'GET', path: '/v1/me', headers: bearer(people[0]) }),
  // Someone who does not call in the same moment: of neighbours each would wait for the rows of the one before.
  requests: ({ people }) =>
    people.map((person, index) => ({
      method: 'POST',
      path: '/v1/challenges',
      headers: { ...bearer(person), 'content-type': 'application/json' },
      body: JSON.stringify({
        ...ordinary,
        opponent_email: people[(index + (people.length >> 1)) % people.length].email,
      }),
    })),
}
