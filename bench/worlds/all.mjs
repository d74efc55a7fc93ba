// What a database can be filled with, by name: `(store, people, now, { createPerson })` gives what the cases
// need to know of it.
import { everyday } from './everyday.mjs'
import { large } from './large.mjs'

export const worlds = { everyday, large }
