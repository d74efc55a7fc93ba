// Every case. Each has a name, a title, its engines, its targets, the one status that counts as an answer, and the
// requests that are sent in rotation; `prepare(store, people, now)`, if there is one, fills the database. One of the
// kind `deliveries` has no requests: there it is the service that sends.
import { deliveries } from './deliveries.mjs'
import { healthz } from './healthz.mjs'
import { me } from './me.mjs'
import { refused } from './refused.mjs'

export const cases = [me, refused, healthz, deliveries]
