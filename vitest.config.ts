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
const chosenEngines = process.env['TEST_ENGINES']?.split(',') as Engines | undefined

export interface Part {
  readonly name: string
  /** Files, and folders with a slash at their end. */
  readonly include: readonly string[]
  readonly exclude: readonly string[]
  readonly engines: Engines
  /** Whether fewer rounds, widths and themes are enough. */
  readonly isFast: boolean
  /** Whether each file has a process of its own; to share two is twice as fast. */
  readonly isolate?: boolean
}

export const part = ({
  name,
  include,
  exclude,
  engines,
  isFast,
  isolate = false,
}: Part): TestProjectConfiguration => ({
  plugins: [builtModules],
  test: {
    name,
    include: include.map(toPattern),
    exclude: [...configDefaults.exclude, ...exclude.map(toPattern)],
    isolate,
    provide: { engines: chosenEngines ?? engines, isFast },
    server: { deps: { external: [/\/packages\/(?:server|contract)\/dist\//, /\/\.planted\//] } },
    pool: 'forks',
    // To end what hangs, however slow the machine is.
    testTimeout: 90_000,
    hookTimeout: 90_000,
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
      part({
        name: 'storage',
        include: storage,
        exclude: long,
        engines: ['sqlite', 'postgres'],
        isFast: true,
      }),
      part({
        name: 'fast',
        include: everything,
        exclude: [...storage, ...alone, ...long],
        engines: ['sqlite'],
        isFast: true,
      }),
      part({
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
