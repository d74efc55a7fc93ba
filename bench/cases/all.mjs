// Every case. Each has a name, a title, its engines, the one status that counts as an answer, its targets, the
// `worlds` that its database is filled with, and the requests that are sent in rotation. One that is
// `comparedTo` another is to cost the same, or at most `timesAtMost` as much; `beside` names a call that is timed while
// the load runs. One of the kind `deliveries` has no requests: there it is the service that sends. Nor has one of the
// kinds `subscriptions`, `oracles` and `wake-ups`, whose calls are timed one by one. Those of the kind `live` are sent beside pages
// that listen, those of the kind `redis` with and without it, those of the kind `nodes` to one process and to three, and
// those of the kind `start` to a process that was just started. `processorMsAtMost` is what a call may cost,
// `bytesApart` by how much its answers may differ in size.
import { create, list, read } from './challenges.mjs'
import { flatCases } from './flat.mjs'
import { deliveries } from './deliveries.mjs'
import { healthz } from './healthz.mjs'
import { live, wakeUps } from './live.mjs'
import { mcp } from './mcp.mjs'
import { me } from './me.mjs'
import { million } from './million.mjs'
import { nodes } from './nodes.mjs'
import { oracles } from './oracles.mjs'
import { pages } from './pages.mjs'
import { redis } from './redis.mjs'
import { refused } from './refused.mjs'
import { stats } from './stats.mjs'
import { subscriptions } from './subscriptions.mjs'

export const cases = [
  me,
  read,
  list,
  create,
  deliveries,
  subscriptions,
  oracles,
  live,
  wakeUps,
  redis,
  nodes,
  million,
  ...mcp,
  ...pages,
  ...stats,
  refused,
  healthz,
  ...flatCases,
]
