// A database for each engine, filled through the project's own functions: one account and one token for each
// person, all of the same length, so that every answer has the same number of bytes.
import { mkdtempSync, mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { repository, server } from './built.mjs'

const BATCH = 500

/** Gives `{ url, people, version, durable, remove }`; `cases` are those that will run on it. */
export const createDatabase = async (engine, { tokens, cases }) => {
  const place = engine === 'sqlite' ? createFile() : await createOnServer()
  try {
    const store = await openStore(place.url)
    try {
      const people = await fill(store, tokens)
      for (const { prepare } of cases) await prepare?.(store, people, Date.now())
      return { ...place, people, ...(await factsOf(store)) }
    } finally {
      await store.close()
    }
  } catch (error) {
    await place.remove()
    throw error
  }
}

const createFile = () => {
  const folder = mkdtempSync(join(tmpdir(), 'challenge-service-bench-'))
  return {
    url: `sqlite:${join(folder, 'bench.db')}`,
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  }
}

const createOnServer = async () => {
  const support = await loadTestSupport()
  const postgres = await support.startPostgres({ fsync: 'on', full_page_writes: 'on' })
  try {
    const database = await support.createDatabase(postgres.adminUrl)
    return {
      url: database.url,
      remove: async () => {
        await database.drop()
        await postgres.stop()
      },
    }
  } catch (error) {
    await postgres.stop()
    throw error
  }
}

/** The tests' own starter, in TypeScript; beside node_modules, so that its imports are found. */
const loadTestSupport = async () => {
  const folder = join(repository, 'node_modules/.cache/bench')
  mkdirSync(folder, { recursive: true })
  const outfile = join(folder, 'test-support.mjs')
  await build({
    stdin: {
      contents: "export * from './postgres-server.ts'\nexport * from './databases.ts'\n",
      resolveDir: join(repository, 'test/support'),
    },
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
  })
  return await import(pathToFileURL(outfile).href)
}

export const openStore = async (url) => {
  const { openStore: open } = await server('store/open.js')
  const { parseDatabaseUrl } = await server('store/target.js')
  return await open(parseDatabaseUrl(url), { onIdleError: () => undefined })
}

const fill = async (store, tokens) => {
  const { migrate } = await server('store/migrate.js')
  const { createAccount, createToken } = await server('features/access/access.service.js')
  const now = Date.now()
  await migrate(store, now)
  const createPerson = async (tx, number) => {
    const email = `person${String(number).padStart(7, '0')}@bench.example`
    const person = { email, firstName: 'Pat', lastName: 'Quill', plan: 'club' }
    const { id } = await createAccount(tx, person, now)
    const owner = { kind: 'account', id }
    const { token } = await createToken(tx, { owner, scopes: 'all', name: 'bench' }, now)
    return { accountId: id, email, token }
  }
  const people = []
  while (people.length < tokens) {
    const first = people.length
    const count = Math.min(BATCH, tokens - first)
    const made = await store.write((tx) =>
      Promise.all(Array.from({ length: count }, (_, index) => createPerson(tx, first + index))),
    )
    people.push(...made)
  }
  // As autovacuum would have done. Not on SQLite: with statistics of ANALYZE its build plans every query again
  // at each new parameter, which takes three times as long as the query.
  if (store.engine === 'postgres') await store.all({ name: null, text: 'analyze' })
  return people
}

const factsOf = async (store) => {
  const ask = async (text) => (await store.all({ name: null, text }))[0]?.value
  if (store.engine === 'sqlite') {
    return { version: `SQLite ${await ask('select sqlite_version() as value')}`, durable: true }
  }
  return {
    version: `PostgreSQL ${await ask("select current_setting('server_version') as value")}`,
    durable: (await ask("select current_setting('fsync') as value")) === 'on',
  }
}
