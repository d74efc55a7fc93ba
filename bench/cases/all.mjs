// Every case. Each has a name, a title, its engines, the one status that counts as an answer, its targets, and
// the requests that are sent in rotation; `prepare(store, people, now)`, if there is one, fills the database.
import { healthz } from './healthz.mjs'
import { me } from './me.mjs'
import { refused } from './refused.mjs'
import { stats } from './stats.mjs'

export const cases = [me, refused, ...stats, healthz]
