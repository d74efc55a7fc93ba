// The start and the end of a run: what is tested is built, and storage is made when a test asks for it.
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { repository } from './planted.ts'
import { offerStorage } from './run-storage.ts'
import { listAbandoned, makeFolder, removeFolder } from './scratch.ts'

/** False where it failed, and has said why. */
const build = (): boolean =>
  spawnSync(process.execPath, ['tools/build.mjs'], { cwd: repository, stdio: 'inherit' }).status === 0

/** For bundles with planted faults. */
const makePlanted = (): string => {
  const parent = join(repository, '.planted')
  mkdirSync(parent, { recursive: true })
  for (const left of listAbandoned(parent, 'run-')) removeFolder(left)
  return makeFolder(parent, 'run-')
}

export const setup = async (project: TestProject) => {
  // Vitest would add a page about tests that it has not looked for.
  if (!build()) process.exit(1)
  const planted = makePlanted()
  process.env['PLANTED_FOLDER'] = planted
  const storage = await offerStorage()
  project.provide('runStorage', storage.path)
  project.onTestsRerun(async () => {
    if (!build()) process.stderr.write('Not built; the tests run on what was compiled.\n')
    await storage.renew()
  })
  return async () => {
    await storage.close()
    rmSync(planted, { recursive: true, force: true })
  }
}
