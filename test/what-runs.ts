// What runs where. `npm test` is the fast part, `npm run test:rest` what that leaves out, `npm run test:all` both. The two
// configurations of Vitest and the table in test/README.md are made from it.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const repository = join(import.meta.dirname, '..')

/** Storage is their subject: in the fast part they run on both engines, everything else on SQLite. */
export const storage = ['packages/server/src/store/', 'test/crash/', 'test/store/']

/** They cannot share a process with other files: they load whole builds, or ask how old ids are, which never go back. */
export const alone = [
  'test/docs/',
  'test/api/feed.test.ts',
  'test/delivery/upkeep.test.ts',
  'test/safety/feed-time.test.ts',
]

/**
 * They take minutes, put a load on the machine, or plant faults that another test must see: in the rest alone, on both
 * engines, after everything else.
 */
export const long = [
  'test/cli/outages.test.ts',
  'test/cluster/draining.test.ts',
  'test/cluster/frozen-claims.test.ts',
  'test/cluster/frozen-node.test.ts',
  'test/cluster/rolling.test.ts',
  'test/cluster/two-releases.test.ts',
  'test/cluster/wrong-clocks.test.ts',
  'test/crash/crash-points.test.ts',
  'test/crash/deliveries.test.ts',
  'test/crash/durability.test.ts',
  'test/deploy/container.test.ts',
  'test/docs/console.test.ts',
  'test/docs/story.test.ts',
  'test/model/faults.test.ts',
  'test/operator/backup.test.ts',
  'test/operator/copy.test.ts',
  'test/operator/doctor.test.ts',
  'test/privacy/erasure-faults.test.ts',
  'test/privacy/leaks.test.ts',
  'test/redis/bursts.test.ts',
  'test/redis/killed-node.test.ts',
  'test/safety/overload.test.ts',
  'test/site/every-action.test.ts',
]

/** Whether a file is one of these, or in one of these folders. */
export const isAmong = (file: string, paths: readonly string[]): boolean =>
  paths.some((path) => file === path || (path.endsWith('/') && file.startsWith(path)))

const listFolder = (folder: string): readonly string[] =>
  readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.test.ts'))
    .map((path) => `${folder}/${path}`)

/** Paths from the root of the repository. */
const listTestFiles = (): readonly string[] =>
  [...['contract', 'server', 'client'].map((name) => `packages/${name}/src`), 'test']
    .flatMap(listFolder)
    .toSorted()

const read = (file: string): string => readFileSync(join(repository, file), 'utf8')

const listImports = (file: string): readonly string[] =>
  [...read(file).matchAll(/ from '(\.[^']*\.ts)'/g)]
    .map(([, path = '']) => join(dirname(file), path))
    // A text of a test can look like an import.
    .filter((path) => existsSync(join(repository, path)))

/** Whether it asks which engines to run on, or whether fewer rounds are enough, itself or through a module that it loads. */
const asks = (file: string, seen = new Set<string>()): boolean => {
  if (seen.has(file) || !file.startsWith('test/')) return false
  seen.add(file)
  if (file === 'test/support/is-fast.ts') return true
  if (/import \{[^}]*\bengines\b[^}]*\} from '[^']*\/engine\.ts'/.test(read(file))) return true
  return listImports(file).some((module) => asks(module, seen))
}

/** Files that ask: the rest runs them again, on PostgreSQL and with nothing left out. */
export const listRunAgain = (): readonly string[] => listTestFiles().filter((file) => asks(file))
