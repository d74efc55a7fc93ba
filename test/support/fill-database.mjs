// `node fill-database.mjs URL` adds all tables to an empty database. A process of its own, so that a run that watches takes
// the newest build.
import { migrate } from '../../packages/server/dist/store/migrations/migrate.js'
import { openStore } from '../../packages/server/dist/store/open.js'
import { parseDatabaseUrl } from '../../packages/server/dist/store/target.js'

const target = parseDatabaseUrl(process.argv[2] ?? '')
if (!target) throw new Error('not a database')
const store = await openStore(target, { onIdleError: () => undefined })
await migrate(store, 0)
// On SQLite all of it is in one file from here on.
await store.close()
