// Planted faults: the sources with one guarantee taken out, to show that the test of that guarantee can fail. A fault is
// written into what is bundled; the sources are not copied.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join, relative } from 'node:path'
import { build } from 'esbuild'

export const repository = join(import.meta.dirname, '../..')

/** For files of this run, inside the repository, so that packages resolve; the global setup makes and removes it. */
export const plantedFolder = (): string => process.env['PLANTED_FOLDER'] ?? join(repository, '.planted')

export interface Edit {
  readonly file: string
  readonly from: string
  readonly to: string
}

export interface Sources {
  /** A module of these sources, by its path in the repository. */
  load<Module>(path: string): Promise<Module>
  /** One file of JavaScript that holds the module and what it imports; a process starts from it. */
  bundle(path: string): Promise<string>
  remove(): void
}

const openSources = (texts: ReadonlyMap<string, string>): Sources => {
  const bundles = new Map<string, Promise<string>>()
  const folders: string[] = []
  const bundle = (path: string): Promise<string> => {
    const made = bundles.get(path) ?? writeBundle(path, texts, folders)
    bundles.set(path, made)
    return made
  }
  return {
    load: async <Module>(path: string): Promise<Module> =>
      (await import(texts.size === 0 ? join(repository, path) : await bundle(path))) as Module,
    bundle,
    remove: () => {
      for (const folder of folders) rmSync(folder, { recursive: true, force: true })
      folders.length = 0
      bundles.clear()
    },
  }
}

const writeBundle = async (
  path: string,
  texts: ReadonlyMap<string, string>,
  folders: string[],
): Promise<string> => {
  const root = mkdtempSync(join(plantedFolder(), 'bundle-'))
  folders.push(root)
  const server = join(root, 'packages/server')
  // Sources find these from where they are, and the bundle is as deep as those that look.
  const outfile = join(server, 'src/interfaces/site/bundle.mjs')
  mkdirSync(server, { recursive: true })
  for (const part of ['assets', 'dist', 'package.json'])
    symlinkSync(join(repository, 'packages/server', part), join(server, part))
  symlinkSync(join(repository, 'docs'), join(root, 'docs'))
  const { metafile } = await build({
    absWorkingDir: repository,
    metafile: true,
    entryPoints: [join(repository, path)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    plugins: [
      {
        name: 'faults',
        setup: (bundling) =>
          bundling.onLoad({ filter: /\.ts$/ }, ({ path: file }) => {
            const contents = texts.get(file)
            return contents === undefined ? undefined : { contents, loader: 'ts' }
          }),
      },
    ],
  })
  for (const file of texts.keys())
    if (!(relative(repository, file) in metafile.inputs)) throw new Error(`${path} does not load ${file}`)
  return outfile
}

/** Its bundles are used by many tests of a run, which removes them at its end. */
export const soundSources: Sources = { ...openSources(new Map()), remove: () => undefined }

export const plantFault = (edits: readonly Edit[]): Sources => {
  const texts = new Map<string, string>()
  for (const { file, from, to } of edits) {
    const path = join(repository, file)
    const source = texts.get(path) ?? readFileSync(path, 'utf8')
    if (source.split(from).length !== 2)
      throw new Error(`the fault fits nowhere, or in several places: ${from}`)
    texts.set(
      path,
      source.replace(from, () => to),
    )
  }
  return openSources(texts)
}
