// What a database can be filled with, by name: `(store, people, now, { createPerson })` gives what the cases
// need to know of it.
import { companies } from './companies.mjs'
import { everyday } from './everyday.mjs'
import { large } from './large.mjs'

export const worlds = { companies, everyday, large }
