// Remembers what was built last, so that nothing is built twice. Files are compared by what is in them: a
// checkout of another branch and back changes the times of files, and nothing else.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const locateStamp = (root) => join(root, 'packages/server/dist/.built')

const listPackages = (root) => readdirSync(join(root, 'packages')).toSorted()

const listFolder = (root, folder) =>
  existsSync(join(root, folder))
    ? readdirSync(join(root, folder))
        .toSorted()
        .map((name) => join(folder, name))
    : []

/** What a build reads, by path from `root`; tests are not compiled. */
const listInputs = (root) => [
  'package.json',
  'tsconfig.base.json',
  'tools/bundle.mjs',
  ...listFolder(root, 'tools/words'),
  ...listFolder(root, 'packages/server/languages'),
  // Which packages npm has installed.
  'node_modules/.package-lock.json',
  ...listPackages(root).flatMap((name) => {
    const folder = join('packages', name)
    const src = join(folder, 'src')
    const entries = existsSync(join(root, src)) ? readdirSync(join(root, src), { recursive: true }) : []
    const sources = entries.map(String).filter((path) => /(?<!\.test)\.ts$/.test(path))
    return [
      join(folder, 'package.json'),
      join(folder, 'tsconfig.json'),
      ...sources.toSorted().map((path) => join(src, path)),
    ]
  }),
]

/** What a build notes beside what it wrote: another where one ran since, none where `dist` was removed. */
const listNotes = (root) => [
  ...listPackages(root).map((name) => join('packages', name, 'dist/.tsbuildinfo')),
  'packages/server/dist/bundle/written.json',
]

const fingerprint = (root, paths) => {
  const hash = createHash('sha256').update(process.version)
  for (const path of paths) {
    const file = join(root, path)
    hash.update(`\0${path}\0`).update(existsSync(file) ? readFileSync(file) : 'none')
  }
  return hash.digest('hex')
}

/** What the stamp says of a build that came of these inputs, and left the notes that are there now. */
const describeBuild = (root, inputs) => `${inputs}\n${fingerprint(root, listNotes(root))}\n`

const isBuilt = (root, inputs) =>
  existsSync(locateStamp(root)) && readFileSync(locateStamp(root), 'utf8') === describeBuild(root, inputs)

/** False where the compiler found a fault: `build` says so by false. */
export const buildWhatChanged = async (root, build) => {
  // Taken before it begins: what is changed while it runs is built the next time.
  const inputs = fingerprint(root, listInputs(root))
  if (isBuilt(root, inputs)) return true
  rmSync(locateStamp(root), { force: true })
  if (!(await build())) return false
  mkdirSync(dirname(locateStamp(root)), { recursive: true })
  writeFileSync(locateStamp(root), describeBuild(root, inputs))
  return true
}
