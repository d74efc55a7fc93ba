// What is tested is built, and there is one PostgreSQL server for the whole run; tests take its URL with
// `inject('postgresUrl')` and make databases of their own on it.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import type { Originals, OwnOriginals } from './originals.ts'
import { repository } from './planted.ts'
import { type PostgresServer, startPostgres } from './postgres-server.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    readonly postgresUrl: string
    readonly originals: Originals
  }
}

let server: PostgresServer | undefined
let originals: OwnOriginals | undefined
let planted: string | undefined

const build = (): void => {
  execFileSync(process.execPath, ['tools/build.mjs'], { cwd: repository, stdio: 'inherit' })
}

export const setup = async (project: TestProject) => {
  build()
  project.onTestsRerun(async () => build())
  mkdirSync(join(repository, '.planted'), { recursive: true })
  planted = mkdtempSync(join(repository, '.planted/run-'))
  process.env['PLANTED_FOLDER'] = planted
  server = await startPostgres()
  project.provide('postgresUrl', server.adminUrl)
  // Not before it is built.
  const { makeOriginals } = await import('./originals.ts')
  originals = await makeOriginals(server.adminUrl)
  project.provide('originals', { file: originals.file, database: originals.database })
}

export const teardown = async () => {
  await originals?.remove()
  await server?.stop()
  if (planted !== undefined) rmSync(planted, { recursive: true, force: true })
}
