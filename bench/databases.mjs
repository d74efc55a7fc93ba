// A database for each engine, filled through the project's own functions: one account and one token for each
// person, all of the same length, so that every answer has the same number of bytes.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTestPostgres } from '../tools/test-support.mjs'
import { server } from './built.mjs'
import { onLeaving } from './leaving.mjs'
import { worlds } from './worlds/all.mjs'

const BATCH = 500

/** Gives `{ url, people, version, durable, remove }` and each of the worlds that the `cases` ask for. */
export const createDatabase = async (engine, { tokens, cases }) => {
  const place = engine === 'postgres' ? await createOnServer() : createFile()
  try {
    const store = await openStore(place.url)
    try {
      const createPerson = await personMaker()
      const people = await fill(store, tokens, createPerson)
      const filled = {}
      const writeMany = (body) =>
        store.write(async (tx) => {
          for (const text of place.forManyRows) await tx.run({ name: null, text })
          await body(tx)
        })
      for (const name of new Set(cases.flatMap((one) => one.worlds ?? []))) {
        const createNamed = (local) => store.write((tx) => createPerson(tx, `${local}@bench.example`, 'Sam'))
        filled[name] = await worlds[name](store, people, Date.now(), { createPerson: createNamed, writeMany })
      }
      // As autovacuum would have done. Nobody does so on SQLite.
      if (engine === 'postgres') await analyze(store)
      return { ...place, ...filled, people, ...(await readFacts(store, engine)) }
    } finally {
      await store.close()
    }
  } catch (error) {
    await place.remove()
    throw error
  }
}

/** Tables that have rows: of one that was never written to, PostgreSQL is left to assume the usual. */
const analyze = async (store) => {
  const text = `select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
    and pg_relation_size(oid) > 0`
  for (const { relname } of await store.all({ name: null, text })) {
    await store.all({ name: null, text: `analyze ${relname}` })
  }
}

const createFile = () => {
  const folder = mkdtempSync(join(tmpdir(), 'challenge-service-bench-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  const callOff = onLeaving(remove)
  return {
    url: `sqlite:${join(folder, 'bench.db')}`,
    forManyRows: [],
    remove: async () => {
      callOff()
      remove()
    },
  }
}

const createOnServer = async () => ({
  ...(await startTestPostgres({ fsync: 'on', full_page_writes: 'on' })),
  // The second, since the worlds are joined by what has no index, which the service itself never does.
  forManyRows: ['set local statement_timeout = 0', 'set local enable_hashjoin = on'],
})

export const openStore = async (url) => {
  const { openStore: open } = await server('store/open.js')
  const { parseDatabaseUrl } = await server('store/target.js')
  return await open(parseDatabaseUrl(url), { onIdleError: () => undefined })
}

const fill = async (store, tokens, createPerson) => {
  const { migrate } = await server('store/migrations/migrate.js')
  await migrate(store, Date.now())
  const addressOf = (number) => `person${String(number).padStart(7, '0')}@bench.example`
  const people = []
  while (people.length < tokens) {
    const first = people.length
    const count = Math.min(BATCH, tokens - first)
    const made = await store.write((tx) =>
      Promise.all(
        Array.from({ length: count }, (_, index) => createPerson(tx, addressOf(first + index), 'Pat')),
      ),
    )
    people.push(...made)
  }
  return people
}

const personMaker = async () => {
  const { createAccount, createToken } = await server('features/access/access.service.js')
  const { ensurePerson } = await server('features/access/accounts.store.js')
  return async (tx, email, firstName) => {
    const now = Date.now()
    const { id } = await createAccount(tx, { email, firstName, lastName: 'Quill', plan: 'club' }, now)
    const owner = { kind: 'account', id }
    const { token } = await createToken(tx, { owner, scopes: 'all', name: 'bench' }, now)
    return { accountId: id, personId: await ensurePerson(tx, email, now), email, token }
  }
}

const readFacts = async (store, engine) => {
  const ask = async (text) => (await store.all({ name: null, text }))[0]?.value
  if (engine !== 'postgres') {
    return { version: `SQLite ${await ask('select sqlite_version() as value')}`, durable: true }
  }
  return {
    version: `PostgreSQL ${await ask("select current_setting('server_version') as value")}`,
    durable: (await ask("select current_setting('fsync') as value")) === 'on',
  }
}
