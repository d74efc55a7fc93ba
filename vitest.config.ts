// The fast part of the tests, `npm test`. They run on what is built, which Node loads several times faster than Vite loads
// the sources.
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { configDefaults, defineConfig, type TestProjectConfiguration } from 'vitest/config'
import type { ProvidedContext } from 'vitest'
import { SummaryReporter } from './test/support/summary-reporter.ts'
import { alone, long, storage } from './test/what-runs.ts'

/** Resolves a source to the file that was built from it. The run begins with a build. */
const builtModules: Plugin = {
  name: 'built-modules',
  enforce: 'pre',
  async resolveId(id, importer) {
    const source = await this.resolve(id, importer, { skipSelf: true })
    return source && toBuilt(source.id)
  },
}

const packages = fileURLToPath(new URL('packages/', import.meta.url))

const toBuilt = (path: string): string | undefined => {
  if (!path.startsWith(packages) || path.endsWith('.test.ts')) return undefined
  const [, name, module] = /^(server|contract)\/src\/(.*)\.ts$/.exec(path.slice(packages.length)) ?? []
  return name === undefined ? undefined : `${packages}${name}/dist/${module}.js`
}

type Engines = ProvidedContext['engines']

/** `TEST_ENGINES=postgres npx vitest run test/api` chooses another engine. */
const readEngines = (given = process.env['TEST_ENGINES']): Engines | undefined => {
  const names = given?.split(',')
  const unknown = names?.find((name) => name !== 'sqlite' && name !== 'postgres')
  if (unknown !== undefined) throw new Error(`TEST_ENGINES: ${unknown} is neither sqlite nor postgres`)
  return names as Engines | undefined
}

const chosenEngines = readEngines()

export interface Project {
  readonly name: string
  /** Files, and folders with a slash at their end. */
  readonly include: readonly string[]
  readonly exclude: readonly string[]
  readonly engines: Engines
  /** Whether fewer rounds, widths and themes are enough. */
  readonly isFast: boolean
  /** Whether each file has a process of its own. Sharing them is twice as fast. */
  readonly isolate?: boolean
  /** Projects with a higher number run after the others, two files at once. */
  readonly inTurn?: number
}

export const project = ({
  name,
  include,
  exclude,
  engines,
  isFast,
  isolate = false,
  inTurn = 0,
}: Project): TestProjectConfiguration => ({
  plugins: [builtModules],
  test: {
    name,
    include: include.map(toPattern),
    exclude: [...configDefaults.exclude, ...exclude.map(toPattern)],
    isolate,
    sequence: { groupOrder: inTurn },
    ...(inTurn > 0 ? { maxWorkers: 2 } : {}),
    provide: { engines: chosenEngines ?? engines, isFast },
    server: { deps: { external: [/\/packages\/(?:server|contract)\/dist\//, /\/\.planted\//] } },
    pool: 'forks',
    // To end what hangs, however slow the machine is.
    testTimeout: 90_000,
    hookTimeout: 90_000,
    expect: { poll: { timeout: 60_000 } },
  },
})

const toPattern = (path: string): string => (path.endsWith('/') ? `${path}**/*.test.ts` : path)

/** Of the whole run. */
export const run = {
  globalSetup: ['test/support/global-setup.ts'],
  maxWorkers: Math.max(3, availableParallelism() + 1),
  teardownTimeout: 30_000,
  reporters: ['default', new SummaryReporter()],
  // Tests load what is built of them, so Vite does not see that they depend on the sources.
  forceRerunTriggers: [...configDefaults.forceRerunTriggers, '**/packages/*/src/**/!(*.test).ts'],
}

const everything = ['packages/*/src/', 'test/']

export default defineConfig({
  test: {
    ...run,
    projects: [
      project({
        name: 'storage',
        include: storage,
        exclude: long,
        engines: ['sqlite', 'postgres'],
        isFast: true,
      }),
      project({
        name: 'fast',
        include: everything,
        exclude: [...storage, ...alone, ...long],
        engines: ['sqlite'],
        isFast: true,
      }),
      project({
        name: 'alone',
        include: alone,
        exclude: long,
        engines: ['sqlite'],
        isFast: true,
        isolate: true,
      }),
    ],
  },
})
