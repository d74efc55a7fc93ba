// What a database can be filled with, by name: `(store, people, now, { createPerson, writeMany })` gives what the
// cases need to know of it. `writeMany` is the `write` of the store for a body that takes long.
import { companies } from './companies.mjs'
import { everyday } from './everyday.mjs'
import { homes } from './homes.mjs'
import { large } from './large.mjs'
import { signedIn } from './signed-in.mjs'

export const worlds = { companies, everyday, homes, large, signedIn }
