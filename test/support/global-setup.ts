// The start and the end of a run: what is tested is built, and storage is made when a test asks for it.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { repository } from './planted.ts'
import { offerStorage } from './run-storage.ts'

const build = (): void => {
  execFileSync(process.execPath, ['tools/build.mjs'], { cwd: repository, stdio: 'inherit' })
}

/** Watching goes on where the compiler finds a fault. */
const rebuild = (): void => {
  try {
    build()
  } catch {
    process.stderr.write('The compiler found a fault; the tests run on what it wrote all the same.\n')
  }
}

export const setup = async (project: TestProject) => {
  build()
  project.onTestsRerun(async () => rebuild())
  mkdirSync(join(repository, '.planted'), { recursive: true })
  const planted = mkdtempSync(join(repository, '.planted/run-'))
  process.env['PLANTED_FOLDER'] = planted
  // Loaded once it is built.
  const storage = await offerStorage(async () => (await import('./fill-database.ts')).fillDatabase)
  project.provide('runStorage', storage.path)
  return async () => {
    await storage.close()
    rmSync(planted, { recursive: true, force: true })
  }
}
