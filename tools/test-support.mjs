// The servers that the tests start (PostgreSQL, a mail server, receivers of webhooks), for programs that are not tests.
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'

const repository = join(import.meta.dirname, '..')

const MODULES = ['postgres-server', 'databases', 'post-office', 'receivers']

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

/** They are written in TypeScript. The bundle stands beside node_modules, so that its imports are found. */
export const loadTestSupport = async () => {
  const folder = join(repository, 'node_modules/.cache/test-support')
  await mkdir(folder, { recursive: true })
  const outfile = join(folder, `${process.pid}.mjs`)
  await build({
    stdin: {
      contents: MODULES.map((name) => `export * from './${name}.ts'\n`).join(''),
      resolveDir: join(repository, 'test/support'),
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
