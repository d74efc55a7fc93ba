// The servers that the tests start (PostgreSQL, a mail server, receivers of webhooks), for programs that are not tests.
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'

const repository = join(import.meta.dirname, '..')

/** As they stand in the repository. */
const SERVERS = ['postgres-server', 'databases', 'post-office', 'receivers'].map(
  (name) => `test/support/${name}.ts`,
)

/** A PostgreSQL database on a server of its own: `{ url, remove }`. */
export const startTestPostgres = async (settings = {}) => {
  const support = await loadTestSupport()
  const postgres = await support.startPostgres(settings)
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

/** With `more` modules, by their paths. The bundle of this TypeScript stands beside node_modules, for its imports. */
export const loadTestSupport = async (more = []) => {
  const folder = join(repository, 'node_modules/.cache/test-support')
  await mkdir(folder, { recursive: true })
  const outfile = join(folder, `${process.pid}.mjs`)
  await build({
    stdin: {
      contents: [...SERVERS, ...more].map((path) => `export * from './${path}'\n`).join(''),
      resolveDir: repository,
    },
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
  })
  try {
    return await import(pathToFileURL(outfile).href)
  } finally {
    await rm(outfile, { force: true })
  }
}
