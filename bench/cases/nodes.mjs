// The cheapest call to one process and to three on one PostgreSQL. Measured by nodes.mjs.
import { me } from './me.mjs'

export const nodes = {
  name: 'nodes',
  title: 'GET /v1/me of three processes',
  engines: ['postgres'],
  kind: 'nodes',
  status: 200,
  requests: me.requests,
}
