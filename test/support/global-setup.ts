// One PostgreSQL server for the whole run; tests take its URL with `inject('postgresUrl')` and make databases
// of their own on it.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { repository } from './planted.ts'
import { type PostgresServer, startPostgres } from './postgres-server.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    readonly postgresUrl: string
  }
}

let server: PostgresServer | undefined

let planted: string | undefined

export const setup = async (project: TestProject) => {
  mkdirSync(join(repository, '.planted'), { recursive: true })
  planted = mkdtempSync(join(repository, '.planted/run-'))
  process.env['PLANTED_FOLDER'] = planted
  server = await startPostgres()
  project.provide('postgresUrl', server.adminUrl)
}

export const teardown = async () => {
  await server?.stop()
  if (planted !== undefined) rmSync(planted, { recursive: true, force: true })
}
