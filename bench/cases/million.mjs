// A service on a million challenges: how soon it is ready, and how much memory it takes under load. Measured by start.mjs.
import { create } from './challenges.mjs'

const get = ({ token }, path) => ({ method: 'GET', path, headers: { authorization: `Bearer ${token}` } })

export const million = {
  name: 'million',
  title: 'a service on 1,000,000 challenges',
  engines: ['sqlite'],
  kind: 'start',
  status: 200,
  worlds: ['large'],
  /** Reads of who has them all, reads of others, and new challenges. */
  requests: (parts) =>
    create
      .requests(parts)
      .flatMap((creation, index) => [
        get(parts.large.most, '/v1/challenges?limit=100'),
        get(parts.people[index], '/v1/me'),
        creation,
      ]),
}
