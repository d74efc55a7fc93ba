// Planted faults: a copy of the sources with one guarantee taken out, to show that the test of that guarantee
// can fail. The copy stands inside the repository, so that packages resolve as they do for the original.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const repository = join(import.meta.dirname, '../..')

/** Where this run keeps its copies; the global setup makes it and removes it. */
export const plantedFolder = (): string => process.env['PLANTED_FOLDER'] ?? join(repository, '.planted')

export interface Edit {
  readonly file: string
  readonly from: string
  readonly to: string
}

export interface SourceTree {
  readonly root: string
  remove(): void
}

export const soundSources: SourceTree = { root: repository, remove: () => undefined }

export const plantFault = (edits: readonly Edit[]): SourceTree => {
  const root = mkdtempSync(join(plantedFolder(), 'fault-'))
  for (const folder of ['packages/server/src', 'packages/server/assets', 'test/support']) {
    cpSync(join(repository, folder), join(root, folder), { recursive: true })
  }
  cpSync(join(repository, 'packages/server/package.json'), join(root, 'packages/server/package.json'))
  for (const { file, from, to } of edits) {
    const path = join(root, file)
    const source = readFileSync(path, 'utf8')
    if (source.split(from).length !== 2)
      throw new Error(`the fault fits nowhere, or in several places: ${from}`)
    writeFileSync(
      path,
      source.replace(from, () => to),
    )
  }
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) }
}
